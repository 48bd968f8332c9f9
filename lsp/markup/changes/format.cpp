#include "lsp/markup/changes/format.h"

#include <algorithm>
#include <utility>

#include "support/text/text.h"

namespace romas::markup {

namespace {

class Formatter {
 public:
  Formatter(const Tree& tree, Range within, const FormatOptions& options)
      : tree_(tree), within_(within), options_(options) {}

  std::vector<Edit> format() {
    if (tree_.too_deep || !is_whole()) return {};
    newline_ = tree_.text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    decide();
    std::uint32_t end = 0;  // behind the last piece
    for (NodeId i = 0; i < tree_.nodes.size(); ++i) {
      end_elements(i, end);
      const Node& node = tree_.nodes[i];
      if (is_free(node.parent)) put_on_line(end, node.range.begin, node.kind, depth_[i]);
      if (node.kind == NodeKind::element) start_tag(i);
      end = node.kind == NodeKind::element ? node.start_end : node.range.end;
    }
    end_elements(static_cast<NodeId>(tree_.nodes.size()), end);
    if (added_ > 2 * tree_.text.size() + 1'000'000) return {};
    return std::move(edits_);
  }

 private:
  bool is_whole() const {
    return std::ranges::all_of(tree_.nodes, [this](const Node& node) {
      const bool is_paired = node.kind != NodeKind::element || node.self_closing || node.has_end_tag;
      return node.complete && is_paired && node.kind != NodeKind::end_tag &&
             (node.kind != NodeKind::element || !node.has_end_tag || node.end_complete) &&
             (node.parent != kNone || (node.kind != NodeKind::section && !is_text(node)));
    });
  }
  // Text, but for the mark of the encoding in front of everything.
  bool is_text(const Node& node) const {
    return node.kind == NodeKind::text && trim(node.range.of(tree_.text)) != "\xEF\xBB\xBF";
  }

  // Finds the elements that hold no text, and the depth of each node.
  void decide() {
    free_.assign(tree_.nodes.size(), true);
    depth_.assign(tree_.nodes.size(), 0);
    for (NodeId i = 0; i < tree_.nodes.size(); ++i) {
      const Node& node = tree_.nodes[i];
      if (node.parent != kNone) depth_[i] = depth_[node.parent] + 1;
      const bool is_kept = node.parent != kNone && kept_.size() > node.parent && kept_[node.parent];
      kept_.push_back(node.kind == NodeKind::element && keeps_space(i, is_kept));
      if (kept_[i]) free_[i] = false;
      if ((node.kind == NodeKind::text || node.kind == NodeKind::section) && node.parent != kNone)
        free_[node.parent] = false;
    }
    // Every node in mixed content is a part of its line.
    for (NodeId i = 0; i < tree_.nodes.size(); ++i) {
      const NodeId parent = tree_.nodes[i].parent;
      if (parent != kNone && !free_[parent]) free_[i] = false;
    }
  }
  bool keeps_space(NodeId element, bool is_kept) const {
    const std::string_view said = tree_.value(element, "xml:space");
    return said == "preserve" || (is_kept && said != "default");
  }
  bool is_free(NodeId element) const { return element == kNone || free_[element]; }

  // The end tags of elements that end in front of the node.
  void end_elements(NodeId next, std::uint32_t& end) {
    while (!open_.empty() && tree_.nodes[open_.back()].next <= next) {
      const NodeId id = open_.back();
      open_.pop_back();
      const Node& node = tree_.nodes[id];
      if (free_[id] && node.next > id + 1) put_on_line(end, node.end_tag.begin, node.kind, depth_[id]);
      // An element that holds nothing is left as it is: <a></a>.
      end = node.range.end;
    }
  }

  // White space in front of a piece: a line end, as many blank lines as there are (at most one), the indent.
  // A comment behind something on its line stays there.
  void put_on_line(std::uint32_t from, std::uint32_t to, NodeKind kind, std::size_t depth) {
    if (kind == NodeKind::text) return;
    const bool is_first = std::exchange(is_first_, false);
    const std::string_view gap = Range{from, to}.of(tree_.text);
    if (!std::ranges::all_of(gap, is_space)) return;
    const auto lines = static_cast<std::size_t>(std::ranges::count(gap, '\n'));
    if (kind == NodeKind::comment && lines == 0 && !is_first) return;
    std::string text;
    if (!is_first) text = lines > 1 ? concat(newline_, newline_) : std::string(newline_);
    for (std::size_t i = 0; i < depth; ++i) text += options_.indent;
    replace({from, to}, std::move(text));
  }

  void start_tag(NodeId id) {
    const Node& node = tree_.nodes[id];
    if (!node.self_closing) open_.push_back(id);
    if (node.attribute_count == 0) {
      tidy_end(node, node.name.end);
      return;
    }
    const bool breaks = is_free(node.parent) && needs_breaks(id);
    std::string line_break(newline_);
    for (std::size_t i = 0; i <= depth_[id] + 1; ++i) line_break += options_.indent;
    std::uint32_t end = node.name.end;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const Attribute& attribute = tree_.attributes[node.first_attribute + i];
      replace({end, attribute.name.begin}, breaks && i > 0 ? line_break : " ");
      // Around '='.
      if (attribute.has_equals) {
        replace({attribute.name.end, attribute.equals}, "");
        replace({attribute.equals + 1, attribute.value.begin - (attribute.quote != 0 ? 1U : 0U)}, "");
      }
      end = attribute.range().end;
    }
    tidy_end(node, end);
  }
  void tidy_end(const Node& node, std::uint32_t end) {
    replace({end, node.start_end - (node.self_closing ? 2U : 1U)}, "");
  }

  // A tag that was broken by its author, or that is too long for a line.
  bool needs_breaks(NodeId id) const {
    const Node& node = tree_.nodes[id];
    std::size_t width = depth_[id] * options_.indent.size() + node.name.size() + (node.self_closing ? 3 : 2);
    std::uint32_t end = node.name.end;
    bool is_broken = false;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const Attribute& attribute = tree_.attributes[node.first_attribute + i];
      const std::string_view gap = Range{end, attribute.name.begin}.of(tree_.text);
      is_broken = is_broken || (i > 0 && gap.find('\n') != std::string_view::npos);
      end = attribute.range().end;
      width += 1 + attribute.name.size() + attribute.value.size() + 3;
    }
    return node.attribute_count > 1 && (is_broken || width > options_.columns);
  }

  void replace(Range range, std::string text) {
    if (range.end < range.begin || !within_.contains(range)) return;
    const std::string_view old = range.of(tree_.text);
    if (old == text || !std::ranges::all_of(old, is_space)) return;
    // Elements that are deep and many could fill the memory with indentation.
    added_ += text.size();
    if (added_ > 2 * tree_.text.size() + 1'000'000) return edits_.clear();
    edits_.push_back({range, std::move(text)});
  }

  const Tree& tree_;
  Range within_;
  const FormatOptions& options_;
  std::string_view newline_;
  std::vector<bool> free_, kept_;  // of elements: white space between their children may change; xml:space
  std::vector<std::size_t> depth_;
  std::vector<NodeId> open_;
  std::vector<Edit> edits_;
  std::size_t added_ = 0;  // bytes
  bool is_first_ = true;   // nothing stands in front
};

}  // namespace

std::vector<Edit> format(const Tree& tree, Range within, const FormatOptions& options) {
  return Formatter(tree, within, options).format();
}

std::vector<Edit> format(const Tree& tree, const FormatOptions& options) {
  return format(tree, {0, static_cast<std::uint32_t>(tree.text.size())}, options);
}

std::string apply_edits(std::string_view text, const std::vector<Edit>& edits) {
  std::string out;
  std::uint32_t at = 0;
  for (const Edit& edit : edits) {
    out += text.substr(at, edit.range.begin - at);
    out += edit.text;
    at = edit.range.end;
  }
  return out += text.substr(at);
}

}  // namespace romas::markup
