// The frontend of the Romas language.
#include "frontend/frontend.h"
#include "frontend/language/program.h"
#include "support/text.h"

namespace romas {

namespace {

// The parser reads bytes and trusts them.
bool check_encoding(FileId file, FrontendContext& context) {
  const std::string_view text = context.sources.text(file);
  const auto at = [&](std::size_t offset) { return SourceRange{file, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + 1)}; };
  if (text.size() > context.options.max_input) {
    context.diagnostics.report(Rule::input_limit, at(0),
                               concat("the text has ", text.size(), " bytes, more than the limit of ", context.options.max_input));
    return false;
  }
  if (const auto wrong = find_invalid_utf8(text)) {
    context.diagnostics.report(Rule::bad_encoding, at(*wrong), "this byte is not UTF-8; texts of the language are UTF-8");
    return false;
  }
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    context.diagnostics.report(Rule::bad_encoding, at(zero), "the text holds a NUL character");
    return false;
  }
  return true;
}

}  // namespace

FrontendResult parse_romas(FileId file, FrontendContext& context) {
  FrontendResult result;
  if (!check_encoding(file, context)) {
    result.malformed = true;
    return result;
  }
  return language::Program(context).run(file);
}

}  // namespace romas
