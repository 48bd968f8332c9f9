#include "driver/project/launch_roots.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "driver/inputs/find_inputs.h"
#include "driver/project/launch_texts.h"
#include "driver/project/xacro_roots.h"
#include "ir/packages/file_search.h"
#include "support/files/files.h"
#include "support/sources/source_manager.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

constexpr int kMostIncludes = 8, kMostSubstitutions = 16;
constexpr std::size_t kMostCalls = 1000, kMostReads = 10'000, kMostValues = 1'000'000,
                      kMostTextBytes = 100'000;
constexpr std::size_t kMostModuleBytes = 1'000'000;
constexpr std::string_view kUnknownPart = "$(unknown ";

using Values = std::map<std::string, std::string, std::less<>>;

// The end of the substitution "$(…)" that begins at `at`, behind its bracket.
std::size_t end_of_substitution(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return text.size();
}

// The words of a command, as a shell divides them. Substitutions are parts of words.
std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = '\0';
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (command.substr(at).starts_with("$(")) {
      const std::size_t end = end_of_substitution(command, at + 1);
      word += command.substr(at, end - at);
      begun = true;
      at = end - 1;
    } else if (quote != '\0' ? c == quote : c == '"' || c == '\'') {
      quote = quote != '\0' ? '\0' : c;
      begun = true;
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      if (begun) words.push_back(std::move(word));
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(std::move(word));
  return words;
}

// The reason of the first part that is only known at run time; empty if all is known.
std::string reason_of_unknown(std::string_view text) {
  const std::size_t at = text.find(kUnknownPart);
  if (at == std::string_view::npos) return {};
  const std::size_t end = end_of_substitution(text, at + 1), begin = at + kUnknownPart.size();
  return std::string(text.substr(begin, end - begin - 1));
}

std::string absolute_folder_of(const std::string& path) {
  std::error_code error;
  return fs::absolute(path, error).parent_path().string();
}

class LaunchReader {
 public:
  explicit LaunchReader(const FrontendOptions& options) : options_(options) {}

  // `through`: the launch files that include it, as messages say them.
  void read(const std::string& path, const Values& given, int depth,
            const std::string& through = {}) {  // NOLINT(misc-no-recursion): bounded
    if (++reads_ > kMostReads) return;
    open_.push_back(path);
    const auto close = [this](const void*) { open_.pop_back(); };
    const std::unique_ptr<const void, decltype(close)> open(this, close);
    const auto [known, is_new] = texts_.try_emplace(path);
    if (is_new) {
      known->second = read_launch_texts(path, [&](const std::string& written, std::string& module) {
        return text_of(written, path, module);
      });
      for (const auto& [file, line] : known->second.followed) followed_.emplace(shown(file), line);
    }
    const LaunchTexts& texts = known->second;
    const Scope scope{path, texts.defaults, given};
    for (const LaunchTexts::Command& command : texts.commands)
      add_call(shell_words(substitute(command.text, scope, 0)),
               concat(shown(path), ":", command.line, through), path);
    if (depth >= kMostIncludes) return;
    for (const LaunchTexts::Include& include : texts.includes) {
      const auto file = found(substitute(include.file, scope, 0), path);
      if (!file) continue;
      Values values;
      for (const auto& [name, value] : include.arguments) values.emplace(name, substitute(value, scope, 0));
      read(*file, values, depth + 1, concat(" through ", path));
    }
  }

  // The calls in the order of their places, without those in functions that calls elsewhere were followed
  // into.
  std::vector<XacroCall> take() {
    std::erase_if(calls_, [&](const XacroCall& call) {
      return std::ranges::any_of(
          followed_, [&](const auto& place) { return call.place == concat(place.first, ":", place.second); });
    });
    return std::move(calls_);
  }

 private:
  struct Scope {
    const std::string& path;
    const Values& defaults;
    const Values& given;
  };

  static std::string shown(const std::string& path) {
    return fs::path(path).is_absolute() ? path_in(path, ".") : path;
  }
  // A module in Python that a launch file names.
  std::optional<std::string> text_of(const std::string& written, const std::string& path,
                                     std::string& module) {
    const Values none;
    const auto file = found(substitute(written, {path, none, none}, 0), path);
    if (!file) return std::nullopt;
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId id = sources.read_file(*file, error, kMostModuleBytes);
    if (id == 0) return std::nullopt;
    module = *file;
    return std::string(sources.text(id));
  }

  std::string value_of(std::string_view name, const Scope& scope,
                       int depth) {  // NOLINT(misc-no-recursion)
    if (const auto value = scope.given.find(name); value != scope.given.end()) return value->second;
    if (const auto value = scope.defaults.find(name); value != scope.defaults.end())
      return substitute(value->second, scope, depth + 1);
    return concat(kUnknownPart, "the launch argument '", name, "' has no default)");
  }

  // $(find PACKAGE) and parts that are not known stay.
  std::string substitute(std::string_view text, const Scope& scope,
                         int depth) {  // NOLINT(misc-no-recursion)
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (out.size() > kMostTextBytes || values_ > kMostValues) return concat(kUnknownPart, "an expression)");
      if (!text.substr(at).starts_with("$(")) {
        out += text[at++];
        continue;
      }
      const std::size_t end = end_of_substitution(text, at + 1);
      out += value_of_substitution(text.substr(at, end - at), scope, depth);
      at = end;
    }
    return out;
  }

  std::string value_of_substitution(std::string_view written, const Scope& scope,
                                    int depth) {  // NOLINT(misc-no-recursion)
    if (written.starts_with(kUnknownPart)) return std::string(written);
    if (++values_ > kMostValues || depth > kMostSubstitutions) return concat(kUnknownPart, "an expression)");
    const std::string inner = substitute(written.substr(2, written.size() - 3), scope, depth + 1);
    const std::vector<std::string> words = shell_words(inner);
    const std::string_view kind = words.empty() ? std::string_view() : std::string_view(words.front());
    if (kind == "dirname") return absolute_folder_of(scope.path);
    if (words.size() > 1) {
      if (kind == "find" || kind == "find-pkg-share") return concat("$(find ", words[1], ")");
      if (kind == "arg" || kind == "var") return value_of(words[1], scope, depth);
      if (kind == "find-exec") return words[1];
      if (kind == "optenv") return words.size() > 2 ? words[2] : std::string();
    }
    return concat(kUnknownPart, kind == "env" ? "an environment variable" : concat("$(", kind, " …)"), ")");
  }

  // The file that a text means in a launch file. Nothing if there is none.
  std::optional<std::string> found(const std::string& written, const std::string& path) const {
    std::string name = written;
    if (name.starts_with("$(find ")) {
      const std::size_t end = end_of_substitution(name, 1);
      name = concat("package://", trim(std::string_view(name).substr(7, end - 8)), name.substr(end));
    }
    return resolve_mesh_path(name, file_search(path, options_));
  }

  void add_call(const std::vector<std::string>& words, std::string place, const std::string& path) {
    const auto is_program = [](const std::string& word) {
      return word == "xacro" || word == "xacro.py" || word.ends_with("/xacro") || word.ends_with("/xacro.py");
    };
    auto word = std::find_if(words.begin(), words.end(), is_program);
    while (word != words.end() && std::next(word) != words.end() && is_program(*std::next(word))) ++word;
    if (word == words.end() || calls_.size() >= kMostCalls) return;
    XacroCall call;
    call.place = std::move(place);
    std::string file;
    for (++word; word != words.end(); ++word) {
      const std::size_t sign = word->find(":=");
      if (*word == "-o") {
        if (std::next(word) != words.end()) ++word;
      } else if (sign != std::string::npos) {
        add_argument(call, word->substr(0, sign), word->substr(sign + 2));
      } else if (!word->starts_with('-') && file.empty()) {
        file = *word;
      }
    }
    find_file(call, file, path);
    std::ranges::sort(call.arguments);
    const auto is_same = [&](const XacroCall& other) {
      return other.file == call.file && other.arguments == call.arguments && other.unknown == call.unknown &&
             (!call.file.empty() || other.place == call.place);
    };
    auto known = std::ranges::find_if(calls_, is_same);
    if (known == calls_.end()) known = calls_.insert(known, std::move(call));
    known->launch_files.insert(open_.begin(), open_.end());
  }

  static void add_argument(XacroCall& call, std::string name, std::string value) {
    std::string reason = reason_of_unknown(value);
    if (!reason.empty())
      call.unknown.emplace_back(std::move(name), std::move(reason));
    else
      call.arguments.emplace_back(std::move(name), std::move(value));
  }

  void find_file(XacroCall& call, const std::string& written, const std::string& path) const {
    if (const std::string reason = reason_of_unknown(written); !reason.empty()) {
      call.problem = concat("the file is only known at run time: ", reason);
    } else if (const auto file = found(written, path); !file) {
      call.problem = written.empty() ? "the command names no file" : concat("'", written, "' was not found");
    } else if (!is_xacro(*file)) {
      call.problem = concat("'", written, "' is no xacro file");
    } else {
      call.file = *file;
      call.needed = std::ranges::any_of(call.unknown,
                                        [&](const auto& each) { return !has_default(*file, each.first); });
    }
  }

  // Whether a xacro file says a default of its argument, before it reads the argument.
  static bool has_default(const std::string& file, std::string_view name) {
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId id = sources.read_file(file, error);
    const std::string_view text = id == 0 ? std::string_view() : sources.text(id);
    for (std::size_t at = text.find(":arg "); at != std::string_view::npos; at = text.find(":arg ", at + 1)) {
      const std::string_view tag = text.substr(at, text.find('>', at) - at);
      if ((tag.find(concat("\"", name, "\"")) != std::string_view::npos ||
           tag.find(concat("'", name, "'")) != std::string_view::npos) &&
          tag.find("default") != std::string_view::npos)
        return text.substr(0, at).find(concat("$(arg ", name, ")")) == std::string_view::npos;
    }
    return false;
  }

  const FrontendOptions& options_;
  std::map<std::string, LaunchTexts> texts_;
  std::vector<XacroCall> calls_;
  std::vector<std::string> open_;  // the launch files that are being read, each included by the one before
  std::set<std::pair<std::string, std::uint32_t>> followed_;
  std::size_t reads_ = 0, values_ = 0;
};

// A value of YAML, in quotes unless it is plain.
std::string yaml_text(std::string_view text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '/' || c == '.';
  });
  return plain ? std::string(text) : json_string(text);
}

}  // namespace

std::string path_in(const std::string& file, const std::string& folder) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? "." : folder, error);
  return fs::weakly_canonical(file, error).lexically_relative(root).generic_string();
}

LaunchRoots find_launch_roots(const std::string& folder, const FrontendOptions& options) {
  FolderSearch search;
  search.format = "xacro";
  for (const char* pattern : {"*.launch", "*.xml", "*.py", "*.yaml", "*.yml"})
    search.beside.push_back(*PathPattern::parse(pattern));
  const FoundInputs found = find_inputs(folder, search);
  LaunchReader reader(options);
  for (const std::string& file : found.beside) reader.read(file, {}, 0);
  return {reader.take(), found.beside.size()};
}

bool is_root_of(const XacroCall& call, const std::string& folder) {
  return !call.file.empty() && !path_in(call.file, folder).starts_with("..");
}

std::string project_text(const std::vector<XacroCall>& calls, const std::string& folder) {
  std::string text =
      "# The xacro files that are robots, with their arguments, from the launch files: romasc --init.\n";
  std::set<std::string> written;
  std::string roots;
  bool any = false;
  for (const XacroCall& call : calls) {
    if (!is_root_of(call, folder)) continue;
    std::string root = concat("- {file: ", yaml_text(path_in(call.file, folder)));
    if (!call.arguments.empty())
      root += concat(", args: {",
                     join(call.arguments, ", ",
                          [](const auto& argument) {
                            return concat(yaml_text(argument.first), ": ", yaml_text(argument.second));
                          }),
                     "}");
    if (!written.insert(concat(root, call.needed)).second) continue;
    any = any || !call.needed;
    roots += concat(call.needed ? "# " : "  ", root, "}  # ", call.place, "\n");
    for (const auto& [name, reason] : call.unknown)
      roots += concat("  # ", name, " is only known at run time: ", reason, "\n");
  }
  return concat(text, any ? "roots:\n" : "roots: []\n", roots);
}

}  // namespace romas::driver
