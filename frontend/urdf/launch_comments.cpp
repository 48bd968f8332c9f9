#include "frontend/urdf/launch_comments.h"

#include <string_view>

#include "support/text/text.h"

namespace romas::urdf {

namespace {

bool is_yaml_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Returns what stops the plain text of YAML, as a message shows it; empty if nothing does.
std::string_view find_trap(std::string_view comment) {
  for (std::size_t i = 0; i < comment.size(); ++i) {
    if (comment[i] == ':' && i + 1 < comment.size() && is_yaml_blank(comment[i + 1]))
      return "a ':' followed by a blank";
    if (comment[i] == '#' && i > 0 && is_yaml_blank(comment[i - 1])) return "a '#' after a blank";
    if (comment[i] == '\t') return "a tab";
  }
  return {};
}

}  // namespace

void check_launch_comment(const XmlComment& comment, DiagnosticEngine& diagnostics) {
  if (comment.instruction || !diagnostics.enabled(Rule::launch_comment)) return;
  const std::string_view trap = find_trap(comment.text);
  if (trap.empty()) return;
  diagnostics.report(Rule::launch_comment, comment.range,
                     concat("the comment has ", trap,
                            ": ROS 2 launch files read the description as YAML and fail here; remove it, or "
                            "pass the text as ParameterValue(…, value_type=str)"));
}

void check_launch_comments(const XmlElement& element,
                           DiagnosticEngine& diagnostics) {  // NOLINT(misc-no-recursion)
  if (!diagnostics.enabled(Rule::launch_comment)) return;
  for (const XmlComment& comment : element.comments) check_launch_comment(comment, diagnostics);
  for (const XmlElement& child : element.children) check_launch_comments(child, diagnostics);
}

}  // namespace romas::urdf
