// The tree as a Graphviz graph: boxes are links, arrows are joints; dashed arrows close loops, dotted ones
// are mimics.
#include "backends/target.h"
#include "support/text/escape.h"
#include "support/text/indented_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  const auto plain = [&](char c) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  };
  escape_hidden(text, plain, [&](const CodePoint& at) {
    out += at.valid && at.value == '\n' ? "\\n" : concat("<", code_point_name(at), ">");
  });
  return out + "\"";
}

std::string axis_text(const Joint& joint) {
  if (joint.type == JointType::fixed || joint.type == JointType::floating || joint.type == JointType::ball ||
      joint.type == JointType::foreign)
    return {};
  const Vector3 axis = joint.axis_or_default();
  return concat("\naxis ", axis.x(), " ", axis.y(), " ", axis.z());
}

}  // namespace

std::string emit_dot(const Model& model, TargetContext& context) {
  IndentedWriter out;
  if (!context.options.banner.empty()) out.line("// ", context.options.banner);
  out.line("digraph ", quoted(model.name), " {");
  {
    const IndentedWriter::Scope body(out);
    out.line("node [shape=box, style=rounded, fontname=\"sans-serif\"];");
    out.line("edge [fontname=\"sans-serif\", fontsize=10];");
    for (const Link& link : model.links) {
      std::string label = link.name;
      if (link.inertial) label += concat("\n", link.inertial->mass.text(), " kg");
      out.line(quoted(link.name), " [label=", quoted(label), link.implicit ? ", style=dashed" : "", "];");
    }
    for (const Joint& joint : model.joints) {
      const auto type =
          joint.type == JointType::foreign ? std::string_view(joint.foreign_type) : to_string(joint.type);
      out.line(quoted(joint.parent.name), " -> ", quoted(joint.child.name),
               " [label=", quoted(concat(joint.name, "\n", type, axis_text(joint))),
               joint.type == JointType::fixed ? ", color=gray" : "", "];");
    }
    for (const LoopJoint& loop : model.loop_joints)
      out.line(quoted(loop.link1.link.name), " -> ", quoted(loop.link2.link.name),
               " [label=", quoted(loop.name), ", style=dashed, dir=both];");
    for (const Joint& joint : model.joints) {
      if (!joint.mimic || !joint.mimic->joint.id) continue;
      const std::string& leader = model.joint(joint.mimic->joint.id).child.name;
      out.line(quoted(leader), " -> ", quoted(joint.child.name),
               " [label=\"mimic\", style=dotted, constraint=false];");
    }
  }
  out.line("}");
  return out.take();
}

}  // namespace romas
