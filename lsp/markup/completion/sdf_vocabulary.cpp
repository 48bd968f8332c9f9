// SDF: the tables of ir/format.
#include <algorithm>
#include <string>

#include "ir/format/sdf.h"
#include "ir/format/sdf_words.h"
#include "ir/format/since.h"
#include "lsp/markup/completion/row_vocabulary.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

bool is_place(std::string_view place) {
  return std::ranges::any_of(sdf::kChildren, [&](const sdf::Child& child) { return child.parent == place; });
}

// The longest end of the path that is a place of sdf.def.
std::string place_of(Path path) {
  for (std::size_t count = std::min<std::size_t>(path.size(), 3); count > 1; --count) {
    std::string place = join(path.last(count), "/");
    if (is_place(place)) return place;
  }
  return path.empty() ? std::string() : std::string(path.back());
}

// How many names of the path lead to the innermost sensor, with it; 0: none.
std::size_t sensor_in(Path path) {
  for (std::size_t i = path.size(); i > 0; --i)
    if (path[i - 1] == "sensor") return i;
  return 0;
}

// The path from the sensor as a row of the table writes it: noise inside of a group is "*/noise".
std::string in_sensor(Path path) {
  std::string inside = join(path.subspan(sensor_in(path)), "/");
  const std::size_t noise = inside.find("/noise");
  const auto is_row = [](std::string_view wanted) {
    return std::ranges::find(sdf::kSensorParts, wanted, &sdf::SensorPart::path) !=
           std::end(sdf::kSensorParts);
  };
  if (noise != std::string::npos && !is_row(inside) && sdf::find_sensor_part(inside) != nullptr)
    return "*" + inside.substr(noise);
  return inside;
}

std::string_view sensor_meaning(sdf::SensorContent content) {
  switch (content) {
    case sdf::SensorContent::group: return "settings of the sensor";
    case sdf::SensorContent::any: return "content for a plugin";
    default: return "a setting of the sensor";
  }
}

void add_sensor_parts(Path path, std::string_view inside, std::vector<ElementWord>& words) {
  for (const sdf::SensorPart& part : sdf::kSensorParts) {
    if (!part.path.starts_with(inside)) continue;
    std::string_view name = part.path.substr(inside.size());
    if (!inside.empty() && !name.starts_with('/')) continue;
    if (!inside.empty()) name.remove_prefix(1);
    if (name.empty() || name.find('/') != std::string_view::npos || name == "*") continue;
    const sdf::ElementMeaning* known = sdf::find_meaning("sensor", name);
    words.push_back({name, known != nullptr ? known->meaning : sensor_meaning(part.content),
                     name == "plugin" ? Occurs::many : Occurs::optional, sdf::since(path, name)});
  }
}

// Shapes exclude each other; what a joint or shape cannot be without is put into snippets.
Occurs occurs(const sdf::Child& child) {
  if (child.parent == "geometry") return Occurs::choice;
  constexpr std::string_view kNeeded[] = {
      "visual geometry", "collision geometry", "joint parent",    "joint child",    "box size",
      "sphere radius",   "cylinder radius",    "cylinder length", "capsule radius", "capsule length",
      "ellipsoid radii", "mesh uri",           "axis xyz"};
  if (std::ranges::find(kNeeded, concat(child.parent, " ", child.name)) != std::end(kNeeded))
    return Occurs::required;
  return child.count == sdf::Count::many ? Occurs::many : Occurs::optional;
}

ElementWord word_of(const sdf::Child& child, std::string_view since) {
  const sdf::ElementMeaning* known = sdf::find_meaning(child.parent, child.name);
  return {child.name, known != nullptr ? known->meaning : std::string_view(), occurs(child), since};
}

class SdfVocabulary : public Vocabulary {
 public:
  std::vector<ElementWord> children(Path path) const override {
    std::vector<ElementWord> words;
    if (path.empty()) return {{"sdf", "a document of SDFormat", Occurs::required}};
    if (sensor_in(path) > 0) {
      const std::string inside = in_sensor(path);
      add_sensor_parts(path, inside, words);
      if (inside.find('/') != std::string::npos && find_child(words, "noise") == nullptr &&
          sdf::find_sensor_part(inside + "/noise") != nullptr && inside.find("noise") == std::string::npos)
        words.push_back(
            {"noise", "how the measured values scatter", Occurs::optional, sdf::since(path, "noise")});
      return words;
    }
    const std::string place = place_of(path);
    for (const sdf::Child& child : sdf::kChildren)
      // Elements that the specification has given up are still read.
      if (child.parent == place && find_child(words, child.name) == nullptr)
        words.push_back(word_of(child, sdf::since(path, child.name)));
    return words;
  }
  std::vector<AttributeWord> attributes(Path path) const override {
    std::vector<AttributeWord> words;
    for (const sdf::AttributeMeaning& row : sdf::kAttributeMeanings)
      if (!path.empty() && row.element == path.back())
        words.push_back(
            {row.name, row.meaning, row.required, row.words, sdf::since(path, concat("@", row.name))});
    return words;
  }
  bool holds_text(Path path) const override {
    if (path.size() < 2) return false;
    if (sensor_in(path) > 0) {
      const sdf::SensorPart* part = sdf::find_sensor_part(in_sensor(path));
      return part != nullptr && (part->content == sdf::SensorContent::text || path.back() == "pose");
    }
    const std::string place = place_of(path.first(path.size() - 1));
    return sdf::find_child(place, path.back()) != nullptr && children(path).empty() &&
           path.back() != "empty" && path.back() != "plugin";
  }
  std::string_view text_words(Path path) const override {
    if (path.size() < 2) return {};
    const sdf::ElementMeaning* row = sdf::find_meaning(place_of(path.first(path.size() - 1)), path.back());
    return row == nullptr ? std::string_view() : row->words;
  }
  // The specification has a page for each of these, with their content.
  std::string page(Path path) const override {
    constexpr std::string_view kPages[] = {"sdf",   "world",     "scene",  "state",    "physics",
                                           "light", "actor",     "model",  "link",     "sensor",
                                           "joint", "collision", "visual", "material", "geometry"};
    for (auto name = path.rbegin(); name != path.rend(); ++name)
      if (std::ranges::find(kPages, *name) != std::end(kPages))
        return concat("http://sdformat.org/spec?elem=", *name);
    return "http://sdformat.org/spec";
  }
  std::vector<ElementWord> everywhere() const override {
    std::vector<ElementWord> words = children(std::vector<std::string_view>{"sdf", "model"});
    for (const sdf::Child& child : sdf::kChildren)
      if (find_child(words, child.name) == nullptr) words.push_back(word_of(child, {}));
    return words;
  }
};

}  // namespace

const Vocabulary& sdf_vocabulary() {
  static const SdfVocabulary vocabulary;
  return vocabulary;
}

}  // namespace romas::markup
