// Imports: the search for files, which are read once each, and the detection of cycles.
#include <filesystem>

#include "frontend/language/program.h"
#include "support/files.h"
#include "support/text.h"

namespace romas::language {

namespace fs = std::filesystem;

// import "PATH" [as NAME]
void Program::import_file(const Statement& s, FileText& text) {
  const Text& written = s.the<Text>("import");
  if (written.pieces) {
    report(Rule::type_mismatch, written.range,
           "the path of an import is fixed; nothing can be interpolated in it");
    malformed_ = true;
    return;
  }
  Binding name;
  if (const auto* as = s.get<Name>("as")) {
    name = {as->text, as->range};
  } else {
    const std::string stem = fs::path(written.text).filename().string();
    name = {stem.substr(0, stem.find('.')), written.range};
    if (!is_identifier(name.text) || is_reserved_word(name.text)) {
      report(Rule::syntax, written.range,
             concat("'", name.text, "' is no name; write 'import \"", written.text, "\" as NAME;'"));
      malformed_ = true;
      return;
    }
  }
  Scope& scope = *text.file.scope;
  const auto path = find_import(written.text, written.range);
  const auto meaning = path ? imported(*path, written.range) : std::nullopt;
  if (!meaning) malformed_ = true;
  // Uses of a file that could not be read give no further errors.
  bind(scope, name, meaning ? *meaning : Scope::Meaning(Value{Anything{}, written.range, true}));
}

// Searches the folder of the importing file, then the folders of -I.
std::optional<std::string> Program::find_import(const std::string& path, SourceRange range) {
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

std::optional<Scope::Meaning> Program::imported(const std::string& path, SourceRange range) {
  const std::string identity = canonical_path(path);
  if (const auto found = imported_.find(identity); found != imported_.end()) return found->second;
  if (open_.front().identity.empty())  // the main file
    open_.front().identity = canonical_path(open_.front().path);
  if (const auto first = std::find_if(open_.begin(), open_.end(),
                                      [&](const OpenFile& file) { return file.identity == identity; });
      first != open_.end()) {
    auto builder =
        report(Rule::import_cycle, range,
               concat("'", path, "' imports itself", first + 1 == open_.end() ? "" : " through other files"));
    for (auto next = first + 1; next != open_.end(); ++next)
      builder.note(next->range, concat("'", next->path, "' is imported here"));
    return std::nullopt;
  }
  if (context_.imports == nullptr) {
    report(Rule::import_missing, range, "nothing can be imported here");
    return std::nullopt;
  }
  if (is_folder(path)) {
    libraries_.push_back({path, context_.imports->blocks(path, context_)});
    if (libraries_.back().model.blocks.empty())
      report(Rule::import_missing, range, concat("no file of the folder '", path, "' holds a Block"));
    return imported_.emplace(identity, &libraries_.back()).first->second;
  }
  SourceManager::ReadError problem;
  const FileId file = context_.sources.read_file(path, problem, context_.options.max_input);
  if (file == 0) {
    report(problem.too_large ? Rule::input_limit : Rule::import_missing, range,
           concat("cannot read '", path, "': ", problem.reason));
    return std::nullopt;
  }
  context_.files_read.push_back(path);
  const auto format = context_.imports->format(file);
  if (!format) {
    report(Rule::unknown_format, range,
           concat("cannot tell the format of '", path, "' from its name or its first element"));
    return std::nullopt;
  }
  if (*format == "romas") return import_language(path, identity, file, range);
  if (*format == "block") {
    libraries_.push_back({path, context_.imports->blocks(path, context_)});
    return imported_.emplace(identity, &libraries_.back()).first->second;
  }
  const std::size_t errors = context_.diagnostics.error_count();
  FrontendResult robots = context_.imports->robots(file, context_);
  if (robots.malformed || context_.diagnostics.error_count() > errors) malformed_ = true;
  foreign_.push_back({path, std::move(robots.models)});
  return imported_.emplace(identity, &foreign_.back()).first->second;
}

std::optional<Scope::Meaning> Program::import_language(const std::string& path, const std::string& identity,
                                                       FileId file, SourceRange range) {
  constexpr std::size_t kDeepest = 64;
  if (open_.size() >= kDeepest) {
    report(Rule::input_limit, range, concat("files import each other deeper than ", kDeepest));
    return std::nullopt;
  }
  if (const auto wrong = find_invalid_utf8(context_.sources.text(file))) {
    report(Rule::bad_encoding,
           {file, static_cast<std::uint32_t>(*wrong), static_cast<std::uint32_t>(*wrong + 1)},
           "this byte is not UTF-8; texts of the language are UTF-8");
    return std::nullopt;
  }
  open_.push_back({identity, path, range});
  FileText& text = read(file, false);
  open_.pop_back();
  return imported_.emplace(identity, static_cast<const LanguageFile*>(&text.file)).first->second;
}

}  // namespace romas::language
