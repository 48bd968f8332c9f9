#include "lsp/features/places/mentions.h"

#include <algorithm>
#include <string_view>

#include "lsp/markup/tree/place.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// Paths and names of topics are no names of a robot.
bool is_part_of_word(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("_-/.:$}").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

// visit(offset) for each place where the whole word stands.
template <class Visit>
void for_each_word(std::string_view text, std::string_view word, const Visit& visit) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part_of_word(text[at - 1])) && (end == text.size() || !is_part_of_word(text[end])))
      visit(at);
  }
}

std::uint32_t line_of(std::string_view text, std::size_t offset) {
  return static_cast<std::uint32_t>(std::ranges::count(text.substr(0, offset), '\n')) + 1;
}

// Whether a word in XML stands where plugins and Gazebo say things in their own way.
bool is_foreign(const markup::Tree& tree, std::size_t offset) {
  const markup::Place place = markup::place_at(tree, static_cast<std::uint32_t>(offset) + 1);
  if (place.where != markup::Where::content && place.where != markup::Where::attribute_value) return false;
  return std::ranges::any_of(place.path, [&](markup::NodeId node) {
    const std::string_view name = tree.name(node);
    return name == "plugin" || name == "gazebo" || name == "ros2_control";
  });
}

bool is_known(const std::vector<std::shared_ptr<const Reading>>& readings, const std::string& key,
              std::size_t offset) {
  return std::ranges::any_of(readings, [&](const auto& reading) {
    const FileId file = reading->file(key);
    return file != 0 && (!reading->names().at(file, offset).empty() ||
                         !reading->program().at(file, static_cast<std::uint32_t>(offset)).empty());
  });
}

bool is_known(const YamlNames& yaml, std::size_t offset) {
  return std::ranges::any_of(yaml.names,
                             [&](const YamlName& name) { return name.begin <= offset && offset < name.end; });
}

bool is_comment_in_yaml(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::string_view line = before.substr(before.rfind('\n') + 1);  // of no line end: all of it
  return trim(line).starts_with('#') || line.find(" #") != std::string_view::npos;
}

}  // namespace

std::vector<Mention> find_mentions(const std::vector<std::shared_ptr<const Reading>>& readings,
                                   const std::vector<std::shared_ptr<const YamlNames>>& yamls,
                                   const std::function<bool(const YamlNames&)>& is_settled,
                                   const std::set<std::string>& words, std::size_t most) {
  std::vector<Mention> found;
  std::set<std::string> seen;
  const auto add = [&](const std::string& file, std::string_view text, std::size_t at,
                       const std::string& word) {
    if (found.size() < most) found.push_back({file, line_of(text, at), word});
  };
  for (const auto& yaml : yamls) {
    seen.insert(yaml->key);
    for (const std::string& word : words)
      for_each_word(yaml->text, word, [&](std::size_t at) {
        if (is_comment_in_yaml(yaml->text, at) || (is_known(*yaml, at) && is_settled(*yaml))) return;
        add(yaml->key, yaml->text, at, word);
      });
  }
  for (const auto& reading : readings)
    for (const auto& [key, file] : reading->files()) {
      const std::string_view text = reading->sources().text(file);
      if (!markup::is_xml(text) || !seen.insert(key).second) continue;
      const markup::Tree tree = markup::parse(text);
      for (const std::string& word : words)
        for_each_word(text, word, [&, &in = key](std::size_t at) {
          if (!is_known(readings, in, at) && is_foreign(tree, at)) add(in, text, at, word);
        });
    }
  return found;
}

}  // namespace romas::lsp
