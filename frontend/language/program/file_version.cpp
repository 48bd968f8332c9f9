#include "frontend/language/program/file_version.h"

#include "support/process/version.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The version in a text; nothing where it is none, which is reported.
std::optional<FileVersion> version_in(const Text& written, DiagnosticEngine& diagnostics) {
  if (written.pieces) {
    diagnostics.report(Rule::type_mismatch, written.range,
                       "a version must be fixed; it cannot contain values in braces");
    return std::nullopt;
  }
  auto version = parse_file_version(written.text, written.range);
  if (!version)
    diagnostics.report(
        Rule::bad_value, written.range,
        concat("'", written.text,
               "' is not a version; write one to three whole numbers with points between them: \"1.2.0\""));
  return version;
}

}  // namespace

void note_version(const Statement& s, Syntax& syntax, DiagnosticEngine& diagnostics) {
  const Text* written = s.get<Text>("version");
  if (s.broken || written == nullptr) return;
  if (syntax.version_statement.valid())
    diagnostics.report(Rule::repeated_property, s.range, "the version of the file is given twice")
        .note(syntax.version_statement, "the first is here");
  else
    syntax.version = version_in(*written, diagnostics);
  syntax.version_statement = s.range;
}

void check_version(const Statement& import, std::string_view imported, const Scope::Meaning* meaning,
                   DiagnosticEngine& diagnostics) {
  const Text* written = import.get<Text>("version");
  if (written == nullptr) return;
  const auto needed = version_in(*written, diagnostics);
  if (!needed || meaning == nullptr) return;
  const auto* const* file = std::get_if<const LanguageFile*>(meaning);
  if (file == nullptr) {
    if (!std::holds_alternative<Value>(*meaning))
      diagnostics.report(
          Rule::import_version, written->range,
          concat("'", imported, "' has no version: only files of the language have one; remove 'version \"",
                 written->text, "\"'"));
    return;
  }
  const bool library = import.get<Name>("import") != nullptr;
  const auto has = library ? parse_file_version(romas::version(), {}) : (*file)->version;
  if (!has) {
    diagnostics.report(Rule::import_version, written->range,
                       concat("'", imported, "' gives no version; write 'version \"", needed->text(),
                              "\";' in it, or import it without one"));
    return;
  }
  if (satisfies(*has, *needed)) return;
  const std::string_view why = has->major != needed->major
                                   ? ": another first number means that uses of the file may break"
                                   : ", or a later one with the same first number";
  auto builder = diagnostics.report(
      Rule::import_version, written->range,
      concat("'", imported, "' has version ", has->text(), library ? ", which is that of romasc" : "",
             "; the import needs ", needed->text(), why));
  if (has->range.valid()) builder.note(has->range, "the version is given here");
}

}  // namespace romas::language
