#include "lsp/reading/reading.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "driver/several/shared_servo_map.h"
#include "frontend/xml/mistakes/xml_mistakes.h"
#include "lsp/reading/held_back.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// Whether a finding is a mistake of syntax, or says that the root is still being typed.
bool concerns_syntax(const romas::Diagnostic& finding) {
  return is_mistake(finding) || finding.rule == Rule::unknown_format;
}

// The mistakes of a text, and the tags that they are in.
std::vector<TextSpan> mistakes_in(const driver::CompileResult& result, FileId file) {
  std::vector<TextSpan> found;
  for (const romas::Diagnostic& finding : result.report.diagnostics)
    if (const SourceRange place = result.sources->written(finding.range);
        concerns_syntax(finding) && place.file == file)
      found.push_back(with_tags(result.sources->text(file), {place.begin, place.end}));
  if (found.empty()) return found;
  for (const XmlTag& tag : read_tags(result.sources->text(file)).tags)
    if (tag.broken) found.push_back({tag.begin, tag.end});
  return found;
}

}  // namespace

std::uint64_t Reading::next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Reading::Reading(driver::Input input, const ProjectRequest& project,
                 std::shared_ptr<const SourceManager::Texts> texts, std::string servo_map)
    : input_(std::move(input)), texts_(std::move(texts)) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t begin = file_time_now();
  driver::CompileRequest request = project.request;
  request.input.frontend.record_names = true;
  request.input.frontend.recovers = true;
  std::optional<driver::Baseline> baseline;
  std::string problem;
  if (!project.baseline.empty()) baseline = driver::Baseline::read(project.baseline, problem);
  const SeverityPolicy severities = request.severities;
  if (baseline) request.severities = driver::Baseline::undecided(severities);
  if (!servo_map.empty()) {
    servo_map_ = SourceManager::file_key(servo_map);
    request.servos.map = std::move(servo_map);
    request.servos.map_is_shared = input_.file.empty();
  }
  if (input_.file.empty()) {
    if (auto wrong = driver::check_shared_servo_map(request, texts_.get())) result_ = *std::move(wrong);
  } else {
    driver::Pipelines with_servos;
    std::string error;
    const bool has_map = !servo_map_.empty() && driver::make_pipelines(request, with_servos, error);
    result_ = driver::compile(input_, request, has_map ? with_servos : project.pipelines, texts_.get());
  }
  held_back_ = hold_back_consequences(result_);
  if (baseline) result_ = baseline->without_known(std::move(result_), severities);
  names_ = NameTable(models(), result_.semantics, result_.part_names, *result_.sources);
  program_ = ProgramTable(*result_.sources);
  for (FileId file = 1; file <= result_.sources->file_count(); ++file) {
    const std::string name(result_.sources->name(file));
    const std::string key = SourceManager::file_key(name);
    files_.emplace(key, file);
    if (!texts_->contains(key)) stamps_.emplace(key, stamp_of(key));
  }
  if (!project.baseline.empty()) stamps_.emplace(project.baseline, stamp_of(project.baseline));
  // An input that is not there has no text, but may come.
  const std::string root = SourceManager::file_key(input_.file);
  if (!texts_->contains(root)) stamps_.emplace(root, stamp_of(root));
  const std::int64_t end = file_time_now();
  changed_while_read_ = std::ranges::any_of(stamps_, [&](const auto& entry) {
    return entry.second && may_have_changed(*entry.second, begin, end);
  });
  time_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
}

std::string Reading::label() const {
  return servo_map_.empty() ? driver::label(input_) : concat(driver::label(input_), "\n", servo_map_);
}

FileId Reading::file(const std::string& key) const {
  const auto found = files_.find(key);
  return found == files_.end() ? 0 : found->second;
}

const std::string& Reading::key(FileId file) const {
  static const std::string kNone;
  for (const auto& [key, id] : files_)
    if (id == file) return key;
  return kNone;
}

bool Reading::is_library() const {
  const auto& found = result_.report.diagnostics;
  return models().empty() && !semantics() &&
         std::ranges::find(found, Severity::error, &romas::Diagnostic::severity) == found.end();
}

bool Reading::is_broken() const { return std::ranges::any_of(result_.report.diagnostics, is_mistake); }

bool Reading::is_sound() const {
  return !is_broken() && std::ranges::none_of(result_.report.diagnostics, concerns_syntax);
}

bool Reading::is_meaningful() const {
  return (!result_.models.empty() || result_.semantics) && !result_.unchecked;
}

bool Reading::is_current(const SourceManager::Texts& texts) const {
  if (changed_while_read_) return false;
  if (&texts == texts_.get()) {
    // Only the disk can have changed.
  } else {
    for (const auto& [key, file] : files_) {
      const auto was = texts_->find(key), is = texts.find(key);
      if ((was == texts_->end()) != (is == texts.end())) return false;
      if (is != texts.end() && is->second != was->second) return false;
    }
    const std::string root = SourceManager::file_key(input_.file);
    if (texts_->contains(root) != texts.contains(root)) return false;
  }
  return std::all_of(stamps_.begin(), stamps_.end(),
                     [](const auto& entry) { return stamp_of(entry.first) == entry.second; });
}

void Reading::look_back(const std::shared_ptr<const Reading>& sound, const ProjectRequest& project) {
  // A mistake that is told at a tag may come from another one.
  for (const bool is_at_mistakes : {true, false}) {
    auto texts = std::make_shared<SourceManager::Texts>(*texts_);
    put_back_ = put_back(*sound, is_at_mistakes, *texts);
    if (put_back_.empty()) return;
    if (sound->is_current(*texts)) {
      before_mistakes_ = sound;
      return;
    }
    auto reading = std::make_shared<const Reading>(input_, project, std::move(texts), servo_map_);
    if (!reading->is_sound()) continue;
    before_mistakes_ = std::move(reading);
    return;
  }
}

Reading::PutBack Reading::put_back(const Reading& sound, bool is_at_mistakes,
                                   SourceManager::Texts& texts) const {
  PutBack parts;
  for (const auto& [key, file] : files_) {
    const auto now = texts.find(key);
    const FileId was = sound.file(key);
    if (now == texts.end() || was == 0) continue;
    const std::string_view before = sound.sources().text(was);
    const auto mistakes = mistakes_in(result_, file);
    if (mistakes.empty() || before == now->second || now->second != sources().text(file)) continue;
    MendedText mended = mend(before, now->second, is_at_mistakes ? mistakes : std::vector<TextSpan>());
    now->second = std::move(mended.text);
    parts[key] = std::move(mended.parts);
  }
  return parts;
}

std::vector<Reading::Shown> Reading::shown_findings() const {
  std::vector<Shown> shown;
  const auto& findings = result_.report.diagnostics;
  if (before_mistakes_ == nullptr) {
    for (const romas::Diagnostic& finding : findings) shown.push_back({this, &finding});
    return shown;
  }
  // Places in the texts of before that moved since, by file.
  struct Moved {
    const std::vector<PartPutBack>& parts;
    std::vector<TextSpan> mistakes;
    MovedOffsets offsets;
  };
  const Reading& before = *before_mistakes_;
  std::map<FileId, Moved> moved;          // by the file of before
  std::map<FileId, const Moved*> broken;  // by the file of this reading
  for (const auto& [key, put_back] : put_back_) {
    const FileId now = file(key), was = before.file(key);
    const auto added =
        moved.emplace(was, Moved{put_back, mistakes_in(result_, now),
                                 MovedOffsets(before.sources().text(was), sources().text(now))});
    broken.emplace(now, &added.first->second);
  }
  std::multimap<std::pair<Rule, std::string_view>, const romas::Diagnostic*> by_kind;
  for (const romas::Diagnostic& finding : findings) {
    const SourceRange place = sources().written(finding.range);
    const auto found = broken.find(place.file);
    const auto is_in = [&](const TextSpan& span) { return span.contains(place.begin); };
    const bool is_in_part = found != broken.end() &&
                            std::ranges::any_of(found->second->parts, is_in, &PartPutBack::broken) &&
                            std::ranges::none_of(found->second->mistakes, is_in);
    if (concerns_syntax(finding) || is_in_part)
      shown.push_back({this, &finding});
    else
      by_kind.emplace(std::pair(finding.rule, std::string_view(finding.message)), &finding);
  }
  for (const romas::Diagnostic& finding : before.result().report.diagnostics) {
    const SourceRange place = before.sources().written(finding.range);
    std::size_t begin = place.begin;
    if (const auto found = moved.find(place.file); found != moved.end()) {
      const auto is_in = [&](const TextSpan& span) { return span.contains(begin); };
      if (std::ranges::any_of(found->second.parts, is_in, &PartPutBack::mended)) continue;
      begin = found->second.offsets(begin);
      if (std::ranges::any_of(found->second.mistakes, is_in)) continue;
    }
    // The reading's own finding has the ranges of the current text, so that its fixes can be offered.
    const auto [first, last] = by_kind.equal_range({finding.rule, std::string_view(finding.message)});
    const auto same = std::find_if(first, last, [&](const auto& entry) {
      const SourceRange now = sources().written(entry.second->range);
      return now.begin == begin && key(now.file) == before.key(place.file);
    });
    if (same != last)
      shown.push_back({this, same->second});
    else
      shown.push_back({&before, &finding});
  }
  return shown;
}

bool Reading::knows(Rule rule, std::string_view message) const {
  const auto is_it = [&](const romas::Diagnostic& finding) {
    return finding.rule == rule && finding.message == message;
  };
  if (before_mistakes_ != nullptr) return before_mistakes_->knows(rule, message);
  return std::ranges::any_of(result_.report.diagnostics, is_it) || std::ranges::any_of(held_back_, is_it);
}

}  // namespace romas::lsp
