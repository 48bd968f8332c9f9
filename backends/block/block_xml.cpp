// Block XML: one <Block>, or a library of the Blocks that an assembly uses.
#include "backends/block/block_xml.h"

#include <numbers>

#include "backends/xml/finish_xml.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string_view yes_no(bool value) { return value ? "true" : "false"; }

// x;y;z, or x;y;z;roll;pitch;yaw with angles in degrees.
class PoseText {
 public:
  PoseText(const TargetContext& context, SourceRange place) : context_(context), place_(place) {}

  std::string operator()(const TransformExpr& expression) const {
    const auto* written = expression.get_if<TransformExpr::XyzRpy>();
    const bool digits_fit =
        written != nullptr && (!written->rpy || written->unit == TransformExpr::AngleUnit::degree);
    if (expression.absent()) return "0;0;0";
    if (digits_fit) return text(written->xyz.value_or(Number3()), written->rpy);
    const RigidTransform X = expression.evaluate();
    const Vector3 rpy = rpy_from_rotation(X.R) * (180 / std::numbers::pi);
    context_.diagnostics.report(Rule::value_approximated, place_,
                                "the pose is written as position and roll, pitch, yaw in degrees");
    const auto number = [](double value) { return Number(value + 0.0); };  // no -0
    const bool turned = X.R != Matrix3::Identity();
    return text(
        {number(X.p.x()), number(X.p.y()), number(X.p.z())},
        turned ? std::optional(Number3{number(rpy.x()), number(rpy.y()), number(rpy.z())}) : std::nullopt);
  }

 private:
  static std::string text(const Number3& xyz, const std::optional<Number3>& rpy) {
    std::string out;
    const auto append = [&out](const Number3& numbers) {
      for (const Number& number : numbers) {
        if (!out.empty()) out.push_back(';');
        number.append_text(out);
      }
    };
    append(xyz);
    if (rpy) append(*rpy);
    return out;
  }

  const TargetContext& context_;
  SourceRange place_;
};

class BlockWriter {
 public:
  BlockWriter(XmlWriter& xml, const Model& model, std::size_t index, const TargetContext& context)
      : xml_(xml), model_(model), index_(index), block_(model.blocks[index]), context_(context) {}

  void write() {
    const XmlScope element(xml_, "Block");
    xml_.attribute("id", block_.id);
    if (!block_.name.empty()) xml_.attribute("name", block_.name);
    if (block_.is_base) xml_.attribute("isBaseBlock", yes_no(*block_.is_base));
    if (block_.is_tool) xml_.attribute("isToolBlock", yes_no(*block_.is_tool));
    if (!block_.tag.empty()) xml_.attribute("tag", block_.tag);
    write_foreign_attributes(xml_, model_, place(Slot::self));
    shape();
    file("diffuse", block_.diffuse, Slot::diffuse);
    file("normal", block_.normal, Slot::normal);
    file("thumbnail", block_.thumbnail, Slot::thumbnail);
    if (!block_.contacts.empty()) contacts();
    inertial();
    write_foreign_elements(xml_, model_, place(Slot::self));
  }

 private:
  // Paths of a Block's files are relative to the folder of the Block's file.
  std::string path(const std::string& written) const {
    const bool anchored =
        block_.folder.empty() || written.starts_with('/') || written.find("://") != std::string::npos;
    return rebase_path(anchored ? written : concat(block_.folder, "/", written), context_.options);
  }

  void shape() {
    if (!block_.shape) return;
    const XmlScope element(xml_, "shape");
    if (!block_.shape->pose.absent())
      xml_.attribute("pose", PoseText(context_, block_.shape->range)(block_.shape->pose));
    xml_.attribute("value", path(block_.shape->file));
    foreign(Slot::shape);
  }

  [[nodiscard]] Place place(Slot slot, std::size_t sub = 0) const {
    return {EntityKind::block, slot, 0, static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(sub)};
  }

  void foreign(Slot slot, std::size_t sub = 0) {
    write_foreign_attributes(xml_, model_, place(slot, sub));
    write_foreign_elements(xml_, model_, place(slot, sub));
  }

  void file(std::string_view name, const std::optional<std::string>& value, Slot slot) {
    if (!value) return;
    const XmlScope element(xml_, name);
    xml_.attribute("value", path(*value));
    foreign(slot);
  }

  void contacts() {
    const XmlScope list(xml_, "contactPoints");
    for (std::size_t i = 0; i < block_.contacts.size(); ++i) {
      const Contact& contact = block_.contacts[i];
      const XmlScope element(xml_, "contact");
      xml_.attribute("pose", PoseText(context_, contact.range)(contact.pose));
      xml_.attribute("type", to_string(contact.type));
      xml_.attribute("rotAxis", to_string(contact.rot_axis));
      xml_.attribute("zeroAxis", to_string(contact.zero_axis));
      foreign(Slot::contact, i);
    }
  }

  void inertial() {
    if (block_.mass) {
      const XmlScope element(xml_, "mass");
      xml_.attribute("value", block_.mass->text());
      foreign(Slot::mass);
    }
    if (block_.com) {
      const XmlScope element(xml_, "com");
      constexpr std::array<std::string_view, 3> kNames = {"x", "y", "z"};
      for (std::size_t i = 0; i < 3; ++i) xml_.attribute(kNames[i], (*block_.com)[i].text());
      foreign(Slot::com);
    }
    if (block_.inertia) {
      const InertiaTensor& t = *block_.inertia;
      const XmlScope element(xml_, "inertia");
      xml_.attribute("Ixx", t.ixx.text());
      xml_.attribute("Iyy", t.iyy.text());
      xml_.attribute("Izz", t.izz.text());
      xml_.attribute("Ixy", t.ixy.text());
      xml_.attribute("Iyz", t.iyz.text());
      xml_.attribute("Ixz", t.ixz.text());
      foreign(Slot::inertia);
    }
  }

  XmlWriter& xml_;
  const Model& model_;
  std::size_t index_;
  const Block& block_;
  const TargetContext& context_;
};

}  // namespace

void write_foreign_attributes(XmlWriter& xml, const Model& model, const Place& place) {
  for (const Extension* extension : model.extensions_at(place))
    if (extension->kind == Extension::Kind::attribute && !xml.has_attribute(extension->name))
      xml.attribute(extension->name, extension->text);
}

void write_foreign_elements(XmlWriter& xml, const Model& model, const Place& place) {
  for (const Extension* extension : model.extensions_at(place))
    if (extension->kind == Extension::Kind::element) xml.verbatim(extension->text);
}

std::string emit_block(const Model& model, TargetContext& context) {
  if (model.blocks.empty()) {
    context.diagnostics.report(
        Rule::no_robot, model.name_range,
        concat("robot '", model.name, "' does not consist of Blocks, so there is no Block to write"));
    return {};
  }
  XmlWriter xml;
  xml.declaration();
  if (!context.options.banner.empty()) xml.comment(concat(" ", context.options.banner, " "));
  if (model.blocks.size() == 1) {
    BlockWriter(xml, model, 0, context).write();
  } else {
    const XmlScope library(xml, "Blocks");
    for (std::size_t i = 0; i < model.blocks.size(); ++i) BlockWriter(xml, model, i, context).write();
  }
  return finish_xml(xml, model, context.diagnostics);
}

}  // namespace romas
