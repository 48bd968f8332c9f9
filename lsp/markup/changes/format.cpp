#include "lsp/markup/changes/format.h"

#include <algorithm>
#include <utility>

#include "lsp/markup/changes/layout.h"
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

  // The white space of the lines between the attributes of a tag, behind that of the tag.
  std::string continuation(NodeId id) const {
    const Node& node = tree_.nodes[id];
    const std::string twice = options_.indent + options_.indent;
    if (!has_break({node.range.begin, node.start_end})) return twice;
    const auto own = indentation_at(tree_.text, node.range.begin);
    if (!own) return twice;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const auto line = indentation_at(tree_.text, attribute(node, i).name.begin);
      if (!line || !line->starts_with(*own)) continue;
      const std::string_view step = line->substr(own->size());
      const std::string below_first(node.name.size() + 2, ' ');
      const bool is_usual = step == options_.indent || step == twice || step == below_first;
      return is_usual ? std::string(step) : twice;
    }
    return twice;
  }
  const Attribute& attribute(const Node& node, std::uint32_t index) const {
    return tree_.attributes[node.first_attribute + index];
  }
  bool has_break(Range gap) const { return gap.of(tree_.text).find('\n') != std::string_view::npos; }

  // The columns of an attribute on its first line.
  std::size_t width_of(const Attribute& attribute) const {
    const std::string_view written = attribute.range().of(tree_.text);
    return std::min(written.size(), written.find('\n'));
  }

  void start_tag(NodeId id) {
    const Node& node = tree_.nodes[id];
    if (!node.self_closing) open_.push_back(id);
    if (node.attribute_count == 0) return tidy_end(node, node.name.end, {});
    std::string line_break(newline_);
    for (std::size_t i = 0; i < depth_[id]; ++i) line_break += options_.indent;
    const std::string outer_break = line_break;
    const bool may_break = is_free(node.parent) && options_.attributes != AttributeBreaks::keep;
    const bool breaks_each = may_break && options_.attributes == AttributeBreaks::each && is_long(id);
    line_break += continuation(id);
    const std::size_t start = line_break.size() - newline_.size();
    std::size_t column = outer_break.size() - newline_.size() + 1 + node.name.size();
    std::uint32_t end = node.name.end;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const Attribute& next = attribute(node, i);
      const std::size_t width = width_of(next);
      const std::size_t behind = i + 1 < node.attribute_count ? 0 : node.self_closing ? 2 : 1;
      const bool is_too_wide = column + 1 + width + behind > options_.columns;
      const bool breaks = has_break({end, next.name.begin}) || (breaks_each && i > 0) ||
                          (may_break && i > 0 && is_too_wide && start + width + behind <= options_.columns);
      const bool is_kept = breaks && !is_free(node.parent);
      if (!is_kept) replace({end, next.name.begin}, breaks ? line_break : " ");
      // Around '='.
      if (next.has_equals) {
        replace({next.name.end, next.equals}, "");
        replace({next.equals + 1, next.value.begin - (next.quote != 0 ? 1U : 0U)}, "");
      }
      column = (breaks ? start : column + 1) + width;
      end = next.range().end;
      const std::string_view written = next.range().of(tree_.text);
      if (width < written.size()) column = written.size() - written.rfind('\n') - 1;
    }
    tidy_end(node, end, outer_break);
  }

  // One blank in front of "/>" is as usual as none. A bracket on its own line stays there.
  void tidy_end(const Node& node, std::uint32_t end, const std::string& line_break) {
    const Range gap{end, node.start_end - (node.self_closing ? 2U : 1U)};
    if (node.attribute_count > 0 && has_break(gap)) {
      if (is_free(node.parent)) replace(gap, line_break);
      return;
    }
    replace(gap, node.self_closing && gap.of(tree_.text) == " " ? " " : "");
  }

  bool is_long(NodeId id) const {
    const Node& node = tree_.nodes[id];
    std::size_t width = depth_[id] * options_.indent.size() + node.name.size() + (node.self_closing ? 3 : 2);
    bool is_broken = false;
    std::uint32_t end = node.name.end;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      is_broken = is_broken || (i > 0 && has_break({end, attribute(node, i).name.begin}));
      end = attribute(node, i).range().end;
      width += 1 + attribute(node, i).name.size() + attribute(node, i).value.size() + 3;
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
