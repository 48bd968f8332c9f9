// Solids: a shape with a density or mass is visual, collision and inertia at once.
#include <algorithm>
#include <filesystem>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "frontend/mesh/mesh_solid.h"
#include "ir/analysis/mass/solids.h"
#include "ir/packages/file_names.h"
#include "ir/packages/file_search.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

std::optional<SpatialInertia> mesh_body(LowerContext& c, const Mesh& mesh, SourceRange range) {
  const SourceRange place = mesh.filename_range.valid() ? SourceRange(mesh.filename_range) : range;
  // The path is already relative to the main file's folder.
  const auto path = resolve_mesh_path(
      mesh.filename, file_search(std::string(c.sources.name(c.session.main_file)), c.session.options));
  if (!path) {
    c.report(Rule::import_missing, place,
             concat("there is no mesh file '", mesh.filename,
                    "'; its shape is needed for the inertia of the solid"));
    return std::nullopt;
  }
  Vector3 scale = Vector3::Ones();
  if (mesh.scale) scale = {(*mesh.scale)[0].value(), (*mesh.scale)[1].value(), (*mesh.scale)[2].value()};
  const MeshKey key{*path, {scale.x(), scale.y(), scale.z()}};
  if (const auto known = c.session.mesh_bodies.find(key); known != c.session.mesh_bodies.end())
    return known->second;
  SourceManager::ReadError problem;
  const FileId file = c.sources.read_file(*path, problem, c.session.options.max_input);
  std::optional<SpatialInertia> body;
  if (file == 0) {
    c.report(Rule::import_missing, place, concat("cannot read the mesh '", *path, "': ", problem.reason));
  } else {
    c.session.files_read.push_back(*path);
    const ExpansionContext context(c.diagnostics, place,
                                   [&] { return std::string("the mesh is used here, as a solid"); });
    if (const auto solid =
            read_mesh_solid(file, c.sources, c.diagnostics, scale, c.session.options.read_scene))
      body = solid->body;
  }
  if (body && !is_scene_file(*path))  // COLLADA and glTF have units
    check_solid_size(*body, MeshMass::solid, scale, place, "scale (0.001, 0.001, 0.001)", c.diagnostics);
  c.session.mesh_bodies.emplace(key, body);
  return body;
}

// The shape filled with 1 kg/m³, in its own frame.
std::optional<SpatialInertia> solid_body(LowerContext& c, const Geometry& geometry, SourceRange range) {
  if (const auto* mesh = std::get_if<Mesh>(&geometry.shape)) return mesh_body(c, *mesh, range);
  auto body = romas::solid(geometry.shape, 1);
  if (body && body->mass > 0) return body;
  c.report(Rule::bad_value, range, "a solid needs a size: all its lengths must be positive");
  return std::nullopt;
}

// All solids as one body in the link's frame.
std::optional<SpatialInertia> sum_of_solids(LowerContext& c, const InertialParts& parts, const Link& link) {
  const bool none = std::none_of(parts.solids.begin(), parts.solids.end(),
                                 [](const SolidPart& part) { return part.wanted; });
  SpatialInertia total;
  for (const SolidPart& part : parts.solids) {
    if (!part.wanted && !(none && parts.has_mass)) {
      c.report(
          Rule::missing_element, part.range,
          none ? concat("the solid of link '", link.name,
                        "' has no density, and the link has no mass; write for example 'density 2700 kg/m^3'")
               : std::string("this solid has no density and no mass, while others of the link have"));
      return std::nullopt;
    }
    SpatialInertia body = part.unit_body;
    if (part.mass) body = scaled_to_mass(body, part.mass->value());
    if (part.density) body = scaled_to_mass(body, body.mass * part.density->value());
    total = total + body;
  }
  return total;
}

}  // namespace

// solid SHAPE [at POSE] [density D] [mass M] [material M] [color C] [texture T] [named N]
void lower_solid(LowerContext& c, const Statement& s, Link& link, InertialParts& parts) {
  c.check_arguments(s);
  SolidPart part;
  part.range = s.word_range();
  if (s.find("density") != nullptr && s.find("mass") != nullptr)
    c.report(Rule::repeated_property, s.find("mass")->range, "a solid has a density or a mass, not both")
        .note(s.find("density")->range, "the density is here");
  const std::size_t unknown = c.values.unknown_numbers();
  const auto is_known = [&] { return c.values.unknown_numbers() == unknown; };
  const auto shape = read_geometry(c, s);
  const bool has_size = is_known();
  const TransformExpr origin = c.pose(s, "the pose of a solid");
  const auto positive = [&](std::string_view word, std::string_view units) -> std::optional<Number> {
    const auto* expr = s.get<Expr>(word);
    const auto value = expr == nullptr ? std::nullopt : c.values.number(*expr, units, concat("the ", word));
    if (!value || value->value() > 0 || !is_known()) return value;
    c.report(Rule::bad_value, expr->range,
             concat("the ", word, " of a solid must be positive, not ", value->text()));
    return std::nullopt;
  };
  part.density = positive("density", "kg/m^3");
  part.mass = positive("mass", "kg");
  part.wanted = s.find("density") != nullptr || s.find("mass") != nullptr;
  parts.has_solid = true;
  if (!shape || !has_size) {
    parts.broken_solid = true;
    return;
  }
  if (auto body = solid_body(c, *shape, shape->range)) {
    part.unit_body = body->expressed_in(origin.evaluate());
    parts.solids.push_back(part);
  } else {
    parts.broken_solid = true;
    return;
  }
  Visual visual;
  visual.geometry = *shape;
  visual.origin = origin;
  visual.range = s.range;
  if (auto written = c.name(s, "named")) visual.name = std::move(written->text);
  visual.material = read_material_use(c, s);
  Collision collision;
  collision.geometry = *shape;
  collision.origin = origin;
  collision.range = s.range;
  collision.name = visual.name;
  link.visuals.push_back(std::move(visual));
  link.collisions.push_back(std::move(collision));
}

// Inertial properties of the body override those that follow from its solids.
void finish_solids(LowerContext& c, const InertialParts& parts, Link& link) {
  if (parts.broken_solid) return;
  auto body = sum_of_solids(c, parts, link);
  if (!body) return;
  if (parts.has_mass) {
    if (!parts.mass || parts.mass->value() <= 0) return;
    body = scaled_to_mass(*body, parts.mass->value());
  }
  Inertial inertial = parts.inertial;
  inertial.range = parts.solids.front().range;
  inertial.mass_range = parts.has_mass ? parts.mass_range : inertial.range;
  inertial.mass = parts.has_mass ? *parts.mass : Number(body->mass);
  if (!parts.has_place) {
    const Number3 com = {body->com.x(), body->com.y(), body->com.z()};
    inertial.origin =
        body->com.isZero(0) ? TransformExpr() : TransformExpr(TransformExpr::XyzRpy{com, std::nullopt});
    inertial.origin_range = inertial.range;
  }
  if (!parts.has_tensor) {
    const Matrix3& I = body->tensor;
    inertial.inertia.ixx = I(0, 0);
    inertial.inertia.ixy = I(0, 1);
    inertial.inertia.ixz = I(0, 2);
    inertial.inertia.iyy = I(1, 1);
    inertial.inertia.iyz = I(1, 2);
    inertial.inertia.izz = I(2, 2);
    inertial.inertia.range = inertial.range;
  }
  link.inertial = std::move(inertial);
}

}  // namespace romas::language
