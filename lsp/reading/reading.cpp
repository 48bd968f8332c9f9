#include "lsp/reading/reading.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>

#include "driver/several/shared_servo_map.h"
#include "lsp/reading/held_back.h"
#include "support/text/text.h"

namespace romas::lsp {

MovedOffsets::MovedOffsets(std::string_view from, std::string_view to)
    : from_size_(from.size()), to_size_(to.size()) {
  const std::size_t most = std::min(from.size(), to.size());
  prefix_ = static_cast<std::size_t>(
      std::mismatch(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(most), to.begin()).first -
      from.begin());
  while (suffix_ < most - prefix_ && from[from.size() - 1 - suffix_] == to[to.size() - 1 - suffix_])
    ++suffix_;
  match_lines(from.substr(prefix_, from.size() - prefix_ - suffix_),
              to.substr(prefix_, to.size() - prefix_ - suffix_));
}

void MovedOffsets::match_lines(std::string_view from, std::string_view to) {
  struct Occurrence {
    std::size_t from = 0, to = 0;              // its begin
    std::size_t count_from = 0, count_to = 0;  // how often it is there
  };
  std::unordered_map<std::string_view, Occurrence> known;
  std::vector<std::string_view> order;
  const auto for_each_line = [](std::string_view text, const auto& visit) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      visit(text.substr(begin, end - begin), begin);
      begin = end + 1;
    }
  };
  for_each_line(from, [&](std::string_view line, std::size_t begin) {
    Occurrence& found = known[line];
    if (++found.count_from == 1) order.push_back(line);
    found.from = begin;
  });
  for_each_line(to, [&](std::string_view line, std::size_t begin) {
    const auto found = known.find(line);
    if (found == known.end()) return;
    ++found->second.count_to;
    found->second.to = begin;
  });
  std::size_t behind = 0;  // lines that changed places are not followed
  for (const std::string_view line : order) {
    const Occurrence& found = known.at(line);
    if (found.count_from != 1 || found.count_to != 1 || found.to < behind) continue;
    lines_.push_back({prefix_ + found.from, prefix_ + found.to, line.size()});
    behind = found.to + line.size();
  }
}

std::size_t MovedOffsets::operator()(std::size_t offset) const {
  if (offset <= prefix_) return offset;
  if (offset >= from_size_ - suffix_) return offset + to_size_ - from_size_;
  auto line =
      std::upper_bound(lines_.begin(), lines_.end(), offset,
                       [](std::size_t wanted, const Line& candidate) { return wanted < candidate.from; });
  if (line == lines_.begin()) return prefix_;
  --line;
  return line->to + std::min(offset - line->from, line->size);
}

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
  hold_back_consequences(result_);
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

}  // namespace romas::lsp
