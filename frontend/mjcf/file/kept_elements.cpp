#include "frontend/mjcf/file/kept_elements.h"

#include <algorithm>
#include <array>
#include <list>
#include <memory>

#include <Eigen/Geometry>

#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/file/references.h"
#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/reader/write_xml.h"
#include "frontend/xml/schema/foreign_element.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

struct Range {
  std::string_view range, limited;
};
constexpr std::array<Range, 5> kRanges = {{{"range", "limited"},
                                           {"ctrlrange", "ctrllimited"},
                                           {"forcerange", "forcelimited"},
                                           {"actrange", "actlimited"},
                                           {"actuatorfrcrange", "actuatorfrclimited"}}};

// Elements whose ranges may hold or not.
bool has_limits(std::string_view kind) { return kind == "actuator" || kind == "tendon" || kind == "joint"; }

// Ranges that always hold: their elements do not say whether they do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kAlwaysHold = {
    {{"damper", "ctrllimited"},
     {"adhesion", "ctrllimited"},
     {"intvelocity", "actlimited"},
     {"orientation", "ctrllimited"},
     {"muscle", "limited"}}};

bool rises(std::string_view range) {
  const auto words = split_words(range);
  const auto low = words.size() == 2 ? parse_double(words[0].text) : std::nullopt;
  const auto high = words.size() == 2 ? parse_double(words[1].text) : std::nullopt;
  return low && high && *low < *high;
}

// A class of other actuators may say that the range does not hold. The element cannot say so, but for no
// range.
void leave_out_flag(XmlElement& element, const Range& range) {
  const XmlAttribute* limited = element.attribute(range.limited);
  const bool holds = limited == nullptr || limited->value.text != "false";
  std::erase_if(element.attributes, [&](const XmlAttribute& attribute) {
    return attribute.name == range.limited || (!holds && attribute.name == range.range);
  });
}

void say_limits(XmlElement& element, const CompilerSettings& settings) {
  for (const Range& each : kRanges) {
    const XmlAttribute* range = element.attribute(each.range);
    if (std::ranges::find(kAlwaysHold, std::pair(element.name, each.limited)) != kAlwaysHold.end()) {
      leave_out_flag(element, each);
      continue;
    }
    const XmlAttribute* limited = element.attribute(each.limited);
    if (range == nullptr || (limited != nullptr && limited->value.text != "auto")) continue;
    const bool holds = settings.autolimits && rises(range->value.text);
    set_attribute(element, each.limited, holds ? "true" : "false", range->range);
  }
}

std::string vector_text(const Vector3& v) { return concat(v.x() + 0.0, " ", v.y() + 0.0, " ", v.z() + 0.0); }

// Puts the element to a pose in another frame. Its texts live as long as this object.
class Placement {
 public:
  std::optional<RigidTransform> place(XmlElement& element, const TransformExpr& X_LF,
                                      const CompilerSettings& settings, SchemaReader& schema) {
    if (element.name == "light") {
      light(element, X_LF, schema);
      return std::nullopt;
    }
    const bool turned_otherwise = std::ranges::any_of(
        kOrientations, [&](std::string_view name) { return element.attribute(name) != nullptr; });
    if (X_LF.absent() && !turned_otherwise) return std::nullopt;
    const RigidTransform X = composed(X_LF, read_pose(element, settings, schema)).evaluate();
    std::erase_if(element.attributes, [](const XmlAttribute& attribute) {
      return std::ranges::find(kOrientations, attribute.name) != kOrientations.end();
    });
    set(element, "pos", vector_text(X.p));
    const Eigen::Quaterniond q(X.R);
    set(element, "quat", concat(q.w(), " ", q.x(), " ", q.y(), " ", q.z()));
    return X;
  }

  void set(XmlElement& element, std::string_view name, std::string text) {
    texts_.push_back(std::move(text));
    set_attribute(element, name, texts_.back(), element.start_tag);
  }

 private:
  static constexpr std::array<std::string_view, 4> kOrientations = {"axisangle", "xyaxes", "zaxis", "euler"};

  // A light has a direction in the place of an orientation.
  void light(XmlElement& element, const TransformExpr& X_LF, SchemaReader& schema) {
    if (X_LF.absent()) return;
    const RigidTransform X = X_LF.evaluate();
    const auto vector = [&](std::string_view name, const Vector3& otherwise) {
      const auto said = element.attribute(name) == nullptr ? std::nullopt : schema.vector3(element, name);
      return said ? Vector3((*said)[0].value(), (*said)[1].value(), (*said)[2].value()) : otherwise;
    };
    set(element, "pos", vector_text(X * vector("pos", Vector3::Zero())));
    set(element, "dir", vector_text(X.R * vector("dir", -Vector3::UnitZ())));
  }

  std::list<std::string> texts_;
};

void keep(Extension::Kind kind, std::string_view name, std::string text, SourceRange range,
          const Place& place, Model& model) {
  Extension kept;
  kept.owner = place;
  kept.kind = kind;
  kept.name = name;
  kept.text = std::move(text);
  kept.range = range;
  model.extensions.push_back(std::move(kept));
}

// Other targets look into what was kept last.
void keep_tree(const XmlElement& element, Model& model) {
  model.extensions.back().tree = std::make_shared<const ForeignElement>(to_foreign(element));
}

// Attributes that name something in a model, or refer to it.
constexpr auto kNames = std::to_array<std::string_view>(
    {"name",  "joint", "joint1",    "joint2",     "jointinparent", "tendon",   "tendon1", "tendon2", "site",
     "site1", "site2", "cranksite", "slidersite", "refsite",       "sidesite", "body",    "body1",   "body2",
     "geom",  "geom1", "geom2",     "actuator",   "objname",       "refname",  "target",  "instance"});

void apply_affix(XmlElement& element, const Affix* affix,  // NOLINT(misc-no-recursion): depth of the XML
                 Placement& texts) {
  for (const std::string_view name : kNames)
    if (const XmlAttribute* said = element.attribute(name))
      texts.set(element, name, Affix::apply(affix, said->value.text));
  for (XmlElement& child : element.children) apply_affix(child, affix, texts);
}

// The frame of a body (xbody; body is that of its mass) is the joint's when MJCF is written.
void measure_at_sites(XmlElement& element, const NamedParts& parts, Placement& texts) {
  for (const TypedReference& pair : kTypedReferences) {
    const XmlAttribute* type = element.attribute(pair.type);
    const XmlAttribute* name = element.attribute(pair.name);
    if (type == nullptr || type->value.text != "xbody" || name == nullptr) continue;
    const NamedParts::Placed* body = NamedParts::find(parts.bodies, name->value.text);
    if (body == nullptr || body->frame.empty()) continue;
    texts.set(element, pair.type, "site");
    texts.set(element, pair.name, body->frame);
  }
}

std::string_view kind_in(std::string_view section, std::string_view name) {
  constexpr std::array<std::string_view, 3> kOneKind = {"actuator", "equality", "tendon"};
  return std::ranges::find(kOneKind, section) != kOneKind.end() ? section : name;
}

}  // namespace

bool is_limited(const XmlElement& element, const ElementRow& row, std::string_view range,
                std::string_view limited, const CompilerSettings& settings, SchemaReader& schema) {
  if (element.attribute(range) == nullptr) return false;
  const auto said = schema.vector2(element, range);
  if (!said) return false;
  const std::string whether =
      element.attribute(limited) == nullptr ? "auto" : schema.word(element, row, limited).value_or("auto");
  if (whether != "auto") return whether == "true";
  if (!settings.autolimits)
    schema.report(Rule::bad_value, schema.value_range(element, range),
                  concat("without autolimits, ", limited, " must say whether this ", range, " applies"));
  return (*said)[0].value() < (*said)[1].value();
}

XmlElement plain_element(const XmlElement& element, const DefaultClass& its_class, std::string_view kind,
                         const CompilerSettings& settings) {
  XmlElement result = ClassTable::effective(element, its_class, kind);
  std::erase_if(result.attributes, [](const XmlAttribute& attribute) { return attribute.name == "class"; });
  if (has_limits(kind)) say_limits(result, settings);
  for (const XmlElement& child : element.children) result.children.push_back(copy_element(child));
  return result;
}

void keep_attribute(std::string_view name, std::string text, SourceRange range, const Place& place,
                    Model& model) {
  keep(Extension::Kind::attribute, name, std::move(text), range, place, model);
}

void keep_attributes(const XmlElement& element, const Word& word, const Place& place, Model& model) {
  for (const XmlAttribute& attribute : element.attributes)
    if (word.keeps(attribute.name))
      keep_attribute(attribute.name, std::string(attribute.value.text), attribute.range, place, model);
}

void AssetNames::apply(XmlElement& element, const Affix* affix) {  // NOLINT(misc-no-recursion): that of XML
  for (const std::string_view kind : {"material", "mesh", "hfield"})
    if (const XmlAttribute* said = element.attribute(kind)) {
      texts_.push_back(Affix::apply_to_asset(affix, said->value.text));
      set_attribute(element, kind, texts_.back(), element.start_tag);
    }
  for (XmlElement& child : element.children) apply(child, affix);
}

void keep_in_section(std::string_view section, const XmlElement& element, MjcfFile& file, const Affix* affix,
                     Model& model, const NamedParts* parts) {
  XmlElement plain = plain_element(element, file.class_of(element, file.classes().main()),
                                   kind_in(section, element.name), file.settings());
  Placement texts;
  AssetNames assets;
  if (affix != nullptr) apply_affix(plain, affix, texts);
  assets.apply(plain, affix);
  if (parts != nullptr) measure_at_sites(plain, *parts, texts);
  keep(Extension::Kind::element, element.name,
       concat("<", section, ">", write_xml(plain), "</", section, ">"), element.range, {}, model);
  if (section == "sensor" || section == "keyframe" || element.name == "exclude" || element.name == "mesh")
    keep_tree(plain, model);
}

void keep_section(const XmlElement& section, Model& model) {
  keep(Extension::Kind::element, section.name, write_xml(section), section.range, {}, model);
}

std::optional<RigidTransform> keep_in_body(const Part& part, const TransformExpr& X_LB, LinkId link,
                                           SchemaReader& schema, Model& model) {
  const CompilerSettings& settings = part.file->settings();
  XmlElement plain = plain_element(*part.element, part.file->class_of(*part.element, *part.nearest_class),
                                   part.element->name, settings);
  Placement placement;
  const auto X_LE = placement.place(plain, composed(X_LB, part.X_BF), settings, schema);
  for (const std::string_view name : {"name", "target"})
    if (const XmlAttribute* said = plain.attribute(name); said != nullptr && part.affix != nullptr)
      placement.set(plain, name, Affix::apply(part.affix, said->value.text));
  AssetNames assets;
  assets.apply(plain, part.affix);
  const std::string text = write_xml(plain);
  if (link)
    keep(Extension::Kind::element, part.element->name, text, part.element->range,
         {EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(link.index()), 0}, model);
  else
    keep(Extension::Kind::element, part.element->name, concat("<worldbody>", text, "</worldbody>"),
         part.element->range, {}, model);
  if (part.element->name == "camera") keep_tree(plain, model);
  return X_LE;
}

}  // namespace romas::mjcf
