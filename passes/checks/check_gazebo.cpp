// check-gazebo: properties of <gazebo> elements with values that Gazebo does not take, names of materials
// that it does not have, and properties of a joint on a link or the other way round (RM1709).
// check_gazebo_plugins.cpp has the plugins.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "ir/model/entity.h"
#include "ir/words/control_words.h"
#include "passes/checks/gazebo_checks.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Bounds of the numbers that have some.
struct GazeboRange {
  GazeboProperty property;
  double least;
  std::optional<double> most = {};
  bool whole = false;
};
constexpr std::array kGazeboRanges = {
    GazeboRange{GazeboProperty::mu1, 0},
    GazeboRange{GazeboProperty::mu2, 0},
    GazeboRange{GazeboProperty::kp, 0},
    GazeboRange{GazeboProperty::kd, 0},
    GazeboRange{GazeboProperty::max_contacts, 0, std::numeric_limits<std::int32_t>::max(), true},
    GazeboRange{GazeboProperty::min_depth, 0},
    GazeboRange{GazeboProperty::max_vel, 0},
    GazeboRange{GazeboProperty::damping_factor, 0},
    GazeboRange{GazeboProperty::laser_retro, 0},
    GazeboRange{GazeboProperty::stop_cfm, 0},
    GazeboRange{GazeboProperty::stop_erp, 0, 1},
    GazeboRange{GazeboProperty::fudge_factor, 0, 1},
    GazeboRange{GazeboProperty::spring_stiffness, 0},
};

class GazeboChecker {
 public:
  explicit GazeboChecker(const CheckContext& context)
      : sources_(context.inputs.sources), diagnostics_(context.diagnostics) {}

  void check(const Gazebo& gazebo) {
    for (const GazeboValue& value : gazebo.values) {
      place_ = value.range.valid() ? SourceRange(value.range) : SourceRange(gazebo.range);
      const GazeboPropertyInfo& info = gazebo_property_info(value.property);
      check_scope(gazebo, info);
      if (const auto* number = std::get_if<Number>(&value.value)) check_number(*number, info);
      if (value.property == GazeboProperty::material)
        if (const auto* name = std::get_if<std::string>(&value.value))
          check_material(std::string(trim(*name)));
    }
  }

 private:
  void check_scope(const Gazebo& gazebo, const GazeboPropertyInfo& info) {
    if (info.property != GazeboProperty::kp && info.property != GazeboProperty::kd) return;
    if (gazebo.joint)
      diagnostics_.report(Rule::gazebo_value, place_,
                          concat("<", info.name, "> of joint '", *gazebo.reference, "' is the ",
                                 info.property == GazeboProperty::kp ? "stiffness" : "damping",
                                 " of contacts, which a joint does not have; give it to a link, and write a "
                                 "spring or damper of the joint as <springStiffness> or <dynamics>"));
  }

  void check_number(const Number& number, const GazeboPropertyInfo& info) {
    const double x = number.value();
    for (const GazeboRange& range : kGazeboRanges) {
      if (range.property != info.property) continue;
      if (x < range.least || (range.most && x > *range.most))
        diagnostics_.report(
            Rule::gazebo_value, place_,
            concat("<", name_of(info), "> is ", number.text(), "; Gazebo takes ",
                   range.most ? concat("values from 0 to ", *range.most) : "no negative value"));
      else if (range.whole && x != std::floor(x))
        diagnostics_.report(
            Rule::gazebo_value, place_,
            concat("<", name_of(info), "> is ", number.text(), "; Gazebo takes whole numbers"));
    }
  }

  // The element's name as it is written: SDF has other names than URDF.
  std::string name_of(const GazeboPropertyInfo& info) const {
    const std::string_view text = sources_ == nullptr || !place_.valid() ? "" : sources_->text(place_);
    if (!text.starts_with('<')) return std::string(info.name);
    return std::string(text.substr(1, text.find_first_of(" />\n\t\r", 1) - 1));
  }

  void check_material(const std::string& name) {
    constexpr std::string_view kPrefix = "Gazebo/";
    const auto words = split_words(kGazeboMaterials);
    const auto word = [](const Token& token) { return token.text; };
    const bool prefixed = to_lower(name).starts_with(to_lower(kPrefix));
    const std::string own = prefixed ? name.substr(kPrefix.size()) : name;
    const bool known = std::any_of(words.begin(), words.end(), [&](const Token& w) { return w.text == own; });
    if (known && name.starts_with(kPrefix)) return;
    if (!prefixed && !known) return;  // of a file of the user's own
    std::string spelt = own;          // the British spelling, as Gazebo has it
    if (const std::size_t gray = to_lower(spelt).find("gray"); gray != std::string::npos)
      spelt[gray + 2] = 'e';
    const std::string near(known ? std::string_view(own) : nearest_name(spelt, words, word));
    auto diagnostic =
        diagnostics_.report(Rule::gazebo_value, place_,
                            concat("Gazebo has no material '", name, "'",
                                   near.empty() ? "" : concat("; did you mean '", kPrefix, near, "'?")));
    if (near.empty() || sources_ == nullptr || !place_.valid()) return;
    const std::size_t at = sources_->text(place_).find(name);
    if (at == std::string_view::npos) return;
    const auto begin = place_.begin + static_cast<std::uint32_t>(at);
    diagnostic.suggest({place_.file, begin, begin + static_cast<std::uint32_t>(name.size())},
                       concat(kPrefix, near));
  }

  const SourceManager* sources_;
  DiagnosticEngine& diagnostics_;
  SourceRange place_;
};

}  // namespace

void check_gazebo(const Model& model, const CheckContext& context) {
  GazeboChecker checker(context);
  for (const Gazebo& gazebo : model.gazebos) checker.check(gazebo);
  check_gazebo_plugins(model, context);
}

}  // namespace romas
