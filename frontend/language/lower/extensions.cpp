#include "frontend/language/lower/extensions.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "frontend/language/grammar/raw_text.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/statements.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/foreign_element.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// A text with values is not checked if there are errors, because a broken value may have left a gap in it.
void check_raw(LowerContext& c, const Extension& extension, const Name& name, const Text& raw) {
  if ((name.pieces || raw.pieces) && c.diagnostics.has_errors()) return;
  if (!name.range.valid() || !raw.range.valid()) return;  // lost in a syntax error
  check_raw_text(extension, name, raw, c.sources, c.diagnostics);
}

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

// extension attribute|element NAME of OWNER[.SLOT[I][J]] { raw TEXT }, where an owner without a name or
// number is the last of its kind in front
void lower_extension(LowerContext& c, const Statement& s) {
  Extension extension;
  const std::string_view word = s.find("attribute") != nullptr ? "attribute" : "element";
  extension.kind = word == "attribute" ? Extension::Kind::attribute : Extension::Kind::element;
  extension.name = c.names.text(s.the<Name>(word));
  extension.text = c.text(s, "raw");
  extension.range = s.range;
  check_raw(c, extension, s.the<Name>(word), s.the<Text>("raw"));
  Extensions::Owner owner;
  bool is_last = false;  // the last of its kind in front is meant
  // attribute|element, of, the owner's kind
  const Argument& argument = s.argument_at(3);
  owner.kind = parse_entity_kind(argument.label).value_or(EntityKind::robot);
  owner.range = argument.range;
  if (!argument.values.empty()) {
    if (const auto* name = std::get_if<Name>(&argument.values.front())) {
      owner.name = Binding{c.names.prefix() + c.names.text(*name), name->range};
      owner.range = name->range;
    } else if (const auto* index = std::get_if<Integer>(&argument.values.front())) {
      owner.index = index->value;
      owner.range = index->range;
    }
  } else if (owner.kind != EntityKind::robot) {
    is_last = true;
    owner.index = static_cast<long long>(entity_counts(c.model)[static_cast<std::size_t>(owner.kind)]) - 1;
    if (owner.index < 0) {
      c.report(Rule::bad_value, argument.range,
               concat("no ", entity_kind_name(owner.kind),
                      " comes before this; write the name of the one that is meant"));
      return;
    }
  }
  owner.place.kind = owner.kind;
  if (const auto* slot = s.get<Name>(".")) {
    if (const auto known = parse_slot(slot->text)) {
      owner.place.slot = *known;
    } else {
      c.report(Rule::bad_value, slot->range,
               concat("there is no place '", slot->text, "' in an entity",
                      did_you_mean(slot->text, slot_words())));
    }
    if (const auto* sub = s.get<Integer>(".", 1)) owner.place.sub = static_cast<std::uint32_t>(sub->value);
    if (const auto* subsub = s.get<Integer>(".", 2))
      owner.place.subsub = static_cast<std::uint16_t>(subsub->value);
  }
  extension.owner.kind = owner.kind;
  if (!is_last) return c.extensions.add(std::move(extension), std::move(owner));
  extension.owner = owner.place;
  extension.owner.index = static_cast<std::uint32_t>(owner.index);
  c.extensions.add_placed(std::move(extension));
}

void Extensions::add(Extension extension, Owner owner) {
  written_.push_back({std::move(owner), model_.extensions.size()});
  model_.extensions.push_back(std::move(extension));
}

void Extensions::add_placed(Extension extension) {
  has_placed_ = true;
  model_.extensions.push_back(std::move(extension));
}

void Extensions::forget(std::size_t first, const std::map<std::string, SourceRange>& gone) {
  std::size_t number = 0;
  std::vector<bool> dropped(model_.extensions.size());
  std::erase_if(written_, [&](const Written& one) {
    const bool goes = number++ >= first && one.name && gone.contains(one.name->text);
    if (goes) dropped[one.at] = true;
    return goes;
  });
  if (std::ranges::find(dropped, true) == dropped.end()) return;
  std::vector<std::size_t> new_index(dropped.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < dropped.size(); ++i) new_index[i] = dropped[i] ? next : next++;
  erase_marked(model_.extensions, dropped);
  for (Written& one : written_) one.at = new_index[one.at];
}

void Extensions::edit_entities(const std::function<void()>& edit) {
  std::vector<Extension> own;
  std::vector<bool> is_own(model_.extensions.size());
  for (const Written& written : written_) {
    own.push_back(std::move(model_.extensions[written.at]));
    is_own[written.at] = true;
  }
  erase_marked(model_.extensions, is_own);
  edit();
  for (std::size_t i = 0; i < own.size(); ++i) {
    written_[i].at = model_.extensions.size();
    model_.extensions.push_back(std::move(own[i]));
  }
}

// The words of MJCF are those of a model that was read from it.
void Extensions::take_whose_words() {
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
void Extensions::read_foreign_tree(Extension& extension) {
  if (!needs_tree(extension, model_)) return;
  DiagnosticEngine findings;  // their places are in a text that no file holds
  const FileId text = sources_.add_text("<raw text of an extension>", extension.text);
  if (const auto element = read_xml_tree(text, sources_, findings)) {
    extension.tree = std::make_shared<const ForeignElement>(to_foreign(without_section(*element, extension)));
  }
}

// An element of XML can have an attribute only once. Attributes read from MJCF are exempt, because one owner
// may hold those of several elements.
void Extensions::check_repeated_attributes() {
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
void Extensions::resolve() {
  if (written_.empty() && !has_placed_) return;
  take_whose_words();
  for (Extension& extension : model_.extensions)
    if (has_placed_ && extension.tree == nullptr) read_foreign_tree(extension);
  const EntityNames names(model_);
  const auto counts = entity_counts(model_);
  std::vector<bool> left_out(model_.extensions.size());
  for (Written& written : written_) {
    Extension& extension = model_.extensions[written.at];
    left_out[written.at] = true;
    if (says_whose_words(extension)) continue;
    if (written.name) {
      const auto index = names.find(written.kind, written.name->text);
      if (!index) {
        report(Rule::unresolved_link, written.range,
               concat("there is no ", entity_kind_name(written.kind), " '", written.name->text, "'",
                      did_you_mean(written.name->text, names.all(written.kind))));
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
  erase_marked(model_.extensions, left_out);
  check_repeated_attributes();
}

}  // namespace romas::language
