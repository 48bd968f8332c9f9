#include "backends/romas/romas_printer.h"

#include "backends/romas/kept.h"
#include "support/text/text.h"

namespace romas {

void RomasPrinter::banner() {
  if (options_ == nullptr || options_->banner.empty()) return;
  for (const std::string_view line : split(options_->banner, '\n')) out_.line("// ", line);
}

void RomasPrinter::quantity(std::string_view word, const std::optional<Number>& number,
                            std::string_view units) {
  if (number) property(word, romas_quantity(*number, units));
}

// An empty expression is printed as an absent one.
void RomasPrinter::pose(const TransformExpr& pose) {
  if (!pose.absent()) property("at", romas_pose(pose));
}

std::string RomasPrinter::print() {
  banner();
  out_.line("robot ", romas_name(model_.name), " {");
  {
    const IndentedWriter::Scope inside(out_);
    if (model_.version) property("version", romas_string(*model_.version));
    if (model_.gravity) property("gravity", romas_tuple(*model_.gravity, "m/s^2"));
    first_section_ = !model_.version && !model_.gravity;
    section(model_.materials, [this](const Material& m) { material(m); });
    section(model_.links, [this](const Link& l) { link(l); });
    section(model_.joints, [this](const Joint& j) { joint(j); });
    section(model_.frames, [this](const Frame& f) { frame(f); });
    section(model_.loop_joints, [this](const LoopJoint& l) { loop_joint(l); });
    section(model_.force_elements, [this](const ForceElement& f) { force_element(f); });
    section(model_.sensors, [this](const Sensor& s) { sensor(s); });
    section(model_.transmissions, [this](const Transmission& t) { transmission(t); });
    section(model_.gazebos, [this](const Gazebo& g) { gazebo(g); });
    section(model_.ros2_controls, [this](const Ros2Control& r) { ros2_control(r); });
    section(model_.blocks, [this](const Block& b) { block(b); });
    section(model_.parts, [this](const Part& p) { part(p); });
    extensions();
  }
  out_.line('}');
  return out_.take();
}

std::string emit_romas(const Model& model, TargetContext& context) {
  return RomasPrinter(model, &context.options).print();
}

std::vector<std::string> kept_names() { return {"structure"}; }

std::string print_romas(const Model& model) { return RomasPrinter(model, nullptr).print(); }

}  // namespace romas
