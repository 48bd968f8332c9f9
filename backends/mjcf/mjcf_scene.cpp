// --mjcf-scene: a second file with a floor, a light and a first pose, which includes the robot's file.
#include "backends/mjcf/mjcf_positions.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::string_view kHome = "home";

void write_floor(XmlWriter& xml, const std::string& name) {
  const XmlScope world(xml, "worldbody");
  {
    const XmlScope light(xml, "light");
    xml.attribute("directional", "true");
    xml.attribute("pos", "0 0 3");
    xml.attribute("dir", "0 0.3 -1");
  }
  const XmlScope floor(xml, "geom");
  xml.attribute("name", name);
  xml.attribute("type", "plane");
  xml.attribute("size", "0 0 0.05");
  xml.attribute("rgba", "0.8 0.8 0.8 1");
}

}  // namespace

OutputFile write_scene(Document& document) {
  XmlWriter xml;
  {
    const XmlScope root(xml, "mujoco");
    xml.attribute("model", concat(document.model.name, " scene"));
    {
      const XmlScope robot(xml, "include");
      xml.attribute("file", document.context.options.file_name);
    }
    write_floor(xml, document.names.geoms.take("floor"));
    const std::vector<double> q = home_position(document);
    std::vector<double> positions;
    if (frees_root(document)) positions = standing_root(document, q);
    const std::vector<double> joints = qpos_of(document, q);
    positions.insert(positions.end(), joints.begin(), joints.end());
    // A home of the robot's own counts.
    if (!positions.empty() && document.names.keys.take(kHome) == kHome) {
      const XmlScope keyframe(xml, "keyframe");
      const XmlScope key(xml, "key");
      xml.attribute("name", kHome);
      xml.attribute("qpos", join(positions, " ", format_double));
    }
  }
  return {"scene.xml", xml.take(), false, true};
}

}  // namespace romas::mjcf
