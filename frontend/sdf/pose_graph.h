// The frames of an SDF model: links, joints, frames and nested models. The pose of each is relative to
// another one, which may be anywhere in the file. Names are looked up in the scope of a model; "inner::link"
// is a link of a nested one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/values/spatial.h"
#include "ir/values/transform_expr.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas::sdf {

// The name of the ground in joints.
inline constexpr std::string_view kWorld = "world";
// The name of the frame of the model in which the name is written.
inline constexpr std::string_view kModelFrame = "__model__";

class PoseGraph {
 public:
  using NodeId = std::uint32_t;
  using ScopeId = std::uint32_t;
  static constexpr std::uint32_t kNone = 0xffffffff;

  enum class Kind : unsigned char { model, link, joint, frame };
  // A name that refers to a frame, and where it stands; empty: the default of the kind.
  struct Name {
    std::string text;
    SourceRange range;
  };
  struct Node {
    Kind kind = Kind::link;
    std::string name;    // from the outermost model on: "inner::link"
    ScopeId scope = 0;   // in which it stands; of a nested model the outer one
    TransformExpr pose;  // as written: of this frame in `base`
    Name relative_to;    // of the pose
    Name attached_to;    // of a frame; the child of a joint
    Name placement;     // of a model, or the frame that stands for one: to which frame in it the pose belongs
    SourceRange range;  // of its name, for messages
    NodeId base = kNone;  // what the pose is relative to; none of the outermost model
    NodeId body = kNone;  // the link that it is fixed to: of a joint its child, of a model its
                          // canonical link
    RigidTransform X_MF;  // pose in the outermost model
  };

  // A name that was found.
  struct Use {
    NodeId node;
    Name name;
  };

  explicit PoseGraph(DiagnosticEngine& diagnostics) : diagnostics_(diagnostics) {}

  // The outermost scope and its model come first.
  ScopeId add_model(ScopeId outer, std::string name, Node model);
  // Reports a name that the scope has already.
  NodeId add(Node node, std::string_view name);

  // Finds all bases and bodies and computes all poses. Returns false for unknown names and for cycles, which
  // are reported.
  bool resolve();

  // Finds a link, joint, frame or model by its name in a scope. If there is none, returns kNone and reports
  // `what`, which says what the name stands for; once for a place, and not where the name may be one of a
  // part that was not read.
  NodeId find(ScopeId scope, const Name& name, std::string_view what);

  // All names that find() has found so far; one that it was asked for twice is there twice.
  const std::vector<Use>& uses() const { return uses_; }

  // The outermost model is a world: "world" is a name of its frame, and it hangs on no link.
  void set_world() { is_world_ = true; }

  // A part of the model was not read, and may have any name.
  void set_incomplete(ScopeId scope) { scopes_[scope].incomplete = true; }

  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  NodeId model_of(ScopeId scope) const { return scopes_[scope].model; }
  const std::string& prefix_of(ScopeId scope) const { return scopes_[scope].prefix; }
  // The link that a model is attached to: the one it names, else its first.
  void set_canonical(ScopeId scope, Name name) { scopes_[scope].canonical = std::move(name); }
  bool has_canonical(ScopeId scope) const { return !scopes_[scope].canonical.text.empty(); }

 private:
  struct Scope {
    std::string prefix;  // "inner::", empty outside
    NodeId model = kNone;
    Name canonical;
    NodeId first_link = kNone, first_model = kNone;
    bool incomplete = false;
    std::unordered_map<std::string, NodeId> names;
    std::unordered_map<std::string, ScopeId> models;
    std::vector<std::string_view> sorted_names;  // for suggestions; made when they are needed
  };

  // The scope in which the last part of a name is looked up, and that part. Stops at a model that is unknown.
  std::pair<ScopeId, std::string_view> descend(ScopeId scope, std::string_view name) const;
  NodeId look_up(ScopeId scope, std::string_view name) const;
  std::string_view nearest(ScopeId scope, std::string_view name);
  bool find_base(NodeId id);
  NodeId next_body(NodeId id, bool& good);
  bool find_bodies();
  bool apply_placements();
  bool evaluate();

  DiagnosticEngine& diagnostics_;
  std::vector<Node> nodes_;
  std::vector<Scope> scopes_;
  std::vector<ScopeId> inner_scope_;  // by node: of a model, its own scope
  std::vector<Use> uses_;
  bool is_world_ = false;
  std::size_t compared_ = 0;  // names, to suggest one
};

}  // namespace romas::sdf
