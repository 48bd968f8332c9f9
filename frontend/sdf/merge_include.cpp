#include "frontend/sdf/merge_include.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text.h"

namespace romas::sdf {

namespace {

constexpr std::string_view kModel = "__model__";

class Merge {
 public:
  Merge(XmlElement model, int version, SourceManager& sources, DiagnosticEngine& diagnostics)
      : model_(std::move(model)), version_(version), sources_(sources), diagnostics_(diagnostics) {}

  std::vector<XmlElement> run() {
    const XmlAttribute* name = model_.attribute("name");
    proxy_ = sources_.expansions().keep(
        concat(kMergedPrefix, name == nullptr ? std::string_view() : trim(name->value.text), kModel));
    std::vector<XmlElement> content;
    content.push_back(proxy_frame());
    for (XmlElement& part : model_.children) {
      if (part.name == "pose") continue;
      if (!moves_up(part)) {
        diagnostics_.report(Rule::feature_dropped, part.start_tag,
                            concat("<", part.name, "> of a model that is merged into another one is lost"));
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

  // The attribute that names the frame of a pose.
  std::string_view frame_attribute() const { return version_ < 107 ? "frame" : "relative_to"; }

  XmlElement element(std::string_view name) const {
    XmlElement made;
    made.name = name;
    made.range = made.start_tag = made.name_range = model_.start_tag;
    return made;
  }

  void set(XmlElement& of, std::string_view name, std::string_view value, SourceRange range) const {
    const auto found = std::find_if(of.attributes.begin(), of.attributes.end(),
                                    [&](const XmlAttribute& attribute) { return attribute.name == name; });
    if (found != of.attributes.end())
      found->value = {value, found->value.range, false};
    else
      of.attributes.push_back({name, {value, range, false}, range, range});
  }

  // The frame of the model stands where the model stood.
  XmlElement proxy_frame() const {
    XmlElement frame = element("frame");
    const SourceRange place = model_.start_tag;
    set(frame, "name", proxy_, place);
    set(frame, "attached_to", canonical_link(), place);
    if (const XmlAttribute* placement = model_.attribute(kPlacementFrame))
      set(frame, kPlacementFrame, placement->value.text, placement->value.range);
    XmlElement pose = element("pose");
    if (const XmlElement* written = model_.child("pose")) {
      pose.text = written->text;
      pose.range = written->range;
      pose.start_tag = written->start_tag;
      pose.attributes = written->attributes;
    }
    const bool has_frame =
        std::any_of(pose.attributes.begin(), pose.attributes.end(), [](const XmlAttribute& attribute) {
          return (attribute.name == "relative_to" || attribute.name == "frame") &&
                 !attribute.value.text.empty();
        });
    if (!has_frame) set(pose, "relative_to", kModel, place);
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
        part.children.push_back(element("pose"));
        pose = part.children.end() - 1;
      }
      rename_attribute(*pose, frame_attribute(), true);
    } else if (part.name == "frame") {
      rename_attribute(part, "attached_to", true);
      rename_poses(part);
    } else if (part.name == "joint") {
      for (XmlElement& child : part.children) {
        if ((child.name == "parent" || child.name == "child") && trim(child.text.text) == kModel)
          child.text.text = proxy_;
        if (child.name == "axis" || child.name == "axis2")
          for (XmlElement& xyz : child.children) rename_attribute(xyz, "expressed_in", false);
      }
      rename_poses(part);
    }
  }

  void rename_poses(XmlElement& part) const {
    for (XmlElement& child : part.children)
      if (child.name == "pose") rename_attribute(child, frame_attribute(), false);
  }

  // `absent`: an attribute that is absent or empty means the model.
  void rename_attribute(XmlElement& of, std::string_view name, bool absent) const {
    const XmlAttribute* written = of.attribute(name);
    const std::string_view value = written == nullptr ? std::string_view() : trim(written->value.text);
    if (value == kModel || (absent && value.empty())) set(of, name, proxy_, of.start_tag);
  }

  XmlElement model_;
  int version_;
  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::string_view proxy_;
};

}  // namespace

std::vector<XmlElement> merged_content(XmlElement model, int version, SourceManager& sources,
                                       DiagnosticEngine& diagnostics) {
  return Merge(std::move(model), version, sources, diagnostics).run();
}

}  // namespace romas::sdf
