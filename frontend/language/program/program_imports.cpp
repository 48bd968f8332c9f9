// Imports: the search for files, which are read once for the values that they are given, and the detection of
// cycles.
#include <algorithm>
#include <filesystem>

#include "frontend/language/program/program.h"
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

// The name behind `as`, or that of the file; nothing where that is no name.
std::optional<Binding> Program::name_of_import(const Statement& s) {
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

// Uses of what an import with a syntax error reads give no further errors.
void Program::define_broken_import(const Statement& s, Scope& scope) {
  const auto name = name_of_import(s);
  if (name && scope.find_here(name->text) == nullptr)
    scope.bind(name->text, name->range, Value{Anything{}, s.range, true});
}

// import "PATH" [version "1.2"] [as NAME [(VALUES)]]. The evaluator is asked for the values; null: the import
// gives none.
void Program::import_file(const Statement& s, FileText& text, Evaluator* evaluator) {
  if (const auto* library = s.get<Name>("import")) return import_library(*library, s, text);
  const Text& written = s.the<Text>("import");
  if (written.pieces) {
    report(Rule::type_mismatch, written.range,
           "the path of an import must be fixed; it cannot contain values in braces");
    malformed_ = true;
    return;
  }
  const auto name = name_of_import(s);
  if (!name) {
    report(Rule::syntax, written.range,
           concat("'", stem_of(written), "' is not a name; write 'import \"", written.text, "\" as NAME;'"));
    malformed_ = true;
    return;
  }
  Import import{written.range, s.range, {}, {}, {written.range, {}, false}};
  if (evaluator != nullptr) import.given = given_values(s, *evaluator, context_.diagnostics);
  const auto path = find_import(written.text, written.range);
  std::optional<Scope::Meaning> meaning;
  if (path) {
    import.path = *path;
    import.identity = canonical_path(*path);
    meaning = imported(import);
  }
  if (!meaning) malformed_ = true;
  check_version(s, import, meaning ? &*meaning : nullptr);
  // Uses of a file that could not be read give no further errors.
  bind(*text.file.scope, *name, meaning ? *meaning : Scope::Meaning(Value{Anything{}, written.range, true}));
}

// --- where files lie ---------------------------------------------------------------------------------------

// Searches the folder of the importing file, then the folders of -I; or where a URI says.
std::optional<std::string> Program::find_import(const std::string& path, SourceRange range) {
  if (path.find("://") != std::string::npos) return find_uri(path, range);
  std::vector<std::string> candidates;
  if (fs::path(path).is_absolute()) {
    candidates.push_back(path);
  } else {
    const std::string folder = folder_of(context_.sources.name(range.file));
    candidates.push_back(folder.empty() ? path : (fs::path(folder) / path).string());
    for (const std::string& include : context_.options.import_paths)
      candidates.push_back((fs::path(include) / path).string());
  }
  for (const std::string& candidate : candidates)
    if (context_.sources.exists(candidate)) return candidate;
  report(Rule::import_missing, range,
         concat("there is no file ", join(candidates, ", ", in_quotes), "; -I names further folders"));
  return std::nullopt;
}

// The manifest that told where a package is: a dependency of what is made.
void Program::note_manifest(const std::string& package, const FileSearch& search) {
  const auto folder = package.empty() ? std::nullopt : find_package(package, search);
  const std::string manifest = folder ? (fs::path(*folder) / "package.xml").string() : std::string();
  std::vector<std::string>& read = context_.files_read;
  if (folder && is_file(manifest) && std::ranges::find(read, manifest) == read.end())
    read.push_back(manifest);
}

// package://, model:// and file://
std::optional<std::string> Program::find_uri(const std::string& uri, SourceRange range) {
  using Outcome = FileLookup::Outcome;
  const std::string importing(context_.sources.name(range.file));
  const FileSearch search = file_search(importing, context_.options);
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

// --- what is read ------------------------------------------------------------------------------------------

std::optional<Scope::Meaning> Program::imported(const Import& import) {
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
bool Program::is_open(const Import& import) {
  const auto first = std::ranges::find(open_, import.identity, &OpenFile::identity);
  if (first == open_.end()) return false;
  auto builder = report(
      Rule::import_cycle, import.range,
      concat("'", import.path, "' imports itself", first + 1 == open_.end() ? "" : " through other files"));
  for (auto next = first + 1; next != open_.end(); ++next)
    builder.note(next->range, concat("'", next->path, "' is imported here"));
  return true;
}

bool Program::expect_no_values(const Import& import, bool of_robot) {
  if (import.given.values.empty()) return true;
  report(Rule::wrong_count, import.given.values.front().name.range,
         concat("'", import.path, "' takes no values: files of the language and xacro files have parameters",
                of_robot ? "; write what differs in a robot in the braces of its 'use'" : ""));
  return false;
}

std::optional<Scope::Meaning> Program::import_folder(const Import& import) {
  if (!expect_no_values(import, false)) return std::nullopt;
  libraries_.push_back({import.path, context_.imports->blocks(import.path, context_)});
  if (libraries_.back().model.blocks.empty())
    report(Rule::import_missing, import.range,
           concat("no file of the folder '", import.path, "' holds a Block"));
  return &libraries_.back();
}

// Every text is read once. 0 where it cannot be, which is reported.
FileId Program::read_import(const Import& import) {
  FileId& file = texts_[import.identity];
  if (file != 0) {
    // A few small files can import each other very often.
    const std::size_t bytes = context_.sources.text(file).size();
    return budget_.spend(kStepsOfImport, import.range) && budget_.spend_bytes(bytes, import.range) ? file : 0;
  }
  SourceManager::ReadError problem;
  file = context_.sources.read_file(import.path, problem, context_.options.max_input);
  if (file == 0)
    report(problem.too_large ? Rule::input_limit : Rule::import_missing, import.range,
           concat("cannot read '", import.path, "': ", problem.reason));
  else
    context_.files_read.push_back(import.path);
  return file;
}

std::optional<Scope::Meaning> Program::import_text(const Import& import) {
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
    here.emplace(context_.diagnostics, import.statement, [] { return "in this import"; });
  if (*format == "romas") return import_language(import, file);
  if (*format != "block") return import_robots(import, file, *format);
  if (!expect_no_values(import, false)) return std::nullopt;
  libraries_.push_back({import.path, context_.imports->blocks(import.path, context_)});
  return &libraries_.back();
}

std::optional<Scope::Meaning> Program::import_language(const Import& import, FileId file) {
  constexpr std::size_t kDeepest = 64;
  if (open_.size() >= kDeepest) {
    report(Rule::input_limit, import.range,
           concat("files import each other more than ", kDeepest, " levels deep"));
    return std::nullopt;
  }
  if (const auto wrong = find_invalid_utf8(context_.sources.text(file))) {
    report(Rule::bad_encoding,
           {file, static_cast<std::uint32_t>(*wrong), static_cast<std::uint32_t>(*wrong + 1)},
           "this byte is not UTF-8; texts of the language are UTF-8");
    return std::nullopt;
  }
  const std::size_t errors = context_.diagnostics.error_count();
  open_.push_back({import.identity, import.path, import.range});
  FileText& text = read(file, false, import.given);
  open_.pop_back();
  if (context_.diagnostics.error_count() > errors + text.misfits)
    faulty_.insert(import.identity);
  else
    check_given(text);
  return static_cast<const LanguageFile*>(&text.file);
}

// Imports the robots of another format. Only those of xacro have parameters, which are its arguments.
std::optional<Scope::Meaning> Program::import_robots(const Import& import, FileId file,
                                                     std::string_view format) {
  if (format != "xacro" && !expect_no_values(import, true)) return std::nullopt;
  FrontendOptions options = context_.options;
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
  FrontendContext inner{context_.sources, context_.diagnostics, options, context_.files_read,
                        context_.imports};
  const auto errors = [&] {  // but for values that the file has no arguments for
    return context_.diagnostics.error_count() - context_.diagnostics.reported(Rule::unknown_name);
  };
  const std::size_t before = errors();
  const std::size_t all_before = context_.diagnostics.error_count();
  FrontendResult robots = context_.imports->robots(file, inner);
  if (robots.malformed || context_.diagnostics.error_count() > all_before) malformed_ = true;
  if (robots.malformed || errors() > before) faulty_.insert(import.identity);
  foreign_.push_back({import.path, std::move(robots.models)});
  return &foreign_.back();
}

}  // namespace romas::language
