// Variables of comprehensions: which names they are.
#include <algorithm>

#include "frontend/xacro/expressions/syntax/syntax.h"

namespace romas::xacro {

namespace {

class Resolver {
 public:
  void visit(Node& node) {
    if (node.kind == NodeKind::comprehension) return visit_comprehension(node);
    if (node.kind == NodeKind::name) resolve(node);
    for (Node& child : node.children) visit(child);
  }

 private:
  using Frame = std::vector<std::string_view>;

  // The variables of every clause belong to all of the comprehension. Its first iterable alone is evaluated
  // outside.
  void visit_comprehension(Node& node) {
    std::vector<Node>& children = node.children;
    visit(children[1].children[1]);
    frames_.emplace_back();
    for (std::size_t i = 1; i < children.size(); ++i) declare(children[i].children[0]);
    visit(children[0]);
    for (std::size_t i = 1; i < children.size(); ++i)
      for (std::size_t part = i == 1 ? 2 : 1; part < children[i].children.size(); ++part)
        visit(children[i].children[part]);
    node.slot = static_cast<std::uint32_t>(frames_.back().size());
    frames_.pop_back();
  }

  void declare(Node& target) {
    for (Node& child : target.children) declare(child);
    if (target.kind != NodeKind::local) return;
    Frame& frame = frames_.back();
    const auto found = std::find(frame.begin(), frame.end(), target.name);
    target.slot = static_cast<std::uint32_t>(found - frame.begin());
    if (found == frame.end()) frame.push_back(target.name);
  }

  void resolve(Node& node) const {
    for (std::size_t i = frames_.size(); i-- > 0;) {
      const auto found = std::find(frames_[i].begin(), frames_[i].end(), node.name);
      if (found == frames_[i].end()) continue;
      node.kind = NodeKind::local;
      node.slot = static_cast<std::uint32_t>(found - frames_[i].begin());
      node.up = static_cast<std::uint32_t>(frames_.size() - 1 - i);
      return;
    }
  }

  std::vector<Frame> frames_;
};

}  // namespace

void resolve_variables(Node& root) { Resolver().visit(root); }

}  // namespace romas::xacro
