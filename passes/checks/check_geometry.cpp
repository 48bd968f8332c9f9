// check-geometry: sizes, radii, lengths and mesh scales of visuals and collisions that are zero or negative
// (RM1502), links with visuals but without collisions (RM1501), and spheres of radius 0 that stand for points
// of contact (RM1515). A shape gives one finding.
// Negative mesh scales are no findings here: they mirror the mesh.
#include <algorithm>

#include "ir/model/entity.h"
#include "passes/checks/shape_roles.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The name of a shape's number, and its value.
struct Measure {
  std::string_view name;
  double value;
};

std::vector<Measure> measures(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape))
    return {
        {"size x", box->size[0].value()}, {"size y", box->size[1].value()}, {"size z", box->size[2].value()}};
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return {{"radius", cylinder->radius.value()}, {"length", cylinder->length.value()}};
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {{"radius", sphere->radius.value()}};
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return {{"radius", capsule->radius.value()}, {"length", capsule->length.value()}};
  if (const auto* e = std::get_if<Ellipsoid>(&shape))
    return {{"radius x", e->radii[0].value()},
            {"radius y", e->radii[1].value()},
            {"radius z", e->radii[2].value()}};
  return {};
}

std::string_view shape_name(const Shape& shape) {
  constexpr std::array<std::string_view, 6> kNames = {"box",     "cylinder",  "sphere",
                                                      "capsule", "ellipsoid", "mesh"};
  return kNames[shape.index()];
}

bool is_point(const Shape& shape) {
  const auto* sphere = std::get_if<Sphere>(&shape);
  return sphere != nullptr && sphere->radius.value() == 0;
}

// A body touches the ground at more than one point: a single sphere of radius 0 is a mistake.
bool has_contact_points(const Link& link) {
  return std::count_if(link.collisions.begin(), link.collisions.end(),
                       [](const Collision& collision) { return is_point(collision.geometry.shape); }) > 1;
}

// One finding a shape, whatever number of its sizes is wrong.
void check_shape(const Link& link, std::string_view role, const Geometry& geometry, SourceRange range,
                 DiagnosticEngine& diagnostics) {
  if (diagnostics.in_doubt(range)) return;
  std::vector<std::string> wrong;
  for (const Measure& measure : measures(geometry.shape))
    if (measure.value <= 0) wrong.push_back(concat(measure.name, ' ', measure.value));
  if (const auto* mesh = std::get_if<Mesh>(&geometry.shape); mesh != nullptr && mesh->scale)
    for (std::size_t i = 0; i < 3; ++i)
      if ((*mesh->scale)[i] == 0) wrong.push_back(concat("scale ", "xyz"[i], " 0"));
  if (wrong.empty()) return;
  const SourceRange place = place_or_name(geometry.range.valid() ? SourceRange(geometry.range) : range, link);
  diagnostics.report(Rule::size_nonpositive, place,
                     concat("the ", shape_name(geometry.shape), " of a ", role, " of link '", link.name,
                            "' has ", join(wrong, " and ")));
}

// One finding a link.
void report_contact_points(const Link& link, DiagnosticEngine& diagnostics) {
  const auto first =
      std::find_if(link.collisions.begin(), link.collisions.end(),
                   [](const Collision& collision) { return is_point(collision.geometry.shape); });
  diagnostics.report(
      Rule::contact_point,
      place_or_name(first->geometry.range.valid() ? first->geometry.range : first->range, link),
      concat("link '", link.name,
             "' has collision spheres of radius 0: Drake takes them as points of contact, other programs "
             "ignore them"));
}

}  // namespace

void check_geometry(const Model& model, const CheckContext& context) {
  const bool want_collisions = context.diagnostics.enabled(Rule::visual_without_collision);
  for (const Link& link : model.links) {
    if (want_collisions && !link.visuals.empty() && link.collisions.empty())
      context.diagnostics.report(
          Rule::visual_without_collision, name_place(link),
          concat("link '", link.name, "' has a visual but no collision: everything passes through it"));
    for (const Visual& visual : link.visuals)
      check_shape(link, "visual", visual.geometry, visual.range, context.diagnostics);
    const bool has_points = has_contact_points(link);
    if (has_points) report_contact_points(link, context.diagnostics);
    const SeenShapes seen(link);
    for (const Collision& collision : link.collisions)
      if ((!has_points || !is_point(collision.geometry.shape)) && !seen.contains(collision))
        check_shape(link, "collision", collision.geometry, collision.range, context.diagnostics);
  }
}

}  // namespace romas
