// Contacts, equalities and tendons that MuJoCo refuses.
#include <algorithm>

#include "frontend/mjcf/refusals/refusal_part.h"

namespace romas::mjcf {

namespace {

class ConstraintRefusals : public RefusalPart {
 public:
  using RefusalPart::RefusalPart;

  void run() {
    std::map<std::string, std::map<std::string_view, SourceRange>> names;
    for (const XmlElement& section : in_.main.sections())
      for (const XmlElement& each : section.children) {
        if (section.name == "contact") {
          named(each, names[concat("contact ", each.name)], each.name);
          contact(each);
        }
        if (section.name != "equality" && section.name != "tendon") continue;
        named(each, names[std::string(section.name)], section.name);
        if (section.name == "equality") equality(effective(each, "equality"));
        if (section.name == "tendon") tendon(each, effective(each, "tendon"));
      }
  }

 private:
  void contact(const XmlElement& element) {
    if (element.name != "pair") return;
    const XmlElement pair = effective(element, "pair");
    condim(pair);
    for (const std::string_view name : {"geom1", "geom2"})
      if (!is_said(pair, name)) refuse(pair, name, concat("a <pair> needs ", name), Rule::missing_attribute);
  }

  void equality(const XmlElement& equality) {
    std::string first, second;
    std::string_view kind;
    if (equality.name == "joint" || equality.name == "tendon") kind = equality.name;
    if (equality.name == "connect" || equality.name == "weld")
      kind =
          equality.attribute("site1") != nullptr || equality.attribute("site2") != nullptr ? "site" : "body";
    if (kind.empty()) return;
    const std::string one = concat(kind, "1"), two = concat(kind, "2");
    for (const std::string& name : {one, two})
      if (equality.attribute(name) != nullptr && !is_said(equality, name))
        refuse(equality, name, concat(name, " is empty"), Rule::missing_attribute);
    for (const std::string& name : {one, two}) {
      if (kind == "site") site_there(equality, name);
      if (kind == "body") body_there(equality, name);
      if (kind == "tendon") tendon_there(equality, name);
      if (kind == "joint") joint_there(equality, name);
    }
    if (!is_said(equality, one)) return;
    first = text_of(equality, one);
    second = is_said(equality, two) ? std::string(text_of(equality, two)) : kind == "body" ? "world" : "";
    if (first == second)
      refuse(equality, is_said(equality, two) ? two : one,
             concat("a <", equality.name, "> needs two different ",
                    kind == "body" ? "bodies" : concat(kind, "s"), ", but both are ", quote(first)));
    if (kind != "joint") return;
    for (const std::string& name : {one, two}) {
      const std::string_view type = joint_type(text_of(equality, name));
      if (is_one_of(type, "ball free"))
        refuse(equality, name,
               concat("an equality needs hinges or slides, but joint ", quote(text_of(equality, name)),
                      " is ", type));
    }
  }

  void tendon(const XmlElement& element, const XmlElement& read) {
    const CompilerSettings& settings = in_.main.settings();
    const bool spatial = element.name == "spatial";
    range(read, "range", "limited", settings, false);
    range(read, "actuatorfrcrange", "actuatorfrclimited", settings, false);
    const Numbers length = numbers_of(read, "springlength");
    if (length.size() == 2 && length[0] > length[1])
      refuse(read, "springlength", "the lower end of springlength is above the upper end");
    if (spatial) {
      material_there(read, in_.main);
      if (number_of(read, "width", 0.003) <= 0)
        refuse(read, "width", "the width of a tendon must be positive");
      not_negative(read, "armature");
    }
    const std::vector<XmlElement>& path = element.children;
    if (path.size() < (spatial ? 2U : 1U)) {
      refuse(
          element.start_tag,
          spatial ? "a <spatial> must run through at least two sites" : "a <fixed> needs at least one joint",
          Rule::missing_element);
      return;
    }
    if (spatial) return tendon_path(path, read);
    for (const XmlElement& joint : path)
      if (joint.name == "joint" && !is_said(joint, "coef"))
        refuse(joint.start_tag, "a <joint> of a tendon needs its coef", Rule::missing_attribute);
  }

  void tendon_path(const std::vector<XmlElement>& path, const XmlElement& tendon) {
    const auto is = [&](std::size_t i, std::string_view name) {
      return i < path.size() && path[i].name == name;
    };
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool first = i == 0, last = i + 1 == path.size();
      const XmlElement& at = path[i];
      if (is(i, "pulley")) {
        if (!first && is(i - 1, "pulley")) refuse(at.start_tag, "a pulley cannot follow another one");
        if (last) refuse(at.start_tag, "a tendon cannot end with a pulley");
        not_negative(at, "divisor");
        if (!is_said(at, "divisor"))
          refuse(at.start_tag, "a <pulley> needs its divisor", Rule::missing_attribute);
      }
      if (is(i, "site")) {
        if ((first || is(i - 1, "pulley")) && (last || is(i + 1, "pulley")))
          refuse(at.start_tag, "a site of a tendon needs a site or shape next to it");
        if (is(i + 1, "site") && text_of(at, "site") == text_of(path[i + 1], "site"))
          refuse(path[i + 1].start_tag,
                 concat("site ", quote(text_of(at, "site")), " occurs twice in a row"));
      }
      if (is(i, "geom") && (first || last || !is(i - 1, "site") || !is(i + 1, "site")))
        refuse(at.start_tag, "a shape of a tendon must be between two sites");
      if (is(i, "geom")) site_there(at, "sidesite");
      if (is(i, "site")) site_there(at, "site");
      if (is(i, "geom") && number_of(tendon, "armature", 0) > 0)
        refuse(at.start_tag, "a tendon with an armature cannot run around shapes");
    }
  }
};

}  // namespace

void check_constraint_refusals(RefusalState& state) { ConstraintRefusals(state).run(); }

}  // namespace romas::mjcf
