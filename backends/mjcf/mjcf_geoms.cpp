// Geoms: the shapes of visuals and collisions. Sizes are halves; a shape stands at its own pose in the body.
#include <algorithm>
#include <optional>

#include "backends/mjcf/mjcf_document.h"
#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

struct Size {
  std::string_view type;
  std::vector<double> values;  // of the attribute "size"; none for a mesh
};

Size size_of(const Shape& shape) {
  const auto values = [](const Number3& numbers, double factor) {
    return std::vector{numbers[0].value() * factor, numbers[1].value() * factor, numbers[2].value() * factor};
  };
  struct Visitor {
    decltype(values)& of;
    Size operator()(const Box& box) const { return {"box", of(box.size, 0.5)}; }
    Size operator()(const Cylinder& c) const {
      return {"cylinder", {c.radius.value(), c.length.value() / 2}};
    }
    Size operator()(const Sphere& sphere) const { return {"sphere", {sphere.radius.value()}}; }
    Size operator()(const Capsule& c) const { return {"capsule", {c.radius.value(), c.length.value() / 2}}; }
    Size operator()(const Ellipsoid& ellipsoid) const { return {"ellipsoid", of(ellipsoid.radii, 1)}; }
    Size operator()(const Mesh&) const { return {"mesh", {}}; }
  };
  return std::visit(Visitor{values}, shape);
}

// The visual and the collision of one geom stand no further apart than this in their lists.
constexpr std::size_t kNear = 64;

bool is_same_text(SourceRange a, SourceRange b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

class GeomWriter {
 public:
  GeomWriter(Document& document, const Assets& assets, LinkId link)
      : document_(document), assets_(assets), id_(link), link_(document.model.link(link)) {}

  // In the order of the visuals, and in that of the collisions.
  void write() {
    const std::vector<std::optional<std::size_t>> solids = find_solids();
    std::size_t next = 0;  // collision
    for (std::size_t i = 0; i < solids.size(); ++i) {
      for (; solids[i] && next < *solids[i]; ++next) geom({std::nullopt, next});
      geom({i, solids[i]});
      if (solids[i]) ++next;
    }
    for (; next < link_.collisions.size(); ++next) geom({std::nullopt, next});
  }

 private:
  // A shape that is seen, one that touches, or one that does both.
  struct Part {
    std::optional<std::size_t> visual, collision;  // indices in the link
  };

  // For each visual the collision that is the same geom of the MJCF that the model was read from.
  std::vector<std::optional<std::size_t>> find_solids() const {
    std::vector<std::optional<std::size_t>> result(link_.visuals.size());
    if (document_.model.layout.format != "mjcf") return result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Visual& visual = link_.visuals[i];
      const auto is_same = [&](std::size_t j) {
        const Collision& collision = link_.collisions[j];
        return collision.name == visual.name && collision.origin == visual.origin &&
               collision.geometry == visual.geometry && is_one_geom(visual, j);
      };
      std::size_t j = next;
      while (j < link_.collisions.size() && j < next + kNear && !is_same(j)) ++j;
      if (j == link_.collisions.size() || j == next + kNear) continue;
      result[i] = j;
      next = j + 1;
    }
    return result;
  }

  // One element of MJCF is one text. In the Romas language the two are told by their name, which is unique in
  // MJCF, or by a group that is shown.
  bool is_one_geom(const Visual& visual, std::size_t collision) const {
    const SourceRange text = link_.collisions[collision].range;
    if (is_same_text(text, visual.range)) return true;
    if (std::ranges::any_of(link_.visuals, [&](const Visual& v) { return is_same_text(text, v.range); }))
      return false;
    if (visual.name) return true;
    const std::string* group = kept_attribute(document_, places({std::nullopt, collision}).back(), "group");
    return group != nullptr && (*group == "0" || *group == "1" || *group == "2");
  }

  void geom(const Part& part) {
    if (part.visual)
      shape(link_.visuals[*part.visual], part);
    else
      shape(link_.collisions[*part.collision], part);
  }

  static std::string_view class_of(const Part& part) {
    return !part.visual ? "collision" : part.collision ? "" : "visual";
  }

  template <class Shown>
  void shape(const Shown& shown, const Part& part) {
    const auto* mesh = std::get_if<Mesh>(&shown.geometry.shape);
    const std::string* asset = mesh == nullptr ? nullptr : assets_.mesh(*mesh);
    const Size size = size_of(shown.geometry.shape);
    const bool is_flat =
        std::any_of(size.values.begin(), size.values.end(), [](double value) { return !(value > 0); });
    if (is_flat)
      document_.lost(shown.geometry.range,
                     concat("a ", part.visual ? "visual" : "collision", " shape of link '", link_.name,
                            "' is left out: MuJoCo rejects sizes that are not positive"));
    if (is_flat || (mesh != nullptr && asset == nullptr)) {  // Assets has reported the mesh
      document_.context.changes.allow_at(shown.range);
      allow(part, shown.name.value_or(""));
      return;
    }
    const std::string name = name_of(shown, part);
    const XmlScope geom(document_.xml, "geom");
    if (!name.empty()) document_.xml.attribute("name", name);
    if (!class_of(part).empty()) document_.xml.attribute("class", class_of(part));
    document_.xml.attribute("type", size.type);
    if (!size.values.empty()) document_.xml.attribute("size", join(size.values, " ", format_double));
    document_.pose(shown.origin);
    if (asset != nullptr) document_.xml.attribute("mesh", *asset);
    if (part.visual) colour(link_.visuals[*part.visual], *part.visual, name);
    if (part.collision && kept_attribute(document_, places(part).back(), "friction") == nullptr) friction();
    for (const Place& place : places(part)) write_kept_attributes(document_, place);
  }

  // Its name in the output; empty for a shape without one. Reports a name that is taken.
  template <class Shown>
  std::string name_of(const Shown& shown, const Part& part) {
    if (!shown.name || shown.name->empty()) return {};
    std::string name = document_.names.geoms.take(*shown.name);
    if (name == *shown.name) return name;
    document_.rewritten(shown.range, concat("a second shape '", *shown.name, "' is called '", name,
                                            "' in MJCF, where names of shapes are unique"));
    for (const Place& place : places(part)) document_.context.changes.rename_shape(place, name);
    return name;
  }

  std::vector<Place> places(const Part& part) const {
    const Place link = entity_place(EntityKind::link, id_.index());
    std::vector<Place> result;
    if (part.visual) result.push_back(child_place(link, Slot::visual, *part.visual));
    if (part.collision) result.push_back(child_place(link, Slot::collision, *part.collision));
    return result;
  }

  // Any difference of the shape may be found.
  void allow(const Part& part, const std::string& name) {
    const auto any = [&](std::string_view kind, std::size_t index) {
      document_.context.changes.allow(EntityKind::link, document_.names.bodies[id_.index()],
                                      concat(kind, " ", name.empty() ? concat(index + 1) : in_quotes(name)));
    };
    if (part.visual) any("visual", *part.visual);
    if (part.collision) any("collision", *part.collision);
  }

  // A material with a texture alone is white in MuJoCo.
  void colour(const Visual& visual, std::size_t index, const std::string& name) {
    if (!visual.material) return;
    if (!visual.material->color)
      document_.context.changes.allow(
          EntityKind::link, document_.names.bodies[id_.index()],
          concat("visual ", name.empty() ? concat(index + 1) : in_quotes(name), " material color"));
    if (const std::string* material = assets_.material(*visual.material))
      document_.xml.attribute("material", *material);
    else if (visual.material->color)
      document_.xml.attribute("rgba", number_list_text(visual.material->color->rgba));
  }

  // The coefficients of rolling and of turning on the spot are MuJoCo's own defaults.
  void friction() {
    const GazeboValue* mu = document_.attached.property(document_.model, id_, GazeboProperty::mu1);
    const auto* number = mu == nullptr ? nullptr : std::get_if<Number>(&mu->value);
    if (number != nullptr && number->value() >= 0)
      document_.xml.attribute("friction", concat(number->text(), " 0.005 0.0001"));
  }

  Document& document_;
  const Assets& assets_;
  LinkId id_;
  const Link& link_;
};

}  // namespace

void write_geoms(Document& document, const Assets& assets, LinkId link) {
  GeomWriter(document, assets, link).write();
}

}  // namespace romas::mjcf
