#include "frontend/mjcf/refusals/refusal_part.h"

#include <algorithm>

#include "frontend/mjcf/file/kept_elements.h"

namespace romas::mjcf {

namespace {

bool is_limited_joint(const XmlElement& joint, const CompilerSettings& settings) {
  const std::string_view whether = text_of(joint, "limited", "auto");
  if (whether != "auto") return whether == "true";
  const Numbers said = numbers_of(joint, "range");
  return settings.autolimits && said.size() == 2 && said[0] < said[1];
}

}  // namespace

bool is_one_of(std::string_view word, std::string_view words) {
  const std::vector<std::string_view> all = split(words, ' ');
  return std::ranges::find(all, word) != all.end();
}

std::string_view JointTypes::type(std::string_view name) {
  if (!are_known_) {
    are_known_ = true;
    std::vector<const BodyNode*> open = {&tree_.world()};
    while (!open.empty()) {
      const BodyNode* node = open.back();
      open.pop_back();
      for (const BodyNode& inner : node->bodies) open.push_back(&inner);
      for (const Part& part : node->joints) {
        const XmlElement joint =
            part.element->name == "freejoint"
                ? XmlElement()
                : ClassTable::effective(*part.element,
                                        part.file->class_of(*part.element, *part.nearest_class));
        const std::string_view type =
            part.element->name == "freejoint" ? "free" : text_of(joint, "type", "hinge");
        const bool limited = is_limited_joint(joint, part.file->settings());
        joints_.emplace(Affix::apply(part.affix, text_of(*part.element, "name")),
                        std::pair(std::string(type), limited));
      }
    }
  }
  const auto found = joints_.find(std::string(name));
  return found == joints_.end() ? std::string_view() : found->second.first;
}

bool RefusalPart::is_fresh(SourceRange range) {
  const SourceRange written = schema_.sources().written(range);
  return range.valid() && !schema_.diagnostics().in_doubt(range) &&
         state_.seen.emplace(written.file, written.begin).second;
}

void RefusalPart::refuse(SourceRange range, std::string message, Rule rule) {
  if (!is_fresh(range)) return;
  schema_.refuse(rule, range, std::move(message));
  schema_.diagnostics().doubt(range);
}

void RefusalPart::refuse(const XmlElement& element, std::string_view name, std::string message, Rule rule) {
  const XmlAttribute* said = element.attribute(name);
  refuse(said == nullptr ? element.start_tag : said->value.range, std::move(message), rule);
}

void RefusalPart::positive(const XmlElement& element, std::string_view name, std::string message) {
  if (is_said(element, name) && number_of(element, name, 1) <= 0) refuse(element, name, std::move(message));
}

void RefusalPart::not_negative(const XmlElement& element, std::string_view name) {
  if (number_of(element, name, 0) < 0)
    refuse(element, name, concat("the ", name, " of a <", element.name, "> must not be negative"));
}

void RefusalPart::named(const XmlElement& element, std::map<std::string_view, SourceRange>& names,
                        std::string_view section) {
  const XmlAttribute* name = element.attribute("name");
  if (name == nullptr || name->value.text.empty()) return;
  const auto [known, is_new] = names.try_emplace(name->value.text, name->value.range);
  if (is_new || !is_fresh(name->value.range)) return;
  schema_
      .refuse(Rule::duplicate_name, name->value.range,
              concat(section == "keyframe" ? "keyframe"
                     : section == "custom" ? element.name
                                           : section,
                     " ", quote(name->value.text), " is defined twice"))
      .note(known->second, "the first is here");
}

void RefusalPart::site_there(const XmlElement& element, std::string_view name) {
  named_there(element, name, "site", in_.parts.sites, NamedParts::names(in_.parts.sites));
}

void RefusalPart::tendon_there(const XmlElement& element, std::string_view name) {
  named_there(element, name, "tendon", in_.parts.tendons,
              {in_.parts.tendons.begin(), in_.parts.tendons.end()});
}

void RefusalPart::joint_there(const XmlElement& element, std::string_view name) {
  named_there(element, name, "joint", in_.parts.joints, NamedParts::names(in_.parts.joints));
}

void RefusalPart::body_there(const XmlElement& element, std::string_view name) {
  if (text_of(element, name) != "world")
    named_there(element, name, "body", in_.parts.bodies, NamedParts::names(in_.parts.bodies));
}

XmlElement RefusalPart::effective(const XmlElement& element, std::string_view kind) {
  return plain_element(element, in_.main.class_of(element, in_.main.classes().main()), kind,
                       in_.main.settings());
}

XmlElement RefusalPart::effective(const Part& part) {
  return ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
}

void RefusalPart::range(const XmlElement& element, std::string_view name, std::string_view limited,
                        const CompilerSettings& settings, bool from_zero) {
  Numbers said = numbers_of(element, name);
  said.resize(2);
  const std::string_view whether = text_of(element, limited, "auto");
  const bool any = said[0] != 0 || said[1] != 0;
  if (whether == "auto" && !settings.autolimits && any)
    refuse(element, name,
           concat("without autolimits, ", limited, " must say whether this ", name, " applies"));
  if (whether == "true" && !from_zero && said[0] >= said[1])
    refuse(element, name,
           is_said(element, name)
               ? concat("the lower end of the range ", said[0], "..", said[1], " is not below the upper end")
               : concat("this <", element.name, "> is limited but has no ", name),
           is_said(element, name) ? Rule::bad_value : Rule::missing_attribute);
}

void RefusalPart::material_there(const XmlElement& element, MjcfFile& file) {
  const AssetTable& known = in_.assets(file);
  if (is_said(element, "material") && known.material(text_of(element, "material")) == nullptr)
    missing(element, "material", "material", known.material_names(), Rule::material_undefined);
}

void RefusalPart::condim(const XmlElement& element) {
  const double value = number_of(element, "condim", 3);
  if (value != 1 && value != 3 && value != 4 && value != 6)
    refuse(element, "condim", concat("condim must be 1, 3, 4 or 6, not ", value));
}

}  // namespace romas::mjcf
