// Geoms: the shapes of visuals and collisions. Sizes are halves; a shape stands at its own pose in the body.
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "ir/entity.h"
#include "support/text.h"

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

class GeomWriter {
 public:
  GeomWriter(Document& document, const Assets& assets, LinkId link)
      : document_(document), assets_(assets), id_(link), link_(document.model.link(link)) {}

  void write() {
    for (const Visual& visual : link_.visuals) shape(visual, "visual", [&] { colour(visual); });
    for (const Collision& collision : link_.collisions) shape(collision, "collision", [&] { friction(); });
  }

 private:
  template <class Shown, class Rest>
  void shape(const Shown& shown, std::string_view kind, const Rest& rest) {
    const auto* mesh = std::get_if<Mesh>(&shown.geometry.shape);
    const std::string* asset = mesh == nullptr ? nullptr : assets_.mesh(*mesh);
    if (mesh != nullptr && asset == nullptr) return;  // Assets has reported it
    const Size size = size_of(shown.geometry.shape);
    if (std::any_of(size.values.begin(), size.values.end(), [](double value) { return !(value > 0); })) {
      document_.lost(shown.geometry.range,
                     concat("a ", kind, " shape of link '", link_.name,
                            "' is left out: MuJoCo refuses sizes that are not positive"));
      return;
    }
    const XmlScope geom(document_.xml, "geom");
    if (shown.name && !shown.name->empty()) {
      const std::string name = document_.names.geoms.take(*shown.name);
      if (name != *shown.name) renamed(*shown.name, name, shown.range);
      document_.xml.attribute("name", name);
    }
    document_.xml.attribute("class", kind);
    document_.xml.attribute("type", size.type);
    if (!size.values.empty()) document_.xml.attribute("size", join(size.values, " ", format_double));
    document_.pose(shown.origin);
    if (asset != nullptr) document_.xml.attribute("mesh", *asset);
    rest();
  }

  void renamed(const std::string& from, const std::string& to, SourceRange range) {
    document_.rewritten(range, concat("a second shape '", from, "' is called '", to,
                                      "' in MJCF, where names of shapes are unique"));
    document_.context.changes.allow_at(range);
  }

  void colour(const Visual& visual) {
    if (!visual.material) return;
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
