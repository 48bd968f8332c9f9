#include "frontend/sdf/pose_graph.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::sdf {

PoseGraph::ScopeId PoseGraph::add_model(ScopeId outer, std::string name, Node model) {
  const auto id = static_cast<ScopeId>(scopes_.size());
  Scope scope;
  scope.prefix = id == 0 ? std::string() : concat(scopes_[outer].prefix, name, "::");
  scope.model = static_cast<NodeId>(nodes_.size());
  model.kind = Kind::model;
  if (id == 0) {
    nodes_.push_back(std::move(model));
    inner_scope_.push_back(id);
  } else {
    model.scope = outer;
    add(std::move(model), name);
    inner_scope_.back() = id;
    if (scopes_[outer].first_model == kNone) scopes_[outer].first_model = scope.model;
    scopes_[outer].models.emplace(std::move(name), id);
  }
  scopes_.push_back(std::move(scope));
  return id;
}

PoseGraph::NodeId PoseGraph::add(Node node, std::string_view name) {
  const auto id = static_cast<NodeId>(nodes_.size());
  Scope& scope = scopes_[node.scope];
  const auto [first, fresh] = scope.names.emplace(name, id);
  if (!fresh && nodes_[first->second].kind != node.kind) {
    diagnostics_
        .report(
            Rule::duplicate_name, node.range,
            concat("the name '", name,
                   "' is already used; links, joints, frames and models of a model share one scope in SDF"))
        .note(nodes_[first->second].range, "the first one is here");
  }
  if (node.kind == Kind::link && scope.first_link == kNone) scope.first_link = id;
  node.name = concat(scope.prefix, name);
  nodes_.push_back(std::move(node));
  inner_scope_.push_back(kNone);
  return id;
}

std::pair<PoseGraph::ScopeId, std::string_view> PoseGraph::descend(ScopeId scope,
                                                                   std::string_view name) const {
  for (std::size_t colons = name.find("::"); colons != std::string_view::npos && name != kModelFrame;
       colons = name.find("::")) {
    const auto inner = scopes_[scope].models.find(std::string(name.substr(0, colons)));
    if (inner == scopes_[scope].models.end()) break;
    scope = inner->second;
    name.remove_prefix(colons + 2);
  }
  return {scope, name};
}

PoseGraph::NodeId PoseGraph::look_up(ScopeId outer, std::string_view path) const {
  const auto [scope, name] = descend(outer, path);
  if (name == kModelFrame || (is_world_ && scope == 0 && name == kWorld)) return scopes_[scope].model;
  const auto found = scopes_[scope].names.find(std::string(name));
  return found == scopes_[scope].names.end() ? kNone : found->second;
}

PoseGraph::NodeId PoseGraph::find(ScopeId scope, const Name& name, std::string_view what) {
  const NodeId found = look_up(scope, name.text);
  if (found != kNone) uses_.push_back({found, name});
  if (found != kNone || scopes_[descend(scope, name.text).first].incomplete ||
      diagnostics_.in_doubt(name.range))
    return found;
  const std::string_view near = nearest(scope, name.text);
  const std::string_view kinds = is_world_ && scope == 0 ? "is not a model or frame of the world"
                                                         : "is not a link, joint or frame of the model";
  auto diagnostic = diagnostics_.report(Rule::unresolved_link, name.range,
                                        concat(what, " '", name.text, "' ", kinds, did_you_mean(near)));
  if (!near.empty() && name.range.valid()) diagnostic.suggest(name.range, std::string(near));
  return kNone;
}

// Sought while that takes no longer than reading: a large model may have many names that are unknown.
std::string_view PoseGraph::nearest(ScopeId scope, std::string_view name) {
  constexpr std::size_t kMostCompared = 10'000'000;
  if (scopes_[scope].names.size() > kMostCompared - compared_) return {};
  compared_ += scopes_[scope].names.size();
  std::vector<std::string_view>& names = scopes_[scope].sorted_names;
  if (names.size() != scopes_[scope].names.size()) {
    names.clear();
    for (const auto& [known, node] : scopes_[scope].names) names.push_back(known);
    std::sort(names.begin(), names.end());
  }
  return nearest_name(name, names);
}

// --- what poses are relative to ----------------------------------------------------------------------------

bool PoseGraph::find_base(NodeId id) {
  Node& node = nodes_[id];
  const NodeId model = scopes_[node.scope].model;
  if (id == scopes_[0].model) return true;
  node.base = model;
  const Name& name = !node.relative_to.text.empty() || node.kind == Kind::link || node.kind == Kind::model
                         ? node.relative_to
                         : node.attached_to;
  if (name.text.empty()) return true;
  if (name.text == kWorld && name.range == node.attached_to.range)
    return true;  // a joint whose child is the world is reported elsewhere
  const std::string what = &name == &node.relative_to ? "the frame of this pose"
                           : node.kind == Kind::joint ? "the child"
                                                      : "the frame";
  const NodeId found = find(node.scope, name, what);
  if (found == kNone) return false;
  nodes_[id].base = found;
  return true;
}

// Poses are computed from the model outwards, without recursion: chains may be as long as the file.
bool PoseGraph::evaluate() {
  enum class State : unsigned char { untouched, open, done };
  std::vector<State> states(nodes_.size(), State::untouched);
  std::vector<NodeId> chain;
  for (NodeId start = 0; start < nodes_.size(); ++start) {
    NodeId at = start;
    while (at != kNone && states[at] == State::untouched) {
      states[at] = State::open;
      chain.push_back(at);
      at = nodes_[at].base;
    }
    if (at != kNone && states[at] == State::open) {
      const auto first = std::find(chain.begin(), chain.end(), at);
      auto diagnostic =
          diagnostics_.report(Rule::kinematic_cycle, nodes_[at].range,
                              concat("the pose of '", nodes_[at].name, "' is given relative to itself"));
      constexpr std::ptrdiff_t kShown = 10;
      for (auto it = first; it != chain.end() && it - first < kShown; ++it)
        diagnostic.note(nodes_[*it].range, concat("'", nodes_[*it].name, "' is relative to '",
                                                  nodes_[nodes_[*it].base].name, "'"));
      return false;
    }
    for (; !chain.empty(); chain.pop_back()) {
      Node& node = nodes_[chain.back()];
      states[chain.back()] = State::done;
      node.X_MF = node.base == kNone ? RigidTransform() : nodes_[node.base].X_MF * node.pose.evaluate();
    }
  }
  return true;
}

// The pose of a model belongs to one of its frames P: X_OM = X_OP X_MP⁻¹. Inner models stand behind outer
// ones, and are done before them.
bool PoseGraph::apply_placements() {
  bool good = true;
  for (NodeId id = static_cast<NodeId>(nodes_.size()); id-- > 0;) {
    const Name& name = nodes_[id].placement;
    if (name.text.empty()) continue;
    const ScopeId inner = inner_scope_[id] == kNone ? nodes_[id].scope : inner_scope_[id];
    NodeId at = find(inner, name, "the placement frame");
    RigidTransform X_MP;
    for (std::size_t steps = 0; at != id && at != kNone && steps <= nodes_.size(); ++steps) {
      X_MP = nodes_[at].pose.evaluate() * X_MP;
      at = nodes_[at].base;
    }
    if (at != id) {
      good = false;  // the frame is unknown, which is reported, or evaluate() reports a cycle
      continue;
    }
    nodes_[id].pose = plain_transform(nodes_[id].pose.evaluate() * X_MP.inverse());
  }
  if (!good) evaluate();
  return good;
}

// --- what frames are fixed to ------------------------------------------------------------------------------

PoseGraph::NodeId PoseGraph::next_body(NodeId id, bool& good) {
  const Node& node = nodes_[id];
  const auto named = [&](ScopeId scope, const Name& name, std::string_view what) {
    const NodeId found = find(scope, name, what);
    good = good && found != kNone;
    return found;
  };
  switch (node.kind) {
    case Kind::link: return kNone;
    case Kind::joint:
      return node.attached_to.text.empty() || node.attached_to.text == kWorld
                 ? kNone
                 : named(node.scope, node.attached_to, "the child");
    case Kind::frame:
      return node.attached_to.text.empty() ? scopes_[node.scope].model
                                           : named(node.scope, node.attached_to, "the frame");
    case Kind::model: {
      if (is_world_ && id == scopes_[0].model) return kNone;
      const Scope& own = scopes_[inner_scope_[id]];
      if (!own.canonical.text.empty()) return named(inner_scope_[id], own.canonical, "the canonical link");
      if (own.first_link != kNone) return own.first_link;
      // A model that holds only models is attached to the first of them.
      return own.first_model;
    }
  }
  return kNone;
}

bool PoseGraph::find_bodies() {
  bool good = true;
  std::vector<NodeId> next(nodes_.size());
  for (NodeId id = 0; id < nodes_.size(); ++id) next[id] = next_body(id, good);
  if (!good) return false;
  enum class State : unsigned char { untouched, open, done };
  std::vector<State> states(nodes_.size(), State::untouched);
  std::vector<NodeId> chain;
  for (NodeId start = 0; start < nodes_.size(); ++start) {
    NodeId at = start;
    for (; at != kNone && states[at] == State::untouched; at = next[at]) {
      states[at] = State::open;
      chain.push_back(at);
    }
    if (at != kNone && states[at] == State::open) {
      diagnostics_.report(Rule::kinematic_cycle, nodes_[at].range,
                          concat("'", nodes_[at].name, "' is attached to itself"));
      return false;
    }
    for (; !chain.empty(); chain.pop_back()) {
      const NodeId id = chain.back();
      states[id] = State::done;
      nodes_[id].body = nodes_[id].kind == Kind::link ? id
                        : next[id] == kNone           ? kNone
                                                      : nodes_[next[id]].body;
    }
  }
  return true;
}

bool PoseGraph::resolve() {
  bool good = true;
  for (NodeId id = 0; id < nodes_.size(); ++id) good = find_base(id) && good;
  good = find_bodies() && good;
  return good && apply_placements() && evaluate();
}

}  // namespace romas::sdf
