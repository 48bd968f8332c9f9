// Imports of the standard library.
#include "frontend/language/program/program.h"
#include "frontend/language/words/library.h"
#include "support/text/text.h"

namespace romas::language {

// import std.NAME [version "1.2"] [as NAME]
void Program::import_library(const Name& library, const Statement& s, FileText& text) {
  std::string name = library.text;
  if (library.path)
    for (const Name& part : *library.path) name.append(".").append(part.text);
  const auto known = library_text(name);
  if (!known) {
    report_unknown_library(library, name);
    malformed_ = true;
    return define_broken_import(s, *text.file.scope);
  }
  Import import{library.range, s.range, library_file(name), name, {library.range, {}, false}};
  if (const Formal* value = s.first<Formal>()) {
    report(Rule::wrong_count, value->name.range.valid() ? value->name.range : s.range,
           concat("'", name, "' takes no values: it has no parameters"));
    malformed_ = true;
  }
  FileId& file = texts_[import.identity];
  if (file == 0) file = context_.sources.add_text(import.path, std::string(*known));
  const auto bound = name_of_import(s);
  const auto meaning = imported(import);
  if (!meaning) malformed_ = true;
  check_version(s, import, meaning ? &*meaning : nullptr);
  if (bound)
    bind(*text.file.scope, *bound,
         meaning ? *meaning : Scope::Meaning(Value{Anything{}, library.range, true}));
}

void Program::report_unknown_library(const Name& library, std::string_view name) {
  const std::vector<std::string_view> parts = library_parts();
  if (library.text != kStandardLibrary) {
    report(Rule::import_missing, library.range,
           concat("there is no library '", name,
                  "': the path of a file must be in quotes, and the standard library is "
                  "'std.",
                  parts.front(), "' and others"));
    return;
  }
  const Name& last = library.path ? library.path->back() : library;
  auto builder =
      report(Rule::import_missing, last.range,
             concat("there is no '", name, "' in the standard library: it has ",
                    join(parts, ", ", [](std::string_view part) { return concat("std.", part); })));
  if (library.path && library.path->size() == 1) builder.nearest(last.text, parts);
}

}  // namespace romas::language
