#include "frontend/mjcf/file/class_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "ir/format/mjcf_actuators.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::string_view kActuator = "actuator";
const Place kRobot = {};

std::string_view kind_of(std::string_view name) { return find_actuator(name) == nullptr ? name : kActuator; }

const Word* word_of(std::string_view name) {
  for (const Word* word : {&kMesh, &kMaterial, &kJoint, &kGeom, &kSite, &kCamera})
    if (word->name == name) return word;
  return find_actuator(name);
}

// Kinds of elements with classes that are kept, whatever they say.
constexpr std::array<std::string_view, 4> kKeptKinds = {"light", "pair", "equality", "tendon"};

// Whether an attribute of a class has a value of its type; reported once, and not by each element that has
// it.
bool is_sound(const XmlElement& element, const XmlAttribute& attribute, const ElementRow& row,
              SchemaReader& schema) {
  const auto found = std::ranges::find(row.attributes, attribute.name, &AttributeRow::name);
  if (found == row.attributes.end()) return true;
  switch (found->type) {
    case XmlValueType::number:
    case XmlValueType::whole: return schema.number(element, attribute.name).has_value();
    case XmlValueType::numbers: return !schema.numbers(element, attribute.name).empty();
    case XmlValueType::vector2: return schema.vector2(element, attribute.name).has_value();
    case XmlValueType::vector3: return schema.vector3(element, attribute.name).has_value();
    case XmlValueType::vector4: return schema.vector4(element, attribute.name).has_value();
    case XmlValueType::word: return schema.word(element, row, attribute.name).has_value();
    default: return true;
  }
}

bool says_orientation(std::string_view name) {
  return name == "axisangle" || name == "xyaxes" || name == "zaxis" || name == "euler";
}

// Lists of which the first numbers may be said alone.
bool may_be_shorter(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames = {
      "size",           "friction", "solref",  "solimp",  "solreflimit", "solimplimit", "solreffriction",
      "solimpfriction", "gear",     "gainprm", "biasprm", "dynprm",      "polycoef"};
  return std::ranges::find(kNames, name) != kNames.end();
}

// The numbers of `own`, and those of `inherited` that stand behind them.
void complete(XmlAttribute& own, const XmlAttribute& inherited, std::list<std::string>& texts) {
  const std::vector<Token> first = split_words(own.value.text), all = split_words(inherited.value.text);
  if (first.size() >= all.size()) return;
  std::string text(trim(own.value.text));
  for (std::size_t i = first.size(); i < all.size(); ++i) text += concat(" ", all[i].text);
  texts.push_back(std::move(text));
  own.value.text = texts.back();
  own.value.literal = false;
}

// Puts an attribute behind those that are there, in the place of one that it replaces.
void put(std::vector<XmlAttribute>& attributes, const XmlAttribute& added) {
  std::erase_if(attributes, [&](const XmlAttribute& present) {
    return present.name == added.name || (says_orientation(present.name) && says_orientation(added.name));
  });
  attributes.push_back(added);
}

// Attributes that only actuators of one kind have.
struct Specific {
  std::string_view kind, attributes;
};
constexpr std::array<Specific, 8> kSpecific = {
    {{"general", kGeneralAttributes},
     {"position", "kp kv dampratio timeconst inheritrange"},
     {"velocity", "kv"},
     {"intvelocity", "kp kv dampratio inheritrange"},
     {"damper", "kv"},
     {"cylinder", "timeconst area diameter bias"},
     {"muscle", "timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax"},
     {"adhesion", "gain"}}};

// What all tendons share in a class, and only those along sites can say.
constexpr std::string_view kOfSpatialTendons = "width material rgba";

bool has_word(std::string_view words, std::string_view word) {
  const std::vector<std::string_view> all = split(words, ' ');
  return std::ranges::find(all, word) != all.end();
}

// All actuators share one class entry, which holds a gain and a bias however they were said: the kp of a
// position is the kv of a velocity. Attributes of another kind that this one does not have are left out.
void adapt_to_kind(std::vector<XmlAttribute>& attributes, std::string_view kind,
                   std::list<std::string>& texts) {
  const auto* own = std::ranges::find(kSpecific, kind, &Specific::kind);
  const std::string_view words = own == kSpecific.end() ? std::string_view() : own->attributes;
  const auto find = [&](std::string_view name) {
    const auto found = std::ranges::find(attributes, name, &XmlAttribute::name);
    return found == attributes.end() ? std::optional<XmlAttribute>() : std::optional(*found);
  };
  const auto kp = find("kp"), kv = find("kv");
  std::erase_if(attributes, [&](const XmlAttribute& attribute) {
    const bool of_one_kind = std::ranges::any_of(
        kSpecific, [&](const Specific& each) { return has_word(each.attributes, attribute.name); });
    return of_one_kind && !has_word(words, attribute.name);
  });
  const auto add = [&](std::string_view name, std::string text, const XmlAttribute& from) {
    texts.push_back(std::move(text));
    put(attributes, {name, {texts.back(), from.value.range, false}, from.range, from.name_range});
  };
  if ((kind == "velocity" || kind == "damper") && kp) add("kv", std::string(kp->value.text), *kp);
  if (kind == "general" && kp && !find("gainprm")) {
    add("gainprm", std::string(kp->value.text), *kp);
    add("biastype", "affine", *kp);
    add("biasprm", concat("0 -", kp->value.text, " ", kv ? concat("-", kv->value.text) : std::string("0")),
        *kp);
  }
}

// The attributes of a class as they are seen from an element that has them.
std::vector<XmlAttribute> seen_from(const XmlElement& element, const DefaultClass& its_class,
                                    const std::vector<XmlAttribute>& of_class) {
  std::vector<XmlAttribute> seen = of_class;
  if (seen.empty() || its_class.expansions == nullptr) return seen;
  Expansions& expansions = *its_class.expansions;
  const auto [use, is_first] =
      its_class.uses.try_emplace({element.start_tag.file, element.start_tag.begin}, nullptr);
  if (is_first)
    use->second = &expansions.add_step({SourceStep::Kind::class_use, element.start_tag, {}, {}, {}});
  for (XmlAttribute& attribute : seen) {
    const FileId file = expansions.instance(attribute.range.file, *use->second);
    attribute.range.file = attribute.value.range.file = file;
    if (is_first && element.attribute(attribute.name) == nullptr) expansions.add_element(attribute.range);
  }
  return seen;
}

void put_completed(std::vector<XmlAttribute>& attributes, XmlAttribute own, std::list<std::string>& texts) {
  const auto inherited = std::ranges::find(attributes, own.name, &XmlAttribute::name);
  if (inherited != attributes.end() && may_be_shorter(own.name)) complete(own, *inherited, texts);
  put(attributes, own);
}

}  // namespace

ClassTable::ClassTable() {
  classes_.push_back(std::make_unique<DefaultClass>());
  classes_.front()->name = "main";
  by_name_.emplace("main", classes_.front().get());
}

const DefaultClass* ClassTable::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<std::string> ClassTable::names() const {
  std::vector<std::string> result;
  for (const auto& [name, known] : by_name_) result.push_back(name);
  return result;
}

void ClassTable::add(const XmlElement& element, SchemaReader& schema) {
  DefaultClass& main = *classes_.front();
  if (const XmlAttribute* name = element.attribute("class"); name != nullptr && !name->value.text.empty()) {
    by_name_.erase(main.name);
    main.name = name->value.text;
    by_name_.emplace(main.name, &main);
  }
  main.range = element.start_tag;
  main.expansions = &schema.sources().expansions();
  read(element, main, schema);
}

void ClassTable::read(const XmlElement& element, DefaultClass& into,  // NOLINT(misc-no-recursion): depth
                      SchemaReader& schema) {                         // is that of the XML
  schema.check_attributes(element, kDefault.row, kRobot);
  // Classes inside take over what stands in this one, wherever it stands.
  for (const XmlElement& child : element.children) {
    const Word* word = word_of(child.name);
    if (child.name == "default") continue;
    const bool kept = std::ranges::find(kKeptKinds, child.name) != kKeptKinds.end();
    if (word == nullptr && !kept) continue;
    if (word != nullptr) schema.check_attributes(child, word->row, kRobot);
    std::vector<XmlAttribute>& known = into.attributes[kind_of(child.name)];
    for (const XmlAttribute& attribute : child.attributes)
      if (word == nullptr || is_sound(child, attribute, word->row, schema))
        put_completed(known, attribute, into.completed);
  }
  for (const XmlElement& child : element.children) {
    if (child.name != "default") continue;
    if (DefaultClass* inner = open(child, into, schema)) read(child, *inner, schema);
  }
}

DefaultClass* ClassTable::open(const XmlElement& element, const DefaultClass& around, SchemaReader& schema) {
  const XmlAttribute* name = element.attribute("class");
  if (name == nullptr || name->value.text.empty()) {
    schema.report(Rule::missing_attribute, element.start_tag,
                  "a <default> inside another one needs a class: write <default class=\"…\">");
    return nullptr;
  }
  if (const DefaultClass* known = find(name->value.text)) {
    schema
        .report(Rule::duplicate_name, name->value.range,
                concat("default class '", name->value.text, "' is defined twice"))
        .note(known->range, "the first is here");
  }
  auto made = std::make_unique<DefaultClass>();
  made->name = name->value.text;
  made->range = name->value.range;
  made->attributes = around.attributes;
  made->expansions = around.expansions;
  classes_.push_back(std::move(made));
  by_name_.emplace(classes_.back()->name, classes_.back().get());
  return classes_.back().get();
}

XmlElement ClassTable::effective(const XmlElement& element, const DefaultClass& its_class) {
  return effective(element, its_class, kind_of(element.name));
}

XmlElement ClassTable::effective(const XmlElement& element, const DefaultClass& its_class,
                                 std::string_view kind) {
  XmlElement result;
  result.name = element.name;
  result.range = element.range;
  result.start_tag = element.start_tag;
  result.name_range = element.name_range;
  result.end_name_range = element.end_name_range;
  if (const auto known = its_class.attributes.find(kind); known != its_class.attributes.end())
    result.attributes = seen_from(element, its_class, known->second);
  if (kind == kActuator) adapt_to_kind(result.attributes, element.name, its_class.completed);
  if (element.name == "fixed")
    std::erase_if(result.attributes,
                  [](const XmlAttribute& attribute) { return has_word(kOfSpatialTendons, attribute.name); });
  for (const XmlAttribute& attribute : element.attributes)
    put_completed(result.attributes, attribute, its_class.completed);
  return result;
}

}  // namespace romas::mjcf
