// The frontend of SRDF, and what tells it from URDF, which has the same root element.
#include <algorithm>
#include <array>

#include "frontend/frontend.h"
#include "frontend/srdf/srdf_reader.h"
#include "frontend/srdf/srdf_schema.h"
#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas {

FrontendResult parse_srdf(FileId file, FrontendContext& context) {
  srdf::SrdfReader reader(context);
  XmlSink sink;
  sink.begin = [&](const XmlElement& root) { reader.begin_robot(root); };
  sink.child = [&](const XmlElement& child) { reader.read_child(child); };
  sink.end = [&](const XmlElement& root) { reader.end_robot(root); };
  FrontendResult result;
  result.is_library = true;
  result.malformed = !read_document(file, context, sink) || reader.incomplete();
  if (!result.malformed && reader.is_robot()) result.semantics = reader.take();
  return result;
}

bool is_srdf_name(std::string_view path) {
  const std::string lower = to_lower(path);
  return lower.ends_with(".srdf") || lower.ends_with(".srdf.xacro");
}

bool is_srdf_text(std::string_view text) {
  // Words that URDF does not have, and words without which no URDF has two links.
  constexpr std::array<std::string_view, 4> kOurs = {"<disable_collisions", "<group_state", "<virtual_joint",
                                                     "<end_effector"};
  constexpr std::array<std::string_view, 3> kTheirs = {"<parent", "<visual", "<inertial"};
  const auto stands = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return std::any_of(kOurs.begin(), kOurs.end(), stands) &&
         std::none_of(kTheirs.begin(), kTheirs.end(), stands);
}

bool is_srdf_root(const XmlElement& root) {
  if (root.local_name() != "robot") return false;
  const auto is = [](std::string_view name) {
    return [name](const XmlElement& child) { return child.name == name; };
  };
  const std::vector<XmlElement>& children = root.children;
  const bool defines = std::any_of(children.begin(), children.end(), is("link")) ||
                       std::any_of(children.begin(), children.end(), is("joint"));
  return !defines && std::any_of(children.begin(), children.end(), [](const XmlElement& child) {
    return srdf::kRobot.child(child.name) != nullptr;
  });
}

}  // namespace romas
