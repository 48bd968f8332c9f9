// Parts of foreign formats that the model does not represent, with their places.
#include <map>
#include <tuple>

#include "frontend/language/grammar/raw_text.h"
#include "frontend/language/lower/lowering.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/foreign_element.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas::language {

// extension attribute|element NAME of OWNER[.SLOT[I][J]] { raw TEXT }, where an owner without a name or
// number is the last of its kind in front
void Lowering::extension(const Statement& s) {
  Extension extension;
  const std::string_view word = s.find("attribute") != nullptr ? "attribute" : "element";
  extension.kind = word == "attribute" ? Extension::Kind::attribute : Extension::Kind::element;
  extension.name = name_text(s.the<Name>(word));
  extension.text = text(s, "raw");
  extension.range = s.range;
  check_raw(extension, s.the<Name>(word), s.the<Text>("raw"));
  WrittenExtension written{};
  // attribute|element, of, the owner's kind
  const Argument& owner = s.argument_at(3);
  written.kind = parse_entity_kind(owner.label).value_or(EntityKind::robot);
  written.range = owner.range;
  if (!owner.values.empty()) {
    if (const auto* name = std::get_if<Name>(&owner.values.front())) {
      written.owner = Binding{naming_.prefix + name_text(*name), name->range};
      written.range = name->range;
    } else if (const auto* index = std::get_if<Integer>(&owner.values.front())) {
      written.index = index->value;
      written.range = index->range;
    }
  } else if (written.kind != EntityKind::robot) {
    written.is_last = true;
    written.index = static_cast<long long>(entity_counts(model_)[static_cast<std::size_t>(written.kind)]) - 1;
    if (written.index < 0) {
      report(Rule::bad_value, owner.range,
             concat("no ", entity_kind_name(written.kind),
                    " comes before this; write the name of the one that is meant"));
      return;
    }
  }
  written.place.kind = written.kind;
  if (const auto* slot = s.get<Name>(".")) {
    if (const auto known = parse_slot(slot->text)) {
      written.place.slot = *known;
    } else {
      report(Rule::bad_value, slot->range,
             concat("there is no place '", slot->text, "' in an entity",
                    did_you_mean(slot->text, slot_words())));
    }
    if (const auto* sub = s.get<Integer>(".", 1)) written.place.sub = static_cast<std::uint32_t>(sub->value);
    if (const auto* subsub = s.get<Integer>(".", 2))
      written.place.subsub = static_cast<std::uint16_t>(subsub->value);
  }
  extension.owner.kind = written.kind;
  written.at = model_.extensions.size();
  if (written.is_last) {  // it is known, and its number follows what patches remove
    has_placed_extensions_ = true;
    extension.owner = written.place;
    extension.owner.index = static_cast<std::uint32_t>(written.index);
    model_.extensions.push_back(std::move(extension));
    return;
  }
  model_.extensions.push_back(std::move(extension));
  written_extensions_.push_back(std::move(written));
}

// A text with values is not checked if there are errors, because a broken value may have left a gap in it.
void Lowering::check_raw(const Extension& extension, const Name& name, const Text& raw) {
  if ((name.pieces || raw.pieces) && diagnostics_.has_errors()) return;
  if (!name.range.valid() || !raw.range.valid()) return;  // lost in a syntax error
  check_raw_text(extension, name, raw, sources_, diagnostics_);
}

namespace {

bool says_whose_words(const Extension& extension) {
  return extension.owner.kind == EntityKind::robot && extension.kind == Extension::Kind::attribute &&
         extension.name == mjcf::kWordsOf;
}

// Elements that targets look into, not only print.
bool needs_tree(const Extension& extension, const Model& model) {
  if (extension.kind != Extension::Kind::element) return false;
  if (model.layout.format == mjcf::kWordsOfMjcf) return true;
  return extension.owner.kind == EntityKind::gazebo && keeps_tree(extension.name);
}

// An element of MJCF stands in the section that it is written in.
const XmlElement& without_section(const XmlElement& root, const Extension& extension) {
  const bool in_section = root.name != extension.name && root.children.size() == 1 &&
                          root.children.front().name == extension.name;
  return in_section ? root.children.front() : root;
}

}  // namespace

// The words of MJCF are those of a model that was read from it.
void Lowering::take_whose_words() {
  for (const Extension& extension : model_.extensions) {
    if (!says_whose_words(extension)) continue;
    if (extension.text == mjcf::kWordsOfMjcf)
      model_.layout.format = mjcf::kWordsOfMjcf;
    else
      report(Rule::bad_value, extension.range,
             concat(mjcf::kWordsOf, " is '", extension.text, "'; it can only be ", mjcf::kWordsOfMjcf));
  }
}

// Keeps elements that targets look into as trees as well. XML frontends do the same.
void Lowering::read_foreign_tree(Extension& extension) {
  if (!needs_tree(extension, model_)) return;
  DiagnosticEngine findings;  // their places are in a text that no file holds
  const FileId text = sources_.add_text("<raw text of an extension>", extension.text);
  if (const auto element = read_xml_tree(text, sources_, findings)) {
    extension.tree = std::make_shared<const ForeignElement>(to_foreign(without_section(*element, extension)));
  }
}

// An element of XML can have an attribute only once. Attributes read from MJCF are exempt, because one owner
// may hold those of several elements.
void Lowering::check_repeated_attributes() {
  if (model_.layout.format == mjcf::kWordsOfMjcf) return;
  using Key = std::tuple<EntityKind, std::uint32_t, Slot, std::uint32_t, std::uint16_t, std::string_view>;
  std::map<Key, SourceRange> seen;
  for (const Extension& extension : model_.extensions) {
    if (extension.kind != Extension::Kind::attribute) continue;
    const Place& place = extension.owner;
    const auto [first, is_new] = seen.try_emplace(
        Key{place.kind, place.index, place.slot, place.sub, place.subsub, extension.name}, extension.range);
    if (!is_new)
      report(Rule::repeated_property, extension.range,
             concat("the attribute '", extension.name, "' of ", entity_kind_name(place.kind),
                    " is given twice; remove one"))
          .note(first->second, "the first is here");
  }
}

// Owners may be defined after the extensions that name them. Those of used robots have their places already.
void Lowering::resolve_extensions() {
  if (written_extensions_.empty() && !has_placed_extensions_) return;
  take_whose_words();
  for (Extension& extension : model_.extensions)
    if (has_placed_extensions_ && extension.tree == nullptr) read_foreign_tree(extension);
  const EntityNames names(model_);
  const auto counts = entity_counts(model_);
  std::vector<bool> left_out(model_.extensions.size());
  for (WrittenExtension& written : written_extensions_) {
    Extension& extension = model_.extensions[written.at];
    left_out[written.at] = true;
    if (says_whose_words(extension)) continue;
    if (written.owner) {
      const auto index = names.find(written.kind, written.owner->text);
      if (!index) {
        report(Rule::unresolved_link, written.range,
               concat("there is no ", entity_kind_name(written.kind), " '", written.owner->text, "'",
                      did_you_mean(written.owner->text, names.all(written.kind))));
        continue;
      }
      written.index = *index;
    }
    if (written.index < 0 ||
        static_cast<std::size_t>(written.index) >= counts[static_cast<std::size_t>(written.kind)]) {
      report(Rule::unresolved_link, written.range,
             concat("there is no ", entity_kind_name(written.kind), " number ", written.index,
                    "; the first has number 0"));
      continue;
    }
    written.place.index = static_cast<std::uint32_t>(written.index);
    extension.owner = written.place;
    read_foreign_tree(extension);
    left_out[written.at] = false;
  }
  std::size_t at = 0;
  std::erase_if(model_.extensions, [&](const Extension& /*extension*/) { return left_out[at++]; });
  check_repeated_attributes();
}

}  // namespace romas::language
