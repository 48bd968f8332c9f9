#include "frontend/xacro/expander/document_host.h"

#include <algorithm>
#include <filesystem>

#include "support/text/text.h"

namespace romas::xacro {

Host::Result DocumentHost::load_yaml(const std::string& name) {
  return documents_.yaml(run_.named_like_main(run_.absolute(name)), texts_.place(), *this);
}

Host::Result DocumentHost::arg(const std::string& name) {
  if (const std::string* value = run_.arguments.read(name)) return Value(*value);
  EvalError error;
  if (run_.lacks_prefix("arg", name, Rule::xacro_argument, run_.expansions.written(texts_.place()))) {
    error.kind = EvalError::Kind::reported;
    return error;
  }
  error.kind = EvalError::Kind::argument;
  error.message =
      concat("the argument '", name, "' has no value; ",
             run_.is_given_none ? concat("declare it with <xacro:arg name=\"", name,
                                         "\" default=\"…\"/>: an <include> of SDF gives no values")
                                : concat("give ", run_.how_given(name)));
  error.nearest = nearest_name(name, run_.arguments.names());
  error.unknown = name;
  return error;
}

std::string DocumentHost::abs_filename(const std::string& name) {
  std::error_code error;
  const std::string path = run_.absolute(name);
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

void DocumentHost::say(Message kind, const std::string& text, bool /*with_location*/) {
  if (kind == Message::location) return;  // a finding has its place
  constexpr std::size_t kLongest = 1000;
  std::string shown = text.substr(0, kLongest);
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  run_.context.diagnostics.report(Rule::xacro_message, texts_.place(),
                                  concat(kind == Message::error     ? "error: "
                                         : kind == Message::warning ? ""
                                                                    : "message: ",
                                         shown));
}

void DocumentHost::deprecated(std::string_view name, std::string_view instead) {
  run_.context.diagnostics
      .report(Rule::xacro_global, texts_.place(),
              concat("calling '", name, "' without its module is deprecated; write ", instead))
      .mark(FindingMark::deprecated);
}

}  // namespace romas::xacro
