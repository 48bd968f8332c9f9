// Findings that a project does not want to hear of: in its settings, or in its baseline.
#include <algorithm>
#include <filesystem>

#include "driver/several/baseline.h"
#include "frontend/yaml/reader.h"
#include "lsp/features/edits/offers.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProjectFile = ".romas.yaml";

struct Insertion {
  std::size_t at = 0;
  std::string text;
};

// The words of -W in the text of a project file; nothing where it is malformed.
struct Warnings {
  std::vector<std::string> words;
  SourceRange list, last;  // of the value, and of its last word
  bool is_list = false;
  bool is_there = false;
};
std::optional<Warnings> read_warnings(const std::string& path, std::string text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text(path, std::move(text));
  const auto root = read_yaml(file, sources, diagnostics, Rule::bad_value);
  if (!root || !diagnostics.sorted().empty() ||
      (root->kind != YamlNode::Kind::null && root->kind != YamlNode::Kind::mapping))
    return std::nullopt;
  Warnings found;
  const YamlEntry* entry = root->find("warnings");
  if (entry == nullptr) return found;
  found.is_there = true;
  found.is_list = entry->value.kind == YamlNode::Kind::sequence;
  found.list = entry->value.range;
  const auto add = [&](const YamlNode& word) {
    found.words.push_back(word.text);
    found.last = word.range;
  };
  if (!found.is_list) add(entry->value);
  for (const YamlNode& word : entry->value.items) add(word);
  return found;
}

// Returns the insertion of a word behind the last word of a list, in brackets or with a line for each.
std::optional<Insertion> behind_last(std::string_view text, const Warnings& warnings,
                                     const std::string& word) {
  if (warnings.words.empty() || !warnings.last.valid()) return std::nullopt;
  const std::size_t line_begin = text.substr(0, warnings.last.begin).find_last_of('\n') + 1;
  const std::string_view line = text.substr(line_begin, warnings.last.begin - line_begin);
  const std::size_t dash = line.find_first_not_of(' ');
  if (dash == std::string_view::npos || line[dash] != '-' || !trim(line.substr(dash + 1)).empty())
    return Insertion{warnings.last.end, concat(", ", word)};
  const std::size_t end = std::min(text.find('\n', warnings.last.end), text.size());
  return Insertion{end, concat("\n", line.substr(0, dash), "- ", word)};
}

// The text of a project file with one more word of -W, as insertions; nothing where the text does not say
// afterwards just that.
std::vector<Insertion> with_warning(const std::string& path, const std::string& text,
                                    const std::string& word) {
  const auto before = read_warnings(path, text);
  if (!before) return {};
  std::vector<Insertion> insertions;
  if (!before->is_there) {
    const bool on_line = text.empty() || text.ends_with('\n');
    insertions.push_back({text.size(), concat(on_line ? "" : "\n", "warnings: [", word, "]\n")});
  } else if (before->is_list) {
    if (const auto insertion = behind_last(text, *before, word)) insertions.push_back(*insertion);
  } else if (before->list.valid()) {
    insertions.push_back({before->list.begin, "["});
    insertions.push_back({before->list.end, concat(", ", word, "]")});
  }
  std::string changed = text;
  for (auto insertion = insertions.rbegin(); insertion != insertions.rend(); ++insertion)
    changed.insert(insertion->at, insertion->text);
  std::vector<std::string> wanted = before->words;
  wanted.push_back(word);
  const auto after = read_warnings(path, std::move(changed));
  return after && after->words == wanted ? insertions : std::vector<Insertion>();
}

// The text of a file as the editor has it, else as it is on the disk.
std::optional<std::string> text_of(const Workspace& workspace, const std::string& path) {
  if (const Document* document = workspace.documents().find_key(SourceManager::file_key(path)))
    return document->text;
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error);
  if (file == 0 || sources.text(file) != sources.original_text(file)) return std::nullopt;
  return std::string(sources.text(file));
}

// Returns the path of a project file that counts for an input. Its folder is the nearest one with a .git, at
// most as far up as the folder of the workspace.
std::string new_project_file(const Workspace& workspace, const std::string& input) {
  const fs::path start = fs::path(canonical_path(input)).parent_path();
  if (start.empty()) return {};
  fs::path top;
  for (const std::string& folder : workspace.folders()) {
    const fs::path canonical = canonical_path(folder);
    const fs::path below = start.lexically_relative(canonical);
    if (!below.empty() && *below.begin() != "..") top = canonical;
  }
  fs::path folder = start;
  while (!top.empty() && folder != top && folder != folder.parent_path() &&
         !path_exists((folder / ".git").string()))
    folder = folder.parent_path();
  return (folder / kProjectFile).string();
}

void offer_ignoring(Workspace& workspace, const Finding& finding, const ProjectRequest& project,
                    bool can_create, std::vector<Offer>& offers) {
  const std::string_view slug = rule_info(finding.diagnostic->rule).slug;
  const std::string word = concat("no-", slug);
  const std::string title = concat("ignore '", slug, "' in the project");
  if (project.file.empty()) {
    if (!can_create || !project.may_be_made) return;
    const std::string path = new_project_file(workspace, finding.reading->input().file);
    if (path.empty() || path_exists(path)) return;
    offers.push_back({concat(title, ", in a new ", kProjectFile),
                      {{path, {{}, concat("warnings: [", word, "]\n")}}},
                      {finding},
                      path});
    return;
  }
  const auto text = text_of(workspace, project.file);
  if (!text) return;
  const TextPositions positions(*text, workspace.encoding());
  Offer offer{title, {}, {finding}, {}};
  for (const Insertion& insertion : with_warning(project.file, *text, word))
    offer.edits.push_back({SourceManager::file_key(project.file),
                           {positions.range(insertion.at, insertion.at), insertion.text}});
  if (!offer.edits.empty()) offers.push_back(std::move(offer));
}

void offer_accepting(const Workspace& workspace, const Finding& finding, const ProjectRequest& project,
                     std::vector<Offer>& offers) {
  if (project.baseline.empty()) return;
  std::string problem;
  auto baseline = driver::Baseline::read(project.baseline, problem);
  const std::string key = SourceManager::file_key(project.baseline);
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(project.baseline, error);
  if (!baseline || file == 0 || sources.text(file) != sources.original_text(file)) return;
  // The baseline was read from the disk, so it is left alone if the editor has unsaved changes of it.
  const std::string_view was = sources.text(file);
  const Document* document = workspace.documents().find_key(key);
  if (document != nullptr && document->text != was) return;
  baseline->accept(finding.reading->result(), *finding.diagnostic);
  const std::string is = baseline->text();
  const MovedOffsets moved(was, is);
  const std::size_t begin = moved.prefix(), end = was.size() - moved.suffix();
  offers.push_back({concat("accept this '", rule_info(finding.diagnostic->rule).slug, "' in the baseline"),
                    {{key,
                      {TextPositions(was, workspace.encoding()).range(begin, end),
                       is.substr(begin, is.size() - moved.suffix() - begin)}}},
                    {finding},
                    {}});
}

}  // namespace

void offer_silence(Workspace& workspace, const Finding& finding, bool can_create,
                   std::vector<Offer>& offers) {
  if (rule_info(finding.diagnostic->rule).cls == RuleClass::error) return;
  const ProjectRequest& project = workspace.project_of(finding.reading->input().file);
  if (!project.problem.empty()) return;
  offer_ignoring(workspace, finding, project, can_create, offers);
  offer_accepting(workspace, finding, project, offers);
}

}  // namespace romas::lsp
