#include "frontend/mjcf/grammar/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "support/text/text.h"

namespace romas::mjcf {

namespace {

struct KindInfo {
  std::string_view word;
  bool of_file;
};
enum class Scope : unsigned char { model, file };
constexpr KindInfo kKinds[] = {
    {"", false},
#define MJCF_NAME_KIND(kind, word, scope) {word, Scope::scope == Scope::file},
#include "frontend/mjcf/grammar/name_kinds.def"
    {"", false},
    {"", false},
};

constexpr ElementInfo kElements[] = {
#define MJCF_ELEMENT(parents, names, occurs, meaning) {parents, names, Occurs::occurs, meaning},
#include "frontend/mjcf/grammar/elements.def"
};

constexpr AttributeInfo kAttributes[] = {
#define MJCF_TEXT(places, names, meaning) {places, names, meaning},
#define MJCF_WORDS(places, names, words, meaning) {places, names, meaning, words},
#define MJCF_NUMBERS(places, names, quantity, meaning) {places, names, meaning, {}, Quantity::quantity},
#define MJCF_NAME(places, name, kind, meaning) \
  {places, name, meaning, {}, Quantity::none, NameKind::kind, true},
#define MJCF_REFERENCE(places, name, kind, meaning) \
  {places, name, meaning, {}, Quantity::none, NameKind::kind, false},
#define MJCF_FILE(places, name, folder, meaning) \
  {places, name, meaning, {}, Quantity::none, NameKind::none, false, Folder::folder},
#include "frontend/mjcf/grammar/attributes.def"
};

// visit(word) for each word of a list.
template <class Visit>
void for_each_word(std::string_view list, Visit&& visit) {
  while (!list.empty()) {
    const std::size_t space = std::min(list.find(' '), list.size());
    if (space > 0) visit(list.substr(0, space));
    list.remove_prefix(std::min(space + 1, list.size()));
  }
}

bool lists_word(std::string_view list, std::string_view word) {
  bool found = false;
  for_each_word(list, [&](std::string_view each) { found = found || each == word; });
  return found;
}

bool holds_bodies(std::string_view element) {
  return element == "worldbody" || element == "frame" || element == "replicate";
}

// How well a place fits an element: 0 not at all, 1 as any element, 4 by itself and its parent.
int fit(std::string_view places, std::string_view parent, std::string_view element) {
  int best = 0;
  for_each_word(places, [&](std::string_view place) {
    const std::size_t slash = place.find('/');
    int here = 0;
    if (slash == std::string_view::npos)
      here = place == element ? 2 : place == "*" ? 1 : 0;
    else if (place.substr(0, slash) == parent)
      here = place.substr(slash + 1) == element ? 4 : place.substr(slash + 1) == "*" ? 3 : 0;
    best = std::max(best, here);
  });
  return best;
}

using Rows = std::unordered_map<std::string_view, std::vector<const AttributeInfo*>>;
// By the name of the attribute.
const Rows& rows() {
  static const Rows rows = [] {
    Rows result;
    for (const AttributeInfo& row : kAttributes)
      for_each_word(row.names, [&](std::string_view name) { result[name].push_back(&row); });
    return result;
  }();
  return rows;
}

const Word* find_schema(std::string_view parent, std::string_view element) {
  if (parent == "actuator" || parent == "default")
    if (const Word* actuator = find_actuator(element)) return actuator;
  if (parent == "tendon" || parent == "spatial" || parent == "fixed" || parent == "sensor") return nullptr;
  if (parent == "equality") {
    for (const Word* word : {&kConnect, &kWeld, &kJointEquality})
      if (word->name == element) return word;
    return nullptr;
  }
  if (parent != "custom" && element == "text") return nullptr;
  for (const Word* word : {&kMujoco,     &kCompiler, &kOption, &kDefault,   &kMesh,    &kTexture,  &kMaterial,
                           &kModelAsset, &kBody,     &kFrame,  &kReplicate, &kAttach,  &kInertial, &kJoint,
                           &kFreeJoint,  &kGeom,     &kSite,   &kCamera,    &kExclude, &kKey,      &kTextRow})
    if (word->name == element) return word;
  return nullptr;
}

}  // namespace

std::string_view word_of(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].word; }
bool is_of_file(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].of_file; }

NameKind kind_of_type(std::string_view word) {
  struct Row {
    std::string_view word;
    NameKind kind;
  };
  constexpr std::array<Row, 13> kTypes = {{{"body", NameKind::body},
                                           {"xbody", NameKind::body},
                                           {"joint", NameKind::joint},
                                           {"geom", NameKind::geom},
                                           {"site", NameKind::site},
                                           {"camera", NameKind::camera},
                                           {"light", NameKind::light},
                                           {"tendon", NameKind::tendon},
                                           {"actuator", NameKind::actuator},
                                           {"sensor", NameKind::sensor},
                                           {"equality", NameKind::equality},
                                           {"flex", NameKind::flex},
                                           {"skin", NameKind::skin}}};
  const auto* found = std::ranges::find(kTypes, word, &Row::word);
  return found == kTypes.end() ? NameKind::none : found->kind;
}

bool ElementInfo::stands_in(std::string_view parent) const {
  return lists_word(parents, parent) || (holds_bodies(parent) && lists_word(parents, "body"));
}

std::span<const ElementInfo> elements() { return kElements; }

const AttributeInfo* find_attribute(std::string_view parent, std::string_view element,
                                    std::string_view name) {
  const auto known = rows().find(name);
  if (known == rows().end()) return nullptr;
  const AttributeInfo* best = nullptr;
  int best_fit = 0;
  for (const AttributeInfo* row : known->second)
    if (const int here = fit(row->places, parent, element); here > best_fit) {
      best = row;
      best_fit = here;
    }
  return best;
}

std::vector<std::string_view> attributes_of(std::string_view parent, std::string_view element) {
  std::vector<std::string_view> names;
  const bool in_class = parent == "default" && element != "default";
  const auto add = [&](std::string_view name) {
    if (in_class && (name == "name" || name == "class")) return;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  if (const Word* word = find_schema(parent, element))
    for (const AttributeRow& row : word->row.attributes) add(row.name);
  const bool is_actuator = find_actuator(element) != nullptr;
  for (const AttributeInfo& row : kAttributes) {
    const int here = fit(row.places, parent, element);
    if (here < 2 || (parent == "default" && here == 3 && !is_actuator)) continue;
    for_each_word(row.names, add);
  }
  return names;
}

const AttributeRow* find_row(std::string_view parent, std::string_view element, std::string_view name) {
  const Word* word = find_schema(parent, element);
  return word == nullptr ? nullptr : word->row.attribute(name);
}

}  // namespace romas::mjcf
