// The frontend of xacro: expands a document, and hands it to the frontend of its root element.
#include "frontend/frontend.h"
#include "frontend/xacro/expanded_document.h"
#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/reader/write_xml.h"
#include "support/text/text.h"

namespace romas {

namespace {

using xacro::Documents;

// Passes the document on as the reader of XML does. The children are moved away.
bool pass(Documents::Document& document, const XmlSink& sink) {
  const auto comments = [&](const std::vector<XmlComment>& all, XmlZone zone) {
    if (!sink.comment) return;
    for (const XmlComment& comment : all) sink.comment(comment, zone);
  };
  comments(document.before, XmlZone::before_root);
  std::vector<XmlElement> children = std::move(document.root.children);
  document.root.children.clear();
  if (sink.begin) sink.begin(document.root);
  std::size_t next = 0;
  for (std::size_t i = 0; i <= children.size(); ++i) {
    for (; next < document.root.comments.size() && document.root.comments[next].before <= i; ++next)
      if (sink.comment) sink.comment(document.root.comments[next], XmlZone::in_root);
    if (i < children.size() && sink.child) sink.child(children[i]);
  }
  document.root.comments.clear();
  if (sink.end) sink.end(document.root);
  comments(document.behind, XmlZone::after_root);
  return true;
}

// A file that only defines macros makes no robot by itself.
std::optional<Diagnostic> macros_alone(const Documents::Document& document, const xacro::Expander& expander) {
  const std::vector<const xacro::Macro*> macros = expander.uncalled_macros();
  if (!document.root.children.empty() || macros.empty()) return std::nullopt;
  constexpr std::size_t kShown = 5;
  Diagnostic diagnostic;
  diagnostic.rule = Rule::no_robot;
  diagnostic.range = document.root.start_tag;
  diagnostic.message = concat(
      "this file defines macros but calls none of them, so it makes no robot; include it in a file that "
      "calls <xacro:",
      macros.front()->name, " …/>");
  for (std::size_t i = 0; i < std::min(kShown, macros.size()); ++i)
    diagnostic.notes.push_back({macros[i]->definition, concat("the macro '", macros[i]->name, "' takes ",
                                                              describe_parameters(*macros[i]))});
  return diagnostic;
}

// Nothing, where there are errors, which are reported. Of a text around whose mistakes the reader has read,
// it is what could be expanded.
std::optional<Documents::Document> expand(xacro::Expander& expander, const FrontendContext& context) {
  const DiagnosticEngine& diagnostics = context.diagnostics;
  const std::size_t errors = diagnostics.error_count();
  std::optional<Documents::Document> document = expander.expand();
  const bool is_recovered = context.options.recovers && diagnostics.reported(Rule::xml_malformed) > 0;
  if (diagnostics.error_count() > errors && !is_recovered) document.reset();
  return document;
}

}  // namespace

std::optional<ExpandedDocument> expand_document(FileId file, FrontendContext& context) {
  xacro::Expander expander(context, file);
  const std::optional<Documents::Document> document = expand(expander, context);
  if (!document) return std::nullopt;
  ExpandedDocument expanded;
  expanded.text = write_xml(document->before, document->root, document->behind, &expanded.parts);
  return expanded;
}

FrontendResult parse_xacro(FileId file, FrontendContext& context) {
  FrontendResult result;
  if (context.options.record_names) context.sources.expansions().record_names();
  xacro::Expander expander(context, file);
  std::optional<Documents::Document> document = expand(expander, context);
  if (!document) {
    result.malformed = true;
    return result;
  }
  if (context.options.expanded_text != ExpandedText::unused)
    result.expanded = write_xml(document->before, document->root, document->behind);
  if (context.options.expanded_text == ExpandedText::instead_of_robots) {
    result.is_library = true;
    return result;
  }
  const std::string_view root = document->root.local_name();
  const FrontendInfo* format =
      is_srdf_root(document->root) || (root == "robot" && is_srdf_name(context.sources.name(file)))
          ? find_frontend("srdf")
          : frontend_of_root(root);
  if (format == nullptr) {
    context.diagnostics.report(
        Rule::no_robot, document->root.name_range,
        concat("<", root,
               "> is not the root element of a supported format; --emit=expanded prints the expanded text"));
    result.malformed = result.foreign_root = true;
    return result;
  }
  result.no_robot = macros_alone(*document, expander);
  if (result.no_robot) {
    result.is_library = true;
    return result;
  }
  const XmlSource source = [&](const XmlSink& sink) { return pass(*document, sink); };
  FrontendContext inner = context;
  inner.document = &source;
  FrontendResult robots = format->parse(file, inner);
  robots.expanded = std::move(result.expanded);
  return robots;
}

}  // namespace romas
