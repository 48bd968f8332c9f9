#include "frontend/sdf/merge_include.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/sdf/pose_graph.h"
#include "frontend/xml/reader/make_element.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

class Merge {
 public:
  Merge(XmlElement model, bool into_world, const Versions& versions, SourceManager& sources,
        DiagnosticEngine& diagnostics)
      : model_(std::move(model)),
        into_world_(into_world),
        versions_(versions),
        sources_(sources),
        diagnostics_(diagnostics) {}

  std::vector<XmlElement> run() {
    const XmlAttribute* name = model_.attribute("name");
    proxy_ = sources_.expansions().keep(
        concat(kMergedPrefix, name == nullptr ? std::string_view() : trim(name->value.text), kModelFrame));
    std::vector<XmlElement> content;
    content.push_back(proxy_frame());
    for (XmlElement& part : model_.children) {
      if (part.name == "pose") continue;
      if (!moves_up(part)) {
        diagnostics_.report(Rule::feature_dropped, part.start_tag,
                            concat("<", part.name, "> of a model that is merged into another one is lost"));
        continue;
      }
      if (into_world_ && (part.name == "link" || part.name == "gripper")) {
        diagnostics_.report(
            Rule::bad_value, part.start_tag,
            concat("a world cannot have <", part.name,
                   ">, so a model that has it cannot be merged into a world; include it without merge"));
        continue;
      }
      rename(part);
      content.push_back(std::move(part));
    }
    return content;
  }

 private:
  static bool moves_up(const XmlElement& part) {
    constexpr std::array<std::string_view, 6> kMoved = {"link",  "joint",   "frame",
                                                        "model", "gripper", "plugin"};
    return !part.prefix().empty() || std::find(kMoved.begin(), kMoved.end(), part.name) != kMoved.end();
  }

  // The frame of the model stands where the model stood.
  XmlElement proxy_frame() const {
    XmlElement frame = make_element("frame", model_.start_tag);
    const SourceRange place = model_.start_tag;
    set_attribute(frame, "name", proxy_, place);
    set_attribute(frame, "attached_to", canonical_link(), place);
    if (const XmlAttribute* placement = model_.attribute(kPlacementFrame))
      set_attribute(frame, kPlacementFrame, placement->value.text, placement->value.range);
    XmlElement pose = make_element("pose", model_.start_tag);
    if (const XmlElement* written = model_.child("pose")) {
      pose.text = written->text;
      pose.range = written->range;
      pose.start_tag = written->start_tag;
      pose.attributes = written->attributes;
    }
    const std::string_view named = frame_attribute(versions_.of(pose.range));
    const XmlAttribute* of = pose.attribute(named);
    if (of == nullptr || trim(of->value.text).empty())
      set_attribute(pose, named, into_world_ ? kWorld : kModelFrame, place);
    frame.children.push_back(std::move(pose));
    return frame;
  }

  std::string_view canonical_link() const {
    if (const XmlAttribute* named = model_.attribute("canonical_link")) return named->value.text;
    for (const std::string_view kind : {"link", "model"})
      if (const XmlElement* first = model_.child(kind))
        if (const XmlAttribute* name = first->attribute("name")) return name->value.text;
    return {};
  }

  // Lets a part of the merged model name the frame where it meant its model, by name or by saying nothing.
  void rename(XmlElement& part) const {
    if (part.name == "link" || part.name == "model") {
      auto pose = std::find_if(part.children.begin(), part.children.end(),
                               [](const XmlElement& child) { return child.name == "pose"; });
      if (pose == part.children.end()) {
        part.children.push_back(make_element("pose", model_.start_tag));
        pose = part.children.end() - 1;
      }
      rename_attribute(*pose, frame_attribute(versions_.of(pose->range)), true);
    } else if (part.name == "frame") {
      rename_attribute(part, "attached_to", true);
      rename_poses(part);
    } else if (part.name == "joint") {
      for (XmlElement& child : part.children) {
        if ((child.name == "parent" || child.name == "child") && trim(child.text.text) == kModelFrame)
          child.text.text = proxy_;
        if (child.name == "axis" || child.name == "axis2")
          for (XmlElement& xyz : child.children) rename_attribute(xyz, "expressed_in", false);
      }
      rename_poses(part);
    }
  }

  void rename_poses(XmlElement& part) const {
    for (XmlElement& child : part.children)
      if (child.name == "pose") rename_attribute(child, frame_attribute(versions_.of(child.range)), false);
  }

  // `absent`: an attribute that is absent or empty means the model.
  void rename_attribute(XmlElement& of, std::string_view name, bool absent) const {
    const XmlAttribute* written = of.attribute(name);
    const std::string_view value = written == nullptr ? std::string_view() : trim(written->value.text);
    if (value == kModelFrame || (absent && value.empty())) set_attribute(of, name, proxy_, of.start_tag);
  }

  XmlElement model_;
  bool into_world_;
  const Versions& versions_;
  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::string_view proxy_;
};

}  // namespace

std::vector<XmlElement> merged_content(XmlElement model, std::string_view parent, const Versions& versions,
                                       SourceManager& sources, DiagnosticEngine& diagnostics) {
  return Merge(std::move(model), parent == "world", versions, sources, diagnostics).run();
}

}  // namespace romas::sdf
