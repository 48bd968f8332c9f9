// Versions of files, and what imports need of them.
#include "frontend/language/program/program.h"
#include "support/process/version.h"
#include "support/text/text.h"

namespace romas::language {

// The version in a text; nothing where it is none, which is reported.
std::optional<FileVersion> Program::version_in(const Text& written) {
  if (written.pieces) {
    report(Rule::type_mismatch, written.range, "a version must be fixed; it cannot contain values in braces");
    return std::nullopt;
  }
  auto version = parse_file_version(written.text, written.range);
  if (!version)
    report(
        Rule::bad_value, written.range,
        concat("'", written.text,
               "' is not a version; write one to three whole numbers with points between them: \"1.2.0\""));
  return version;
}

// version "1.2.0"; outside of robots
void Program::note_version(const Statement& s, Syntax& syntax) {
  const Text* written = s.get<Text>("version");
  if (s.broken || written == nullptr) return;
  if (syntax.version_statement.valid())
    report(Rule::repeated_property, s.range, "the version of the file is given twice")
        .note(syntax.version_statement, "the first is here");
  else
    syntax.version = version_in(*written);
  syntax.version_statement = s.range;
}

// import "PATH" version "1.2": the file must have this version or a later one that goes on with it.
// `meaning`: what was imported; null: that failed, which is reported.
void Program::check_version(const Statement& s, const Import& import, const Scope::Meaning* meaning) {
  const Text* written = s.get<Text>("version");
  if (written == nullptr) return;
  const auto needed = version_in(*written);
  if (!needed || meaning == nullptr || faulty_.contains(import.identity)) return;
  const auto* const* file = std::get_if<const LanguageFile*>(meaning);
  if (file == nullptr) {
    if (!std::holds_alternative<Value>(*meaning))
      report(Rule::import_version, written->range,
             concat("'", import.path,
                    "' has no version: only files of the language have one; remove 'version \"",
                    written->text, "\"'"));
    return;
  }
  const bool library = s.get<Name>("import") != nullptr;
  const auto has = library ? parse_file_version(romas::version(), {}) : (*file)->version;
  if (!has) {
    report(Rule::import_version, written->range,
           concat("'", import.path, "' gives no version; write 'version \"", needed->text(),
                  "\";' in it, or import it without one"));
    return;
  }
  if (satisfies(*has, *needed)) return;
  const std::string_view why = has->major != needed->major
                                   ? ": another first number means that uses of the file may break"
                                   : ", or a later one with the same first number";
  auto builder =
      report(Rule::import_version, written->range,
             concat("'", library ? import.identity : import.path, "' has version ", has->text(),
                    library ? ", which is that of romasc" : "", "; the import needs ", needed->text(), why));
  if (has->range.valid()) builder.note(has->range, "the version is given here");
}

}  // namespace romas::language
