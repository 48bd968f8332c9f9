// Masses of bodies: what <inertial> says, else what follows from the shapes, and what <compiler> changes of
// it.
#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "frontend/mjcf/bodies/geom_reader.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "ir/analysis/mass/solids.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr double kDensity = 1000;       // kg/m³, where nothing says another one
constexpr double kLeastVolume = 1e-14;  // m³; of less, MuJoCo takes no mass

InertiaTensor tensor_of(const Matrix3& I, SourceRange range) {
  return {Number(I(0, 0)),
          Number(I(0, 1)),
          Number(I(0, 2)),
          Number(I(1, 1)),
          Number(I(1, 2)),
          Number(I(2, 2)),
          range};
}

}  // namespace

std::optional<Inertial> GeomReader::inertial(const BodyNode& node, const std::vector<BodyShape>& shapes,
                                             const std::string& body) {
  using FromGeoms = CompilerSettings::FromGeoms;
  const Part* said = node.inertial();
  const CompilerSettings& settings = (said != nullptr ? *said : node.part).file->settings();
  std::optional<Inertial> result;
  // Without shapes, what is written counts whatever the settings say.
  const bool any_shape =
      std::ranges::any_of(shapes, [&](const BodyShape& read) { return is_weighed(read, settings); });
  if (said != nullptr && (settings.inertia != FromGeoms::always || !any_shape)) {
    result = written(*said, body);
  } else if (settings.inertia != FromGeoms::never) {
    result = from_shapes(node, shapes, body);
    if (said != nullptr && result)
      schema_.report(Rule::value_approximated, said->element->start_tag,
                     concat("the inertia of body '", body,
                            "' is computed from its shapes (inertiafromgeom), not from this <inertial>"));
  }
  if (said != nullptr && any_shape && !result && settings.inertia == FromGeoms::always)
    schema_.report(Rule::value_approximated, said->element->start_tag,
                   concat("body '", body,
                          "' has no shapes with mass to compute its inertia from (inertiafromgeom), and this "
                          "<inertial> is ignored"));
  if (node.inertials.size() > 1)
    schema_
        .report(Rule::repeated_element, node.inertials[1].element->start_tag,
                concat("body '", body, "' has a second <inertial>"))
        .note(node.inertials[0].element->start_tag, "the first is here");
  if (!result && settings.least_mass > 0) {
    result = Inertial();
    result->range = result->mass_range = settings.least_mass_range;
    result->mass = Number(0);
    result->inertia = tensor_of(Matrix3::Zero(), settings.least_mass_range);
  }
  if (result) apply_bounds(settings, *result, body);
  return result;
}

std::optional<Inertial> GeomReader::written(const Part& part, const std::string& body) {
  const XmlElement& element = *part.element;
  schema_.check_attributes(element, kInertial.row, {});
  Inertial inertial;
  inertial.range = element.range;
  const TransformExpr pose = read_pose(element, part.file->settings(), schema_);
  inertial.origin = part.X_BF.absent() ? pose : TransformExpr::compose({part.X_BF, pose});
  inertial.origin_range = element.start_tag;
  const auto mass = schema_.number(element, "mass");
  if (!mass) return std::nullopt;
  inertial.mass = *mass;
  inertial.mass_range = schema_.value_range(element, "mass");
  read_tensor(element, inertial, body);
  return inertial;
}

void GeomReader::read_tensor(const XmlElement& element, Inertial& inertial, const std::string& body) {
  const Number zero(0);
  inertial.inertia = {zero, zero, zero, zero, zero, zero, element.start_tag};
  if (element.attribute("diaginertia") != nullptr) {
    if (const auto moments = schema_.vector3(element, "diaginertia"))
      inertial.inertia = {(*moments)[0],
                          zero,
                          zero,
                          (*moments)[1],
                          zero,
                          (*moments)[2],
                          schema_.value_range(element, "diaginertia")};
    if (element.attribute("fullinertia") != nullptr)
      schema_.report(
          Rule::bad_value, schema_.value_range(element, "fullinertia"),
          concat("the inertia of body '", body, "' has both diaginertia and fullinertia; keep one of them"));
    return;
  }
  if (element.attribute("fullinertia") == nullptr) return;
  const SourceRange place = schema_.value_range(element, "fullinertia");
  const std::vector<Number> said = schema_.numbers(element, "fullinertia");
  if (said.size() != 6) {
    if (!said.empty())
      schema_.report(Rule::wrong_count, place,
                     concat("fullinertia takes six numbers, xx yy zz xy xz yz, not ", said.size()));
    return;
  }
  for (const std::string_view other : {"quat", "axisangle", "xyaxes", "zaxis", "euler"})
    if (element.attribute(other) != nullptr)
      schema_.report(Rule::bad_value, place,
                     concat("the inertia of body '", body,
                            "' has both an orientation and fullinertia; keep one of them"));
  inertial.inertia = {said[0], said[3], said[4], said[1], said[5], said[2], place};
}

// Whether its group is one of those whose shapes have masses.
bool GeomReader::is_weighed(const BodyShape& read, const CompilerSettings& settings) {
  const auto group =
      read.element.attribute("group") == nullptr ? std::nullopt : schema_.number(read.element, "group");
  const double number = group ? group->value() : 0;
  return number >= settings.inertia_groups[0] && number <= settings.inertia_groups[1];
}

std::optional<Inertial> GeomReader::from_shapes(const BodyNode& node, const std::vector<BodyShape>& shapes,
                                                const std::string& body) {
  const CompilerSettings& settings = node.part.file->settings();
  SpatialInertia sum;
  bool any = false;
  const XmlElement* undetermined = nullptr;  // the first that says neither mass nor density
  for (const BodyShape& read : shapes) {
    if (!is_weighed(read, settings)) continue;
    const auto solid = solid_of(read);
    if (!solid || !(solid->mass > 0)) continue;
    sum = sum + solid->expressed_in((read.mesh == nullptr ? read.X_BG : read.X_BM).evaluate());
    any = true;
    const bool says =
        read.element.attribute("mass") != nullptr || read.element.attribute("density") != nullptr;
    if (!says && undetermined == nullptr) undetermined = read.part->element;
  }
  if (!any) return std::nullopt;
  if (undetermined != nullptr)
    schema_.report(Rule::density_default, undetermined->start_tag,
                   concat("body '", body, "' weighs ", about(sum.mass),
                          " kg because this shape has the default density of ", kDensity,
                          " kg/m³; give it a mass or a density, or the body an <inertial>"));
  Inertial inertial;
  inertial.range = inertial.mass_range = inertial.origin_range = node.part.element->start_tag;
  inertial.mass = Number(sum.mass);
  if (!sum.com.isZero(0)) inertial.origin = plain_transform({Matrix3::Identity(), sum.com});
  inertial.inertia = tensor_of(sum.tensor, node.part.element->start_tag);
  schema_.report(
      Rule::value_approximated, node.part.element->start_tag,
      concat("the inertia of body '", body, "' is computed from its shapes: ", about(sum.mass), " kg"));
  return inertial;
}

std::optional<SpatialInertia> GeomReader::unit_of(const BodyShape& read) {
  const auto said = schema_.word(read.element, kGeom.row, "shellinertia");
  const bool is_shell = said && *said == "true";
  if (is_shell && read.shape)
    if (auto surface = shell(*read.shape, 1)) return surface;
  if (is_shell)
    schema_.report(Rule::value_approximated, schema_.value_range(read.element, "shellinertia"),
                   "the mass of this shape lies on its surface, but is treated as filling it");
  if (!read.shape) return read.mesh->mass;
  return read.mesh == nullptr ? solid(*read.shape, 1) : body_of_file(*read.mesh);
}

std::optional<SpatialInertia> GeomReader::solid_of(const BodyShape& read) {
  if (!read.shape && (read.mesh == nullptr || !read.mesh->mass)) return std::nullopt;
  const auto number = [&](std::string_view name) {
    return read.element.attribute(name) == nullptr ? std::nullopt : schema_.number(read.element, name);
  };
  const auto mass = number("mass");
  const auto density = number("density");
  if (mass && mass->value() == 0) return std::nullopt;
  if (!mass && density && density->value() == 0) return std::nullopt;
  const auto unit = unit_of(read);
  if (!unit || !(unit->mass > kLeastVolume)) return std::nullopt;
  const double wanted = mass ? mass->value() : unit->mass * (density ? density->value() : kDensity);
  if (wanted < 0) return std::nullopt;  // check_refusals() tells it
  return scaled_to_mass(*unit, wanted);
}

// boundmass, boundinertia and balanceinertia change the principal moments, as MuJoCo does.
void GeomReader::apply_bounds(const CompilerSettings& settings, Inertial& inertial, const std::string& body) {
  if (settings.least_mass > 0 && inertial.mass.value() < settings.least_mass) {
    schema_.report(Rule::value_approximated, settings.least_mass_range,
                   concat("boundmass raises the mass of body '", body, "' to ", settings.least_mass, " kg"));
    inertial.mass = Number(settings.least_mass);
  }
  if (settings.least_inertia <= 0 && !settings.balances_inertia) return;
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(inertial.inertia.matrix());
  Vector3 moments = principal.eigenvalues();
  const Vector3 before = moments;
  moments = moments.cwiseMax(settings.least_inertia);
  if (settings.balances_inertia && moments[0] + moments[1] < moments[2]) moments.setConstant(moments.mean());
  if (moments == before) return;
  schema_.report(Rule::value_approximated,
                 settings.least_inertia_range.valid() ? settings.least_inertia_range : settings.balance_range,
                 concat("the settings of <compiler> change the inertia of body '", body, "'"));
  const Matrix3& R = principal.eigenvectors();
  inertial.inertia = tensor_of(R * moments.asDiagonal() * R.transpose(), inertial.inertia.range);
}

}  // namespace romas::mjcf
