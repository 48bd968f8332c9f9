#include "driver/project/xacro_roots.h"

#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "driver/host/worker_threads.h"
#include "driver/inputs/read_input.h"
#include "frontend/frontend.h"
#include "support/bytes/bytes.h"
#include "support/process/stop.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// The files that the text of an include can mean, as a pattern of keys (SourceManager::file_key): a star
// stands for what is computed. "…/arm/urdf/*.xacro" of "$(find arm)/urdf/$(arg model).xacro".
std::string pattern_of(std::string_view written, const std::string& source, const FileSearch& search) {
  std::string pattern;
  for (std::size_t at = 0; at < written.size();) {
    const bool find = written.substr(at).starts_with("$(find ");
    if (!written.substr(at).starts_with("$(") && !written.substr(at).starts_with("${")) {
      pattern += written[at++];
      continue;
    }
    const std::size_t end = std::min(written.find(written[at + 1] == '(' ? ')' : '}', at), written.size());
    constexpr std::size_t kFind = std::string_view("$(find ").size();
    const auto package = find && end < written.size()
                             ? find_package(trim(written.substr(at + kFind, end - at - kFind)), search)
                             : std::nullopt;
    pattern += package ? SourceManager::file_key(*package) : std::string("*");
    at = std::min(end + 1, written.size());
  }
  if (pattern.starts_with('*') || pattern.starts_with('/')) return pattern;
  return concat(fs::path(SourceManager::file_key(source)).parent_path().string(), "/", pattern);
}

// The patterns of all includes of a text.
std::vector<std::string> included_patterns(std::string_view text, const std::string& source,
                                           const FileSearch& search) {
  constexpr std::string_view kInclude = ":include", kFile = "filename=";
  std::vector<std::string> patterns;
  for (std::size_t at = text.find(kInclude); at != std::string_view::npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    const std::string_view tag = text.substr(at, text.find('>', at) - at);
    const std::size_t file = tag.find(kFile);
    if (file == std::string_view::npos || file + kFile.size() >= tag.size()) continue;
    const std::string_view value = tag.substr(file + kFile.size() + 1);
    const std::string_view written = value.substr(0, value.find(tag[file + kFile.size()]));
    const std::string pattern = pattern_of(written, source, search);
    // "*" alone could mean every file.
    if (!pattern.ends_with('*')) patterns.push_back(fs::path(pattern).lexically_normal().string());
  }
  return patterns;
}

// The result of expanding a file by itself.
struct Expanded {
  enum class Outcome : unsigned char { other, robot, definitions, failed, uncalled };
  Outcome outcome = Outcome::other;
  std::string key;                    // of the file
  std::set<std::string> reads;        // keys of other files
  std::vector<std::string> mentions;  // patterns of its includes, whether or not they were read
  std::vector<std::string> lacks;     // if it is uncalled: the arguments that only a caller gives
};

// Tells quickly of most files that they are not xacro.
bool may_be_xacro(const std::string& path) {
  if (path == "-") return false;
  if (path.ends_with(".xacro")) return true;
  std::string head(4096, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find("xacro") != std::string::npos;
}

// An expanded text may have no robot although nothing else is wrong with it: its links may all be in branches
// that are not taken.
Expanded::Outcome outcome_of(const ReadInput& read) {
  const ParsedText& parsed = read.parsed;
  const bool robot = parsed.semantics || std::any_of(parsed.models.begin(), parsed.models.end(),
                                                     [](const Model& model) { return !model.links.empty(); });
  if (!read.diagnostics->has_errors() && !parsed.malformed)
    return robot ? Expanded::Outcome::robot : Expanded::Outcome::definitions;
  if (robot || parsed.foreign_root) return Expanded::Outcome::failed;
  const std::vector<Diagnostic> found = read.diagnostics->sorted();
  const bool only_absent = std::all_of(found.begin(), found.end(), [](const Diagnostic& finding) {
    return finding.severity != Severity::error || finding.rule == Rule::no_robot ||
           finding.rule == Rule::robot_name;
  });
  return only_absent ? Expanded::Outcome::definitions : Expanded::Outcome::failed;
}

// The arguments without a value of a file that has no other error; empty: it has.
std::vector<std::string> lacking_arguments(const DiagnosticEngine& diagnostics) {
  std::vector<std::string> names;
  for (const Diagnostic& finding : diagnostics.sorted()) {
    if (finding.severity != Severity::error || finding.rule == Rule::no_robot ||
        finding.rule == Rule::robot_name)
      continue;
    const bool is_misspelt = !finding.fixes.empty() || !finding.notes.empty();
    if (finding.rule != Rule::xacro_argument || finding.subject.empty() || is_misspelt) return {};
    if (std::ranges::find(names, finding.subject) == names.end()) names.push_back(finding.subject);
  }
  return names;
}

// There are errors, but none by nature.
bool has_errors_by_request(const DiagnosticEngine& diagnostics) {
  if (!diagnostics.has_errors()) return false;
  const std::vector<Diagnostic> found = diagnostics.sorted();
  return std::none_of(found.begin(), found.end(), [](const Diagnostic& finding) {
    return rule_info(finding.rule).cls == RuleClass::error;
  });
}

// Keeps readings of robots for their compilation, up to a number that takes little memory beside the
// findings.
class KeptReadings {
 public:
  explicit KeptReadings(bool may_keep) : left_(may_keep ? kMost : 0) {}

  void keep(ReadInput read, std::shared_ptr<KeptReading>& to) {
    if (left_-- > 0) to = std::make_shared<KeptReading>(std::move(read));
  }

 private:
  static constexpr std::ptrdiff_t kMost = 256;
  std::atomic<std::ptrdiff_t> left_;
};

Expanded expand(const Input& input, const CompileRequest& given, KeptReadings& readings,
                std::shared_ptr<KeptReading>& kept) {
  Expanded result;
  result.key = SourceManager::file_key(input.file);
  CompileRequest request = request_for(input, given);
  request.input.robot.clear();  // which of several robots is wanted does not matter here
  request.emit.robots_optional = true;
  if (!is_about_robots(request)) request.emit.targets.clear();
  ReadInput read = load_input(input, request, nullptr);
  if (read.text.file == 0) return result;
  const std::string_view text = read.sources->text(read.text.file);
  const FrontendInfo* format = request.input.format == "auto" ? detect_frontend(input.file, text)
                                                              : find_frontend(request.input.format);
  if (format == nullptr || format->name != "xacro") return result;
  result.mentions = included_patterns(text, input.file, file_search(input.file, request.input.frontend));
  parse_input(input, request, read);
  // The outcome of a file does not depend on the severities of its findings.
  const bool again = has_errors_by_request(*read.diagnostics);
  if (again) {
    request.severities = {};
    request.ignores = {};
    read = load_input(input, request, nullptr);
    parse_input(input, request, read);
  }
  result.outcome = outcome_of(read);
  if (result.outcome == Expanded::Outcome::failed) result.lacks = lacking_arguments(*read.diagnostics);
  if (!result.lacks.empty()) result.outcome = Expanded::Outcome::uncalled;
  for (const std::string& file : read.files_read) result.reads.insert(SourceManager::file_key(file));
  result.reads.erase(result.key);
  if (result.outcome == Expanded::Outcome::robot && !again && !read.diagnostics->incomplete())
    readings.keep(std::move(read), kept);
  return result;
}

std::string keep(const Expanded& file) {
  ByteWriter to;
  to.number(static_cast<std::uint64_t>(file.outcome)).text(file.key);
  to.number(file.reads.size());
  for (const std::string& key : file.reads) to.text(key);
  to.number(file.mentions.size());
  for (const std::string& pattern : file.mentions) to.text(pattern);
  to.number(file.lacks.size());
  for (const std::string& name : file.lacks) to.text(name);
  return to.take();
}

std::optional<Expanded> restore(std::string_view kept) {
  ByteReader from(kept);
  Expanded file;
  file.outcome =
      static_cast<Expanded::Outcome>(from.number(static_cast<unsigned>(Expanded::Outcome::uncalled)));
  file.key = from.text();
  for (std::size_t left = from.count(); left > 0; --left) file.reads.emplace(from.text());
  for (std::size_t left = from.count(); left > 0; --left) file.mentions.emplace_back(from.text());
  for (std::size_t left = from.count(); left > 0; --left) file.lacks.emplace_back(from.text());
  return from.done() ? std::optional(std::move(file)) : std::nullopt;
}

// Takes the result from the cache, if it is known there.
Expanded find_expanded(const Input& input, const CompileRequest& request, ResultCache* cache,
                       KeptReadings& readings, std::shared_ptr<KeptReading>& kept) {
  if (!may_be_xacro(input.file)) {
    Expanded other;
    other.key = SourceManager::file_key(input.file);
    return other;
  }
  if (cache == nullptr) return expand(input, request, readings, kept);
  const ResultCache::Place place = cache->place_of(ResultCache::Kind::part, input);
  if (const auto known = cache->find(place, input))
    if (auto file = restore(*known)) return std::move(*file);
  FileRecord record;
  const Recording recording(&record);
  Expanded file = expand(input, request, readings, kept);
  cache->keep(place, input, record, keep(file));
  return file;
}

class RootFinder {
 public:
  RootFinder(const std::vector<Input>& inputs, std::vector<Expanded> expanded,
             std::vector<std::shared_ptr<KeptReading>> kept)
      : inputs_(inputs), expanded_(std::move(expanded)), kept_(std::move(kept)), is_root_(inputs.size()) {}

  XacroRoots find() {
    std::set<std::string> read_by_others;
    for (const Expanded& file : expanded_) read_by_others.insert(file.reads.begin(), file.reads.end());
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (!may_be_part(i) || (!read_by_others.contains(expanded_[i].key) && is_robot(i))) add_root(i);
    add_circles();
    XacroRoots roots;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (is_root_[i]) {
        if (inputs_[i].found && !expanded_[i].lacks.empty())
          roots.uncalled.emplace(roots.inputs.size(), expanded_[i].lacks);
        roots.inputs.emplace_back(inputs_[i]).read = kept_[i];
        roots.reads.push_back(expanded_[i].reads);
      } else if (!reached_.contains(expanded_[i].key)) {
        roots.unreached.push_back(inputs_[i].file);
      }
    }
    return roots;
  }

 private:
  using Outcome = Expanded::Outcome;

  bool may_be_part(std::size_t i) const { return inputs_[i].found && expanded_[i].outcome != Outcome::other; }
  // Whether a file that no other file reads is a robot.
  bool is_robot(std::size_t i) const {
    const Expanded& file = expanded_[i];
    if (file.outcome != Outcome::failed && file.outcome != Outcome::uncalled)
      return file.outcome == Outcome::robot;
    return std::none_of(expanded_.begin(), expanded_.end(), [&](const Expanded& other) {
      return other.key != file.key &&
             std::any_of(other.mentions.begin(), other.mentions.end(), [&](const std::string& pattern) {
               return ::fnmatch(pattern.c_str(), file.key.c_str(), FNM_NOESCAPE) == 0;
             });
    });
  }
  void add_root(std::size_t i) {
    is_root_[i] = true;
    reached_.insert(expanded_[i].reads.begin(), expanded_[i].reads.end());
  }
  // For files that read each other in a circle, and that no root reads, the first of them is compiled.
  void add_circles() {
    std::map<std::string_view, const Expanded*> by_key;
    for (const Expanded& file : expanded_) by_key.emplace(file.key, &file);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Expanded& file = expanded_[i];
      if (is_root_[i] || reached_.contains(file.key)) continue;
      const bool in_circle = std::any_of(file.reads.begin(), file.reads.end(), [&](const std::string& read) {
        const auto other = by_key.find(read);
        return other != by_key.end() && other->second->reads.contains(file.key);
      });
      if (in_circle) add_root(i);
    }
  }

  const std::vector<Input>& inputs_;
  const std::vector<Expanded> expanded_;
  const std::vector<std::shared_ptr<KeptReading>> kept_;
  std::vector<bool> is_root_;
  std::set<std::string> reached_;
};

}  // namespace

bool is_xacro(const std::string& path) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId text = sources.read_file(path, error);
  const FrontendInfo* format = detect_frontend(path, text == 0 ? std::string_view() : sources.text(text));
  return format != nullptr && format->name == "xacro";
}

XacroRoots find_xacro_roots(const std::vector<Input>& inputs, const CompileRequest& request, unsigned threads,
                            ResultCache* cache, bool compiles_next, const std::function<void()>& begin_file) {
  std::vector<Expanded> expanded(inputs.size());
  std::vector<std::shared_ptr<KeptReading>> kept(inputs.size());
  KeptReadings readings(compiles_next && cache == nullptr && is_about_robots(request));
  run_in_threads(inputs.size(), threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency()),
                 [&](std::size_t i) {
                   if (begin_file) begin_file();
                   try {
                     expanded[i] = find_expanded(inputs[i], request, cache, readings, kept[i]);
                   } catch (const Stopped&) {
                     throw;
                   } catch (const std::exception&) {
                     expanded[i].outcome = Expanded::Outcome::other;  // told when it is compiled
                   }
                 });
  return RootFinder(inputs, std::move(expanded), std::move(kept)).find();
}

}  // namespace romas::driver
