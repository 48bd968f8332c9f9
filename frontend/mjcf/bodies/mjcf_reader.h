// Turns the bodies of an MJCF file into a Model.
//
// In MJCF a body has a frame of its own, and its joints turn about points and axes in it. In a Model a link
// has the frame of its joint. Where the two differ, what stands in the body is expressed in the link's frame,
// and a frame with the body's name stays.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mjcf/bodies/geom_reader.h"
#include "frontend/mjcf/file/asset_table.h"
#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/named_parts.h"
#include "frontend/mjcf/sections/name_recorder.h"
#include "frontend/mjcf/sections/sensor_sets.h"
#include "ir/model/model.h"
#include "support/names/unique_names.h"

namespace romas::mjcf {

class MjcfReader : private ModelSource {
 public:
  explicit MjcfReader(FrontendContext& context);

  // False, and reported, if the text is malformed.
  bool read(FileId file);
  Model take() { return std::move(model_); }
  // If names are recorded.
  std::vector<PartName> take_names() { return part_names_.take(); }

 private:
  // A body that was read, and where its frame is in its link.
  struct PlacedBody {
    const BodyNode* node = nullptr;
    std::string name;  // of the body and its link
    LinkId link;
    TransformExpr X_LB;
  };
  // A joint of MJCF in the frame of its body.
  struct BodyJoint {
    XmlElement element;  // with what its class says
    const Part* part = nullptr;
    std::string name;
    JointType type = JointType::revolute;
    Vector3 p_BJ = Vector3::Zero();
  };

  // The ranges of the hinges of a file that says no unit of angles.
  struct HingeRanges {
    std::size_t count = 0;
    double largest = 0;  // of the magnitudes
    bool whole = true;   // all are whole numbers
    SourceRange first;
    void add(const XmlElement& joint, const std::array<Number, 2>& range);
  };

  // A camera or light that is where the origin of a body is, or looks there.
  struct Follower {
    SourceRange mode;
    std::string element, body;
  };

  MjcfFile* model(MjcfFile& from, const XmlElement& attach) override;
  MjcfFile* open(FileId file, const std::string& path);
  const AssetTable& assets(MjcfFile& file);

  // mjcf_reader.cpp: the tree
  void record_names();
  void read_sections();
  void keep_drawn_textures(MjcfFile& file, const Affix* affix);
  void keep_textures_of_attached();
  void read_world();
  bool world_is_link();
  void scale_masses();
  void read_bodies(const std::optional<PlacedBody>& ground);
  void take_written_names();
  // A second part of this name: at the <attach> that brings it, once for each; else where the name stands.
  void report_repeated(const Part& part, std::string_view kind, const std::string& name, SourceRange said,
                       SourceRange first);
  std::string name_of(const Part& part, const std::string& otherwise, UniqueNames& names);
  PlacedBody add_link(const BodyNode& node, std::string name, TransformExpr X_LB);

  // body_content.cpp
  void read_content(const PlacedBody& body);
  std::string keep_body_frame(const PlacedBody& body);
  void read_sites(const PlacedBody& body);
  void keep_elements(const BodyNode& node, const TransformExpr& X_LB, LinkId link);
  void read_camera(const Part& part, const std::optional<RigidTransform>& X_LC, LinkId link);
  void note_follower(const Part& part, std::string_view body);
  void report_followers();

  // body_joints.cpp
  std::vector<BodyJoint> body_joints(const BodyNode& node, const std::string& body);
  PlacedBody connect(const BodyNode& node, const std::optional<PlacedBody>& parent,
                     std::vector<BodyJoint>& joints, const std::string& name);
  Joint joint_of(BodyJoint& read);
  void keep_asset(const XmlElement& asset, const Part& geom);
  void say_alignment(BodyJoint& read);
  void read_ball(const BodyJoint& read, const Place& place);
  void read_axis(const BodyJoint& read, Joint& joint);
  void read_limit(const BodyJoint& read, Joint& joint);
  void keep_reference(const BodyJoint& read, const Place& place);
  void read_effort(const BodyJoint& read, Joint& joint);
  void read_dynamics(const BodyJoint& read, Joint& joint);
  void read_spring(const BodyJoint& read, const Joint& joint);
  double number_or_zero(const XmlElement& element, std::string_view name);
  // `has_name`: the file refers to it by its name; else the name is made up.
  void add_joint(Joint joint, LinkId parent, LinkId child, bool has_name);
  void report_angle_units();

  FrontendContext& context_;
  Model model_;
  SchemaReader schema_;
  std::string main_path_;
  std::set<std::pair<std::string_view, std::string>> kept_assets_;  // by kind and name
  std::vector<std::unique_ptr<MjcfFile>> files_;
  std::map<std::string, MjcfFile*> file_of_path_;
  std::map<const MjcfFile*, std::unique_ptr<AssetTable>> assets_;
  PartNames part_names_;
  NameRecorder names_;
  BodyTree tree_;
  NamedParts parts_;
  SensorSets sensors_;
  GeomReader geoms_;
  UniqueNames link_names_, joint_names_;                        // those of links are also those of frames
  std::unordered_map<const Part*, std::string> written_names_;  // of bodies and joints
  std::map<const MjcfFile*, HingeRanges> hinge_ranges_;
  std::set<const XmlElement*> repeating_;  // each <attach> whose names were found to be taken
  std::vector<Follower> followers_;
  std::size_t bodies_ = 0;
};

}  // namespace romas::mjcf
