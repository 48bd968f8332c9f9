// The sections of MJCF behind the bodies: actuators, equalities, sensors, and what is kept for MJCF alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/mjcf_file.h"
#include "frontend/mjcf/file/named_parts.h"
#include "frontend/mjcf/sections/name_recorder.h"
#include "frontend/mjcf/sections/sensor_sets.h"
#include "ir/format/mjcf_actuators.h"
#include "ir/model/model.h"

namespace romas::mjcf {

class SectionReader {
 public:
  // The material that a kept element names becomes one of the Model.
  using UseMaterial = std::function<void(const XmlElement&, MjcfFile&, const Affix*)>;
  // The bodies of the model are there. `replicas`: affixes of copies.
  SectionReader(SchemaReader& schema, Model& model, NamedParts& parts,
                const std::vector<const Affix*>& replicas, NameRecorder& names, SensorSets& sensors,
                UseMaterial use_material);

  // Reads the sections of a file. Of one that is attached, elements count whose names are there with the
  // affix.
  void read(MjcfFile& file, const Affix* affix);
  // After all files were read.
  void keep_order_of_actuators();

 private:
  struct Use {
    MjcfFile& file;
    const Affix* affix;
  };

  void of_replicas(std::string_view section, const XmlElement& element, MjcfFile& file);
  void check_section(const XmlElement& section);
  void read_section(const XmlElement& section, MjcfFile& file, const Affix* affix);
  void referring(std::string_view section, const XmlElement& element, const Use& use);
  void check_keyframe(const XmlElement& element);
  void report_missing(const XmlElement& element, const Use& use);
  void actuator(const XmlElement& element, const Use& use);
  bool joint_actuator(const XmlElement& element, JointId joint, const Use& use);
  void bound_effort(const XmlElement& element, Joint& joint, const Drive& drive,
                    const CompilerSettings& settings, double gear);
  void equality(const XmlElement& element, const Use& use);
  bool joint_equality(const XmlElement& element, const Use& use);
  JointId last_leader(JointId joint);
  bool loop(const XmlElement& element, const Use& use);
  std::optional<NamedParts::Placed> body_of(const XmlElement& element, std::string_view attribute,
                                            const Use& use);
  std::optional<NamedParts::Placed> site_of(const XmlElement& element, std::string_view attribute,
                                            const Use& use);
  bool loop_of_sites(const XmlElement& element, const Use& use);
  bool loop_of_bodies(const XmlElement& element, const Use& use);
  void add_loop(const XmlElement& element, const Use& use, const NamedParts::Placed& first,
                const NamedParts::Placed& second);
  std::string name_of(const XmlElement& element, const Use& use, std::string_view otherwise) const;
  std::string referred(const XmlElement& element, std::string_view attribute, const Use& use) const;
  bool is_active(const XmlElement& element);

  SchemaReader& schema_;
  Model& model_;
  NamedParts& parts_;
  NameRecorder& names_;
  SensorSets& sensors_;
  UseMaterial use_material_;
  std::unordered_map<std::string, const Affix*> replica_of_suffix_;
  std::size_t copies_ = 0;            // of elements that refer to replicas
  std::string order_;                 // of actuators: t for a transmission, k for one that is kept
  std::vector<JointId> leaders_;      // by joint: one that it follows, itself where it follows none
  std::vector<RigidTransform> X_RL_;  // by link: its pose in the root, with all joints at zero
};

}  // namespace romas::mjcf
