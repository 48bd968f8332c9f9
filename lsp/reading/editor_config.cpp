#include "lsp/reading/editor_config.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "support/files/files.h"
#include "support/files/path_pattern.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::size_t kMostAlternatives = 1000;  // of the braces of one section

struct Braces {
  std::size_t open = 0, close = 0;
  std::vector<std::string> choices;
};

// "3..7" stands for its numbers.
std::vector<std::string> numbers_in(std::string_view range) {
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos) return {};
  const auto first = parse_double(range.substr(0, dots)), last = parse_double(range.substr(dots + 2));
  if (!first || !last || *last - *first > static_cast<double>(kMostAlternatives)) return {};
  std::vector<std::string> numbers;
  for (double number = *first; number <= *last; ++number) numbers.push_back(format_double(number));
  return numbers;
}

// The first pair of braces with its choices. Braces around a single word are no choice.
std::optional<Braces> first_braces(std::string_view pattern) {
  for (std::size_t open = pattern.find('{'); open != std::string_view::npos;
       open = pattern.find('{', open + 1)) {
    Braces braces{open, open, {}};
    std::size_t depth = 0, begin = open + 1;
    for (std::size_t at = open; at < pattern.size(); ++at) {
      if (pattern[at] == '{') ++depth;
      if (pattern[at] == '}') --depth;
      const bool ends = depth == 0;
      if (!ends && !(depth == 1 && pattern[at] == ',')) continue;
      braces.choices.emplace_back(pattern.substr(begin, at - begin));
      begin = at + 1;
      braces.close = at;
      if (ends) break;
    }
    if (depth != 0) continue;
    if (braces.choices.size() == 1) braces.choices = numbers_in(braces.choices.front());
    if (!braces.choices.empty()) return braces;
  }
  return std::nullopt;
}

bool matches_section(std::string_view section, std::string_view path) {
  std::vector<std::string> patterns = {std::string(section)};
  for (std::size_t i = 0; i < patterns.size() && patterns.size() < kMostAlternatives; ++i) {
    const std::string pattern = patterns[i];
    const auto braces = first_braces(pattern);
    if (!braces) {
      const auto plain = PathPattern::parse(pattern);
      if (plain && plain->matches(path, false) != plain->negated()) return true;
      continue;
    }
    for (const std::string& choice : braces->choices)
      patterns.push_back(concat(std::string_view(pattern).substr(0, braces->open), choice,
                                std::string_view(pattern).substr(braces->close + 1)));
  }
  return false;
}

}  // namespace

bool add_editor_config(std::string_view text, std::string_view path, EditorConfig& config) {
  bool is_root = false, is_in_section = false, counts = false;
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.empty() || line.starts_with('#') || line.starts_with(';')) continue;
    if (line.starts_with('[') && line.ends_with(']')) {
      is_in_section = true;
      counts = matches_section(line.substr(1, line.size() - 2), path);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string key = to_lower(trim(line.substr(0, equals)));
    const std::string value = to_lower(trim(line.substr(equals + 1)));
    if (!is_in_section && key == "root") is_root = value == "true";
    if (counts) config[key] = value;
  }
  return is_root;
}

EditorConfig editor_config_of(const std::string& path) {
  constexpr std::uint64_t kLargest = 1U << 20U;
  std::vector<EditorConfig> found;  // the innermost first
  const std::filesystem::path file(path);
  for (std::filesystem::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    const auto text = read_plain_file((folder / ".editorconfig").string(), kLargest);
    const bool is_root =
        text && add_editor_config(text->content, file.lexically_relative(folder).generic_string(),
                                  found.emplace_back());
    if (is_root || folder == folder.parent_path()) break;
  }
  EditorConfig config;
  for (auto inner = found.rbegin(); inner != found.rend(); ++inner)
    for (const auto& [key, value] : *inner) config[key] = value;
  std::erase_if(config, [](const auto& entry) { return entry.second == "unset"; });
  return config;
}

}  // namespace romas::lsp
