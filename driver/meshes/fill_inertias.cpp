#include "driver/meshes/fill_inertias.h"

#include <optional>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_solids.h"
#include "ir/analysis/mass/solids.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

constexpr int kInertiaDigits = 12;  // of computed masses and tensors

Number to_number(double value) { return Number(round_to_digits(value, kInertiaDigits) + 0.0); }

class InertiaFiller {
 public:
  InertiaFiller(Model& model, const Input& input, const CompileRequest& request, Stage& stage)
      : model_(model),
        source_(input.file),
        request_(request.inertias),
        stage_(stage),
        context_{stage.sources, stage.diagnostics, request.input.frontend, stage.files_read},
        solids_(context_, "link", Rule::mesh_missing, true) {}

  void run() {
    std::vector<std::pair<LinkId, SpatialInertia>> found;
    double volume = 0;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      if (model_.links[i].inertial) continue;
      const auto body = filled(model_.links[i]);
      if (!body) continue;
      volume += body->mass;
      found.emplace_back(LinkId(i), *body);
    }
    const double density = request_.total_mass > 0 ? request_.total_mass / volume : request_.density;
    for (const auto& [link, body] : found)
      give(model_.link(link), scaled_to_mass(body, body.mass * density), density);
  }

 private:
  // Returns the body of density 1, in the link's frame. Returns nullopt for a link without shapes, or with a
  // shape of unknown volume.
  std::optional<SpatialInertia> filled(const Link& link) {
    const bool collisions = request_.shapes == "collision" ? !link.collisions.empty() : link.visuals.empty();
    return collisions ? sum(link, link.collisions) : sum(link, link.visuals);
  }

  template <class Shapes>
  std::optional<SpatialInertia> sum(const Link& link, const Shapes& shapes) {
    SpatialInertia sum;
    for (const auto& shape : shapes) {
      const auto* mesh = std::get_if<Mesh>(&shape.geometry.shape);
      const auto body = mesh != nullptr ? solids_.find(*mesh, mesh->filename_range, source_)
                                        : solid(shape.geometry.shape, 1);
      if (!body || !(body->mass > 0)) {
        stage_.diagnostics.report(
            Rule::value_approximated, shape.geometry.range,
            concat("link '", link.name, "' gets no inertial: the volume of this shape is not known"));
        return std::nullopt;
      }
      sum = sum + body->expressed_in(shape.origin.evaluate());
    }
    return sum.mass > 0 ? std::optional(sum) : std::nullopt;
  }

  void give(Link& link, const SpatialInertia& body, double density) {
    Inertial inertial;
    inertial.range = inertial.mass_range = inertial.origin_range = link.range;
    inertial.mass = to_number(body.mass);
    if (!body.com.isZero(0)) {
      TransformExpr::XyzRpy origin;
      origin.xyz = Number3{to_number(body.com.x()), to_number(body.com.y()), to_number(body.com.z())};
      inertial.origin = origin;
    }
    const Matrix3& I = body.tensor;
    inertial.inertia = {to_number(I(0, 0)), to_number(I(0, 1)), to_number(I(0, 2)), to_number(I(1, 1)),
                        to_number(I(1, 2)), to_number(I(2, 2)), link.range};
    auto finding =
        stage_.diagnostics.report(Rule::value_approximated, name_place(link),
                                  concat("link '", link.name, "' has no inertial: by its shapes and ",
                                         about(density), " kg/m³ it weighs ", about(body.mass), " kg"));
    if (model_.layout.format == "urdf") suggest(link, inertial, body, finding);
    link.inertial = std::move(inertial);
  }

  // Behind the start tag of the link.
  void suggest(const Link& link, const Inertial& inertial, const SpatialInertia& body,
               DiagnosticBuilder& finding) {
    const SourceRange range = link.range;
    if (!range.valid()) return;
    const std::string_view text = stage_.sources.text(range.file);
    char quote = 0;
    std::uint32_t at = range.begin;
    while (at < text.size() && (quote != 0 || text[at] != '>')) {
      if (quote != 0 ? text[at] == quote : text[at] == '"' || text[at] == '\'')
        quote = quote != 0 ? '\0' : text[at];
      ++at;
    }
    if (at >= text.size() || text[at - 1] == '/') return;
    const InertiaTensor& I = inertial.inertia;
    std::string lines = "\n    <inertial>";
    if (!body.com.isZero(0))
      lines += concat("\n      <origin xyz=\"", to_number(body.com.x()).text(), " ",
                      to_number(body.com.y()).text(), " ", to_number(body.com.z()).text(), "\"/>");
    lines +=
        concat("\n      <mass value=\"", inertial.mass.text(), "\"/>\n      <inertia ixx=\"", I.ixx.text(),
               "\" ixy=\"", I.ixy.text(), "\" ixz=\"", I.ixz.text(), "\" iyy=\"", I.iyy.text(), "\" iyz=\"",
               I.iyz.text(), "\" izz=\"", I.izz.text(), "\"/>\n    </inertial>");
    finding.suggest({range.file, at + 1, at + 1}, lines);
  }

  Model& model_;
  const std::string& source_;
  const InertiaRequest& request_;
  Stage& stage_;
  FrontendContext context_;
  MeshSolids solids_;
};

}  // namespace

void fill_inertias(Model& model, const Input& input, const CompileRequest& request, Stage& stage) {
  InertiaFiller(model, input, request, stage).run();
}

}  // namespace romas::driver
