#include "lsp/features/edits/offers.h"

#include <algorithm>
#include <array>

#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::lsp {

OfferContext::OfferContext(Workspace& of, const View& document, const Range& part,
                           const std::vector<Finding>& of_document)
    : workspace(of),
      view(document),
      findings(of_document),
      text(*document.document, of.encoding()),
      selected{text.offset(part.start), text.offset(part.end)} {
  selected.end = std::max(selected.begin, selected.end);
}

markup::Format OfferContext::format() const {
  const markup::NodeId root = tree().root();
  return markup::format_of_root(root == markup::kNone ? std::string_view() : tree().name(root));
}

std::vector<FileEdit> OfferContext::file_edits(const std::vector<markup::Edit>& edits) const {
  std::vector<FileEdit> all;
  all.reserve(edits.size());
  for (const markup::Edit& edit : edits) all.push_back({view.key, {text.range(edit.range), edit.text}});
  return all;
}

markup::Range OfferContext::place_of(const Finding& finding) {
  const SourceRange written = finding.reading->sources().written(finding.diagnostic->range);
  return {written.begin, written.end};
}

markup::NodeId OfferContext::element_around(std::string_view name) const {
  markup::NodeId node = markup::innermost(tree(), selected);
  while (node != markup::kNone &&
         (tree().nodes[node].kind != markup::NodeKind::element || tree().name(node) != name))
    node = tree().nodes[node].parent;
  return node;
}

std::vector<markup::NodeId> OfferContext::children(markup::NodeId element, std::string_view name) const {
  std::vector<markup::NodeId> found;
  markup::for_each_child(tree(), element, [&](markup::NodeId child) {
    if (tree().nodes[child].kind == markup::NodeKind::element && tree().name(child) == name)
      found.push_back(child);
  });
  return found;
}

bool is_literal(const markup::Tree& tree, markup::NodeId element) {
  const auto is_computed = [&](markup::Range range) {
    const std::string_view written = range.of(tree.text);
    return written.find("${") != std::string_view::npos || written.find("$(") != std::string_view::npos;
  };
  constexpr std::array<std::string_view, 4> kNames = {"name", "filename", "link", "joint"};
  bool is_literal = true;
  const markup::NodeId end = tree.nodes[element].next;
  for (markup::NodeId id = element; id < end && is_literal; ++id) {
    const markup::Node& node = tree.nodes[id];
    if (node.kind == markup::NodeKind::text) is_literal = !is_computed(node.range);
    if (node.kind != markup::NodeKind::element) continue;
    is_literal = node.complete && !tree.name(id).starts_with("xacro:");
    markup::for_each_attribute(tree, id, [&](const markup::Attribute& attribute) {
      if (std::ranges::find(kNames, attribute.name.of(tree.text)) == kNames.end())
        is_literal = is_literal && !is_computed(attribute.value);
    });
  }
  return is_literal;
}

std::string lines_of(const std::vector<std::uint32_t>& lines) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> shown;
  for (const std::uint32_t line : lines)
    if (shown.size() < kShown) shown.push_back(concat(line + 1));
  if (lines.size() > kShown) shown.push_back(concat(lines.size() - kShown, " more"));
  return concat(lines.size() == 1 ? "line " : "lines ", join_last(shown, " and "));
}

}  // namespace romas::lsp
