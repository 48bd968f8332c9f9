// MJCF: the tables of its frontend.
#include <algorithm>
#include <string>

#include "frontend/mjcf/grammar/vocabulary.h"
#include "ir/format/since.h"
#include "lsp/markup/completion/mjcf.h"
#include "lsp/markup/completion/row_vocabulary.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

constexpr std::string_view kMujocoRoot = "mujoco", kFragment = "mujocoinclude";

// The element around the last one, by the name that the tables have.
std::string_view parent_of(Path path) {
  if (path.size() < 2) return {};
  const std::string_view parent = path[path.size() - 2];
  return parent == kFragment ? kMujocoRoot : parent;
}

// Whether the last element only has the name of one that holds others: <tendon> in a class or constraint.
bool is_leaf(Path path) {
  const std::string_view parent = parent_of(path), name = path.back();
  if (parent == "default") return name != "default";
  if (parent == "spatial" || parent == "fixed" || parent == "equality") return true;
  return name == "contact" && parent != kMujocoRoot;
}

void add_words_of(const mjcf::ElementInfo& info, Path path, std::vector<ElementWord>& words) {
  for (const std::string_view name : split(info.names, ' '))
    if (find_child(words, name) == nullptr)
      words.push_back({name, info.meaning, info.occurs, mjcf::since(path, name)});
}

AttributeWord word_of(std::string_view parent, std::string_view element, std::string_view name) {
  AttributeWord word{name, {}, false};
  if (const AttributeRow* row = mjcf::find_row(parent, element, name)) {
    word.words = row->words;
    word.required = row->required && parent != "default";
    word.meaning = row->summary;
  }
  const mjcf::AttributeInfo* info = mjcf::find_attribute(parent, element, name);
  if (info == nullptr) return word;
  word.meaning = info->meaning;
  if (word.words.empty()) word.words = info->words;
  word.file = info->folder;
  if (info->defines) return word;
  word.refers_to = mjcf::word_of(info->names_kind);
  if (info->names_kind == mjcf::NameKind::objtype) word.kind_in = "objtype";
  if (info->names_kind == mjcf::NameKind::reftype) word.kind_in = "reftype";
  return word;
}

class MjcfVocabulary : public Vocabulary {
 public:
  std::vector<ElementWord> children(Path path) const override {
    if (path.empty())
      return {{kMujocoRoot, "a robot or world of MuJoCo", Occurs::required},
              {kFragment, "a part that other files include", Occurs::required}};
    std::vector<ElementWord> words;
    if (path.size() > 1 && is_leaf(path)) return words;
    const bool is_part = path.back() == kFragment;
    const std::string_view parent = is_part ? kMujocoRoot : path.back();
    for (const mjcf::ElementInfo& info : mjcf::elements())
      if (info.stands_in(parent)) add_words_of(info, path, words);
    if (is_part)
      for (const mjcf::ElementInfo& info : mjcf::elements())
        if (info.stands_in("body")) add_words_of(info, path, words);
    return words;
  }
  std::vector<AttributeWord> attributes(Path path) const override {
    std::vector<AttributeWord> words;
    if (path.empty()) return words;
    const std::string_view parent = parent_of(path),
                           element = path.back() == kFragment ? kMujocoRoot : path.back();
    for (const std::string_view name : mjcf::attributes_of(parent, element)) {
      words.push_back(word_of(parent, element, name));
      words.back().since = mjcf::since(path, concat("@", name));
    }
    return words;
  }
  bool holds_text(Path /*path*/) const override { return false; }
  std::string_view text_words(Path /*path*/) const override { return {}; }
  // The reference names elements by the section or body around them: "body-joint", "asset-mesh".
  std::string page(Path path) const override {
    std::string_view parent = parent_of(path);
    const std::string_view name = path.back() == kFragment ? kMujocoRoot : path.back();
    if (parent == "worldbody" || parent == "frame" || parent == "replicate") parent = "body";
    const bool is_own = parent.empty() || parent == kMujocoRoot || name == "body" || name == "default";
    return concat("https://mujoco.readthedocs.io/en/stable/XMLreference.html#",
                  name == "worldbody" ? "body"
                  : is_own            ? name
                                      : concat(parent, "-", name));
  }
  std::vector<ElementWord> everywhere() const override {
    std::vector<ElementWord> words;
    for (const mjcf::ElementInfo& info : mjcf::elements())
      if (info.stands_in("body") || info.stands_in(kMujocoRoot)) add_words_of(info, {}, words);
    return words;
  }
};

const mjcf::AttributeInfo* info_of(const Tree& tree, NodeId element, std::string_view attribute) {
  const NodeId parent = tree.nodes[element].parent;
  std::string_view around = parent == kNone ? std::string_view() : tree.name(parent);
  if (around == kFragment) around = kMujocoRoot;
  return mjcf::find_attribute(around, tree.name(element), attribute);
}

}  // namespace

const Vocabulary& mjcf_vocabulary() {
  static const MjcfVocabulary vocabulary;
  return vocabulary;
}

bool is_mjcf(const Tree& tree) {
  return tree.root() != kNone && format_of_root(tree.name(tree.root())) == Format::mjcf;
}

const mjcf::AttributeInfo* mjcf_attribute(const Tree& tree, NodeId element, const Attribute& attribute) {
  return info_of(tree, element, attribute.name.of(tree.text));
}

MjcfSettings mjcf_settings(const Tree& tree) {
  MjcfSettings settings;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind != NodeKind::element || tree.name(id) != "compiler") continue;
    for_each_attribute(tree, id, [&](const Attribute& attribute) {
      const std::string_view name = attribute.name.of(tree.text);
      const std::string value(attribute.value.of(tree.text));
      if (name == "strippath") settings.strips = value == "true";
      if (name == "angle") settings.degrees = value == "degree";
      if (name == "meshdir" || (name == "assetdir" && !settings.meshes)) settings.meshes = value;
      if (name == "texturedir" || (name == "assetdir" && !settings.textures)) settings.textures = value;
    });
  }
  return settings;
}

void MjcfSettings::complete_from(const MjcfSettings& other) {
  if (!degrees) degrees = other.degrees;
  if (!meshes) meshes = other.meshes;
  if (!textures) textures = other.textures;
  if (!strips) strips = other.strips;
}

std::string MjcfSettings::folder(mjcf::Folder folder) const {
  const auto& name = folder == mjcf::Folder::meshes ? meshes : textures;
  if (folder == mjcf::Folder::main || folder == mjcf::Folder::none || !name || name->empty()) return {};
  return name->ends_with('/') ? *name : concat(*name, "/");
}

void add_mjcf_names(const Tree& tree, CompletionFacts& facts) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind != NodeKind::element) continue;
    for_each_attribute(tree, id, [&](const Attribute& attribute) {
      const mjcf::AttributeInfo* info = mjcf_attribute(tree, id, attribute);
      const std::string_view name = attribute.value.of(tree.text);
      if (info == nullptr || !info->defines || name.empty() ||
          name.find_first_of("$<&") != std::string_view::npos)
        return;
      facts.names[std::string(mjcf::word_of(info->names_kind))].emplace(name);
    });
  }
}

}  // namespace romas::markup
