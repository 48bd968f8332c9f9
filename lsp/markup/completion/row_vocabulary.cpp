#include "lsp/markup/completion/row_vocabulary.h"

#include <algorithm>
#include <array>

#include "frontend/block/block_schema.h"
#include "frontend/srdf/srdf_schema.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

template <class Words, class Word>
void add_new(Words& words, const Word& word) {
  const auto same = [&](const Word& other) { return other.name == word.name; };
  if (std::ranges::none_of(words, same)) words.push_back(word);
}

// "1.1"; empty for the first version, which is no news. The words live as long as the program.
std::string_view word_of(FormatVersion version) {
  static const auto kWords = [] {
    std::array<std::string, 100> words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = concat(i / 10, ".", i % 10);
    return words;
  }();
  return version > kFirstVersion ? std::string_view(kWords.at(static_cast<std::size_t>(version)))
                                 : std::string_view();
}

void add_children(const ElementRow& row, std::vector<ElementWord>& words) {
  for (const ChildRow& child : row.children)
    add_new(words,
            ElementWord{child.name, child.row->summary, child.occurs, word_of(child.since), child.dialect});
}

}  // namespace

RowVocabulary::Rows RowVocabulary::rows(Path path) const {
  if (path.empty()) return {};
  Rows found = root_rows(path.front());
  for (const std::string_view name : path.subspan(1)) {
    Rows inner;
    for (const ElementRow* row : found) {
      const ChildRow* child = row->child(name);
      // A dialect may write its elements with a prefix.
      if (child == nullptr && name.find(':') != std::string_view::npos) {
        child = row->child(name.substr(name.find(':') + 1));
        if (child != nullptr && !child->dialect) child = nullptr;
      }
      if (child == nullptr) continue;
      for (const ElementRow* next : child_rows(*row, *child))
        if (std::ranges::find(inner, next) == inner.end()) inner.push_back(next);
    }
    found = std::move(inner);
  }
  return found;
}

RowVocabulary::Rows RowVocabulary::child_rows(const ElementRow& /*row*/, const ChildRow& child) const {
  return {child.row};
}

std::vector<ElementWord> RowVocabulary::children(Path path) const {
  std::vector<ElementWord> words;
  if (path.empty())
    for (const Root& root : roots()) words.push_back({root.name, root.meaning, Occurs::required});
  for (const ElementRow* row : rows(path)) add_children(*row, words);
  return words;
}

std::vector<AttributeWord> RowVocabulary::attributes(Path path) const {
  std::vector<AttributeWord> words;
  for (const ElementRow* row : rows(path))
    for (const AttributeRow& attribute : row->attributes)
      add_new(words, AttributeWord{attribute.name, attribute.summary, attribute.required, attribute.words,
                                   word_of(attribute.since), attribute.dialect});
  return words;
}

bool RowVocabulary::holds_text(Path path) const {
  return std::ranges::any_of(rows(path), [](const ElementRow* row) { return row->text; });
}

std::string_view RowVocabulary::text_words(Path /*path*/) const { return {}; }

// Breadth first, so that the content of the root comes first.
std::vector<ElementWord> RowVocabulary::everywhere() const {
  std::vector<ElementWord> words;
  Rows seen;
  for (const Root& root : roots())
    for (const ElementRow* row : root_rows(root.name)) seen.push_back(row);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    add_children(*seen[i], words);
    for (const ChildRow& child : seen[i]->children)
      for (const ElementRow* row : child_rows(*seen[i], child))
        if (std::ranges::find(seen, row) == seen.end()) seen.push_back(row);
  }
  return words;
}

namespace {

constexpr ChildRow kBlocks[] = {{"Block", Slot::self, Occurs::many, &kBlock}};
constexpr ElementRow kBlockLibrary = {.summary = "a library of Blocks", .children = kBlocks};
constexpr ChildRow kParts[] = {{"Part", Slot::self, Occurs::many, &kPart}};
constexpr ElementRow kAssembly = {.summary = "a robot put together from Blocks", .children = kParts};

class BlockVocabulary : public RowVocabulary {
  std::string page(Path /*path*/) const override { return "romasc's docs/formats/block.md"; }
  std::vector<Root> roots() const override {
    return {{"Block", kBlock.summary}, {"Blocks", kBlockLibrary.summary}, {"Library", kBlockLibrary.summary}};
  }
  Rows root_rows(std::string_view name) const override {
    if (name == "Block") return {&kBlock};
    return name == "Blocks" || name == "Library" ? Rows{&kBlockLibrary} : Rows();
  }
};

class AssemblyVocabulary : public RowVocabulary {
  std::string page(Path /*path*/) const override { return "romasc's docs/formats/assembly.md"; }
  std::vector<Root> roots() const override { return {{"Assembly", kAssembly.summary}}; }
  Rows root_rows(std::string_view name) const override {
    return name == "Assembly" ? Rows{&kAssembly} : Rows();
  }
};

class SrdfVocabulary : public RowVocabulary {
  std::string page(Path /*path*/) const override { return "http://wiki.ros.org/srdf"; }
  std::vector<Root> roots() const override { return {{"robot", "what a planner is told of a robot"}}; }
  Rows root_rows(std::string_view name) const override {
    return name == "robot" ? Rows{&srdf::kRobot} : Rows();
  }
};

}  // namespace

const Vocabulary& block_vocabulary() {
  static const BlockVocabulary vocabulary;
  return vocabulary;
}

const Vocabulary& assembly_vocabulary() {
  static const AssemblyVocabulary vocabulary;
  return vocabulary;
}

const Vocabulary& srdf_vocabulary() {
  static const SrdfVocabulary vocabulary;
  return vocabulary;
}

const Vocabulary& vocabulary(Format format) {
  switch (format) {
    case Format::sdf: return sdf_vocabulary();
    case Format::block: return block_vocabulary();
    case Format::assembly: return assembly_vocabulary();
    case Format::srdf: return srdf_vocabulary();
    case Format::mjcf: return mjcf_vocabulary();
    default: return urdf_vocabulary();
  }
}

Format format_of_root(std::string_view root) {
  if (root == "sdf" || root == "model" || root == "world") return Format::sdf;
  if (root == "mujoco" || root == "mujocoinclude") return Format::mjcf;
  if (root == "Assembly") return Format::assembly;
  return root == "Block" || root == "Blocks" || root == "Library" ? Format::block : Format::urdf;
}

const ElementWord* find_child(std::span<const ElementWord> children, std::string_view name) {
  const auto found = std::ranges::find(children, name, &ElementWord::name);
  return found == children.end() ? nullptr : &*found;
}

}  // namespace romas::markup
