#include "frontend/language/program/imports.h"

#include <algorithm>
#include <filesystem>

#include "frontend/language/program/file_version.h"
#include "frontend/language/values/data_files.h"
#include "frontend/language/words/library.h"
#include "ir/packages/relative_paths.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::language {

namespace fs = std::filesystem;

namespace {

// The name of a file up to its first point.
std::string stem_of(const Text& path) {
  const std::string name = fs::path(path.text).filename().string();
  return name.substr(0, name.find('.'));
}

}  // namespace

std::optional<Binding> name_of_import(const Statement& s) {
  if (const auto* library = s.get<Name>("import"); library != nullptr && s.get<Name>("as") == nullptr) {
    const Name& last = library->path ? library->path->back() : *library;
    return Binding{last.text, last.range};
  }
  const Text& written = s.the<Text>("import");
  if (const auto* as = s.get<Name>("as")) return Binding{as->text, as->range};
  Binding name{stem_of(written), written.range};
  if (!is_identifier(name.text) || is_reserved_word(name.text)) return std::nullopt;
  return name;
}

void define_broken_import(const Statement& s, Scope& scope) {
  const auto name = name_of_import(s);
  if (name && scope.find_here(name->text) == nullptr)
    scope.bind(name->text, name->range, Value{Anything{}, s.range, true});
}

void bind_once(Scope& scope, const Binding& name, Scope::Meaning meaning, DiagnosticEngine& diagnostics) {
  if (const Scope::Entry* first = scope.find_here(name.text)) {
    diagnostics.report(Rule::duplicate_name, name.range, concat("'", name.text, "' is defined twice"))
        .note(first->range, "the first is here");
  } else {
    scope.bind(name.text, name.range, std::move(meaning));
  }
}

Imports::Imports(FrontendContext& context, Session& session, ReadProgram read)
    : context_(context), session_(session), read_(std::move(read)) {}

void Imports::open_main(FileId main) {
  open_.push_back({std::string(), std::string(session_.sources.name(main)), {main, 0, 0}});
}

void Imports::run(const Statement& s, Scope& scope, Evaluator* evaluator) {
  if (const auto* library = s.get<Name>("import")) return import_library(*library, s, scope);
  const Text& written = s.the<Text>("import");
  if (written.pieces) {
    report(Rule::type_mismatch, written.range,
           "the path of an import must be fixed; it cannot contain values in braces");
    session_.malformed = true;
    return;
  }
  const auto name = name_of_import(s);
  if (!name) {
    report(Rule::syntax, written.range,
           concat("'", stem_of(written), "' is not a name; write 'import \"", written.text, "\" as NAME;'"));
    session_.malformed = true;
    return;
  }
  Import import{written.range, s.range, {}, {}, {written.range, {}, false}};
  if (evaluator != nullptr) import.given = given_values(s, *evaluator, session_.diagnostics);
  const auto path = find_import(written.text, written.range);
  std::optional<Scope::Meaning> meaning;
  if (path) {
    import.path = *path;
    import.identity = canonical_path(*path);
    meaning = imported(import);
  }
  if (!meaning) session_.malformed = true;
  check_version(s, import.path, meaning && !faulty_.contains(import.identity) ? &*meaning : nullptr,
                session_.diagnostics);
  // Uses of a file that could not be read give no further errors.
  bind_once(scope, *name, meaning ? *meaning : Scope::Meaning(Value{Anything{}, written.range, true}),
            session_.diagnostics);
}

// import std.NAME [version "1.2"] [as NAME]
void Imports::import_library(const Name& library, const Statement& s, Scope& scope) {
  std::string name = library.text;
  if (library.path)
    for (const Name& part : *library.path) name.append(".").append(part.text);
  const auto known = library_text(name);
  if (!known) {
    report_unknown_library(library, name);
    session_.malformed = true;
    return define_broken_import(s, scope);
  }
  Import import{library.range, s.range, library_file(name), name, {library.range, {}, false}};
  if (const Formal* value = s.first<Formal>()) {
    report(Rule::wrong_count, value->name.range.valid() ? value->name.range : s.range,
           concat("'", name, "' takes no values: it has no parameters"));
    session_.malformed = true;
  }
  FileId& file = texts_[import.identity];
  if (file == 0) file = session_.sources.add_text(import.path, std::string(*known));
  const auto bound = name_of_import(s);
  const auto meaning = imported(import);
  if (!meaning) session_.malformed = true;
  check_version(s, name, meaning && !faulty_.contains(import.identity) ? &*meaning : nullptr,
                session_.diagnostics);
  if (bound)
    bind_once(scope, *bound, meaning ? *meaning : Scope::Meaning(Value{Anything{}, library.range, true}),
              session_.diagnostics);
}

void Imports::report_unknown_library(const Name& library, std::string_view name) {
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

std::optional<Value> Imports::load(const std::string& path, SourceRange range) {
  const auto format = data_format(path);
  if (!format) {
    report(
        Rule::unknown_format, range,
        concat("the name of '", path, "' gives no data format: it must end in .yaml, .yml, .json or .csv"));
    return std::nullopt;
  }
  Import asked{range, range, {}, {}, {range, {}, false}};
  const auto found = find_import(path, range);
  if (!found) return std::nullopt;
  asked.path = *found;
  asked.identity = canonical_path(*found);
  if (const auto known = data_.find(asked.identity); known != data_.end()) return known->second;
  std::optional<Value>& value = data_[asked.identity];
  const FileId file = read_import(asked);
  if (file == 0) return std::nullopt;
  const ExpansionContext here(session_.diagnostics, range, [] { return "it is loaded here"; });
  value = read_data(file, *format, session_.sources, session_.diagnostics, session_.budget);
  return value;
}

// --- where files lie -------------------------------------------------------------------------------------

// Searches the folder of the importing file, then the folders of -I; or where a URI says.
std::optional<std::string> Imports::find_import(const std::string& path, SourceRange range) {
  if (path.find("://") != std::string::npos) return find_uri(path, range);
  std::vector<std::string> candidates;
  if (fs::path(path).is_absolute()) {
    candidates.push_back(path);
  } else {
    const std::string folder = folder_of(session_.sources.name(range.file));
    candidates.push_back(folder.empty() ? path : (fs::path(folder) / path).string());
    for (const std::string& include : session_.options.import_paths)
      candidates.push_back((fs::path(include) / path).string());
  }
  for (const std::string& candidate : candidates)
    if (session_.sources.exists(candidate)) return candidate;
  report(Rule::import_missing, range,
         concat("there is no file ", join(candidates, ", ", in_quotes), "; -I names further folders"));
  return std::nullopt;
}

// The manifest that told where a package is: a dependency of what is made.
void Imports::note_manifest(const std::string& package, const FileSearch& search) {
  const auto folder = package.empty() ? std::nullopt : find_package(package, search);
  const std::string manifest = folder ? (fs::path(*folder) / "package.xml").string() : std::string();
  std::vector<std::string>& read = session_.files_read;
  if (folder && is_file(manifest) && std::ranges::find(read, manifest) == read.end())
    read.push_back(manifest);
}

// package://, model:// and file://
std::optional<std::string> Imports::find_uri(const std::string& uri, SourceRange range) {
  using Outcome = FileLookup::Outcome;
  const std::string importing(session_.sources.name(range.file));
  const FileSearch search = file_search(importing, session_.options);
  const FileLookup lookup = look_up_path(uri, search);
  switch (lookup.outcome) {
    case Outcome::found: note_manifest(lookup.package, search); return lookup.path;
    case Outcome::missing:
      report(Rule::import_missing, range,
             concat("there is no file ", in_quotes(uri), "; romasc looked for ", in_quotes(lookup.path)));
      return std::nullopt;
    case Outcome::elsewhere:
      report(Rule::import_missing, range,
             concat("romasc does not download ", in_quotes(uri),
                    "; an import must be a path, or begin with package://"));
      return std::nullopt;
    default: break;
  }
  const bool package = lookup.outcome == Outcome::unknown_package;
  report(package ? Rule::package_missing : Rule::import_missing, range,
         concat(package ? concat("there is no package ", in_quotes(lookup.package))
                        : concat(in_quotes(uri), " was not found"),
                "; name the folder above it with ", package ? "--package-path" : "--model-path",
                lookup.looked_in.empty() ? "" : "; looked in ", join(lookup.looked_in, ", ")));
  return std::nullopt;
}

// --- what is read ----------------------------------------------------------------------------------------

std::optional<Scope::Meaning> Imports::imported(const Import& import) {
  const auto values = key_of(import.given);
  const std::string key = import.identity + values.value_or(std::string());
  if (const auto found = imported_.find(key); values && found != imported_.end()) return found->second;
  if (open_.front().identity.empty())  // the main file
    open_.front().identity = canonical_path(open_.front().path);
  if (is_open(import) || faulty_.contains(import.identity)) return std::nullopt;
  if (context_.imports == nullptr) {
    report(Rule::import_missing, import.range, "imports are not possible here");
    return std::nullopt;
  }
  const auto meaning = is_folder(import.path) ? import_folder(import) : import_text(import);
  if (meaning && values) imported_.emplace(key, *meaning);
  return meaning;
}

// Reports an import of a file whose imports are being read.
bool Imports::is_open(const Import& import) {
  const auto first = std::ranges::find(open_, import.identity, &OpenFile::identity);
  if (first == open_.end()) return false;
  auto builder = report(
      Rule::import_cycle, import.range,
      concat("'", import.path, "' imports itself", first + 1 == open_.end() ? "" : " through other files"));
  for (auto next = first + 1; next != open_.end(); ++next)
    builder.note(next->range, concat("'", next->path, "' is imported here"));
  return true;
}

bool Imports::expect_no_values(const Import& import, bool of_robot) {
  if (import.given.values.empty()) return true;
  report(Rule::wrong_count, import.given.values.front().name.range,
         concat("'", import.path, "' takes no values: files of the language and xacro files have parameters",
                of_robot ? "; write what differs in a robot in the braces of its 'use'" : ""));
  return false;
}

std::optional<Scope::Meaning> Imports::import_folder(const Import& import) {
  if (!expect_no_values(import, false)) return std::nullopt;
  libraries_.push_back({import.path, context_.imports->blocks(import.path, context_)});
  if (libraries_.back().model.blocks.empty())
    report(Rule::import_missing, import.range,
           concat("no file of the folder '", import.path, "' holds a Block"));
  return &libraries_.back();
}

// Every text is read once. 0 where it cannot be, which is reported.
FileId Imports::read_import(const Import& import) {
  FileId& file = texts_[import.identity];
  if (file != 0) {
    // A few small files can import each other very often.
    const std::size_t bytes = session_.sources.text(file).size();
    return session_.budget.spend(kStepsOfImport, import.range) &&
                   session_.budget.spend_bytes(bytes, import.range)
               ? file
               : 0;
  }
  SourceManager::ReadError problem;
  file = session_.sources.read_file(import.path, problem, session_.options.max_input);
  if (file == 0)
    report(problem.too_large ? Rule::input_limit : Rule::import_missing, import.range,
           concat("cannot read '", import.path, "': ", problem.reason));
  else
    session_.files_read.push_back(import.path);
  return file;
}

std::optional<Scope::Meaning> Imports::import_text(const Import& import) {
  const FileId file = read_import(import);
  if (file == 0) return std::nullopt;
  const auto format = context_.imports->format(file);
  if (!format) {
    report(Rule::unknown_format, import.range,
           concat("cannot tell the format of '", import.path, "' from its name or its first element"));
    return std::nullopt;
  }
  std::optional<ExpansionContext> here;
  if (!import.given.values.empty())
    here.emplace(session_.diagnostics, import.statement, [] { return "in this import"; });
  if (*format == "romas") return import_language(import, file);
  if (*format != "block") return import_robots(import, file, *format);
  if (!expect_no_values(import, false)) return std::nullopt;
  libraries_.push_back({import.path, context_.imports->blocks(import.path, context_)});
  return &libraries_.back();
}

std::optional<Scope::Meaning> Imports::import_language(const Import& import, FileId file) {
  constexpr std::size_t kDeepest = 64;
  if (open_.size() >= kDeepest) {
    report(Rule::input_limit, import.range,
           concat("files import each other more than ", kDeepest, " levels deep"));
    return std::nullopt;
  }
  if (const auto wrong = find_invalid_utf8(session_.sources.text(file))) {
    report(Rule::bad_encoding,
           {file, static_cast<std::uint32_t>(*wrong), static_cast<std::uint32_t>(*wrong + 1)},
           "this byte is not UTF-8; texts of the language are UTF-8");
    return std::nullopt;
  }
  open_.push_back({import.identity, import.path, import.range});
  const auto [program, is_faulty] = read_(file, import.given);
  open_.pop_back();
  if (is_faulty) faulty_.insert(import.identity);
  return program;
}

// Imports the robots of another format. Only those of xacro have parameters, which are its arguments.
std::optional<Scope::Meaning> Imports::import_robots(const Import& import, FileId file,
                                                     std::string_view format) {
  if (format != "xacro" && !expect_no_values(import, true)) return std::nullopt;
  FrontendOptions options = session_.options;
  options.imported = true;
  options.definitions.clear();
  options.definition_places.clear();
  for (const auto& [name, value] : import.given.values) {
    const auto argument = as_xacro_argument(value);
    if (!argument && !std::holds_alternative<Anything>(value.content))
      report(Rule::type_mismatch, value.range,
             concat("an argument of xacro must be a text, a number, true or false, not ", describe(value)));
    if (!argument || value.unknown) return std::nullopt;
    options.definitions.emplace_back(name.text, *argument);
    options.definition_places.emplace(name.text, name.range);
  }
  FrontendContext inner{session_.sources, session_.diagnostics, options, session_.files_read,
                        context_.imports};
  const auto errors = [&] {  // but for values that the file has no arguments for
    return session_.diagnostics.error_count() - session_.diagnostics.reported(Rule::unknown_name);
  };
  const std::size_t before = errors();
  const std::size_t all_before = session_.diagnostics.error_count();
  FrontendResult robots = context_.imports->robots(file, inner);
  if (robots.malformed || session_.diagnostics.error_count() > all_before) session_.malformed = true;
  if (robots.malformed || errors() > before) faulty_.insert(import.identity);
  foreign_.push_back({import.path, std::move(robots.models)});
  return &foreign_.back();
}

}  // namespace romas::language
