// The bodies of a file as they are after frames, replicas and attached models: each body with what stands in
// it, the pose of the frames around it, and the affixes of its names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mjcf/file/mjcf_file.h"
#include "ir/values/transform_expr.h"

namespace romas::mjcf {

// What a replica or an attached model puts around names.
struct Affix {
  std::string prefix, suffix;
  const Affix* around = nullptr;
  bool of_model = false;               // of another model, whose assets have it, too
  const XmlElement* attach = nullptr;  // the <attach>; null: of a replica

  // A name with this affix and those around it.
  static std::string apply(const Affix* affix, std::string_view name);
  // The name of an asset, which replicas share.
  static std::string apply_to_asset(const Affix* affix, std::string_view name);
};

// An element in a body.
struct Part {
  const XmlElement* element = nullptr;
  MjcfFile* file = nullptr;
  const DefaultClass* nearest_class = nullptr;
  const Affix* affix = nullptr;
  TransformExpr X_BF;  // of the frames around it, in the body
};

struct BodyNode {
  Part part;           // the <body>, or the <worldbody>
  TransformExpr X_PB;  // in the body around it
  const Part* inertial() const { return inertials.empty() ? nullptr : &inertials.front(); }
  std::vector<Part> inertials, joints, geoms, sites, cameras, others;
  std::vector<BodyNode> bodies;
};

// Finds the file of a model that is attached; null, and reported, if there is none.
class ModelSource {
 public:
  ModelSource() = default;
  ModelSource(const ModelSource&) = delete;
  ModelSource& operator=(const ModelSource&) = delete;
  virtual ~ModelSource() = default;
  virtual MjcfFile* model(MjcfFile& from, const XmlElement& attach) = 0;
};

// A part of another model that was attached.
struct Attached {
  const XmlElement* element = nullptr;  // the <attach>
  MjcfFile* file = nullptr;
  const Affix* affix = nullptr;
};

class BodyTree {
 public:
  BodyTree(SchemaReader& schema, ModelSource& models) : schema_(schema), models_(models) {}
  // Puts together the bodies of a file. False if a limit was reached, which is reported.
  bool read(MjcfFile& file);

  BodyNode& world() { return world_; }
  const BodyNode& world() const { return world_; }
  const std::vector<Attached>& attached() const { return attached_; }
  // The affixes of replicas, in order: names that stand in them have copies.
  const std::vector<const Affix*>& replicas() const { return replicas_; }

 private:
  // What the elements around a place say about it.
  struct Around {
    MjcfFile* file = nullptr;
    const DefaultClass* nearest_class = nullptr;
    const Affix* affix = nullptr;
    TransformExpr X_BF;
  };

  void children(const XmlElement& element, const Around& around, BodyNode& body);
  void child(const XmlElement& element, const Around& around, BodyNode& body);
  void add_body(const XmlElement& element, const Around& around, BodyNode& body);
  void add_frame(const XmlElement& element, const Around& around, BodyNode& body);
  void add_replicas(const XmlElement& element, const Around& around, BodyNode& body);
  void add_attached(const XmlElement& element, const Around& around, BodyNode& body);
  bool attach_named(const XmlElement& attach, const Around& around, BodyNode& body);
  bool within_limit(const XmlElement& element);
  const Affix* affix(Affix made);

  SchemaReader& schema_;
  ModelSource& models_;
  BodyNode world_;
  std::vector<std::unique_ptr<const Affix>> affixes_;
  std::vector<Attached> attached_;
  std::vector<const Affix*> replicas_;
  std::map<std::string, SourceRange> frames_;  // by name
  std::vector<const MjcfFile*> open_models_;
  std::size_t parts_ = 0;
  bool full_ = false;
};

}  // namespace romas::mjcf
