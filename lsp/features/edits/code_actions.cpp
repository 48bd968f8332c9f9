#include "lsp/features/edits/code_actions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "driver/several/fixes.h"
#include "frontend/frontend.h"
#include "frontend/xml/reader/xml_reader.h"
#include "lsp/features/edits/offers.h"
#include "lsp/features/edits/tried_fixes.h"
#include "lsp/features/shown/diagnostics.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/romas_text.h"
#include "support/sources/edited_text.h"

namespace romas::lsp {

namespace {

constexpr const char* kQuickFix = "quickfix";
constexpr const char* kRewrite = "refactor.rewrite";
constexpr const char* kExtract = "refactor.extract";

bool wants(const CodeActionRequest& request, std::string_view kind) {
  return request.only.empty() ||
         std::any_of(request.only.begin(), request.only.end(), [&](const std::string& only) {
           return kind == only || (kind.starts_with(only) && kind.substr(only.size()).starts_with('.'));
         });
}

bool overlap(const Range& a, const Range& b) { return a.start <= b.end && b.start <= a.end; }

// "replace by 'x'", as a menu shows it.
std::string title_of(const Reading& reading, const romas::Diagnostic& diagnostic) {
  if (diagnostic.fixes.size() > 1)
    return concat("fix '", rule_info(diagnostic.rule).slug, "' in ", diagnostic.fixes.size(), " places");
  const FixIt& fix = diagnostic.fixes.front();
  const auto shortened = [](std::string_view text) {
    constexpr std::size_t kMost = 60;
    const std::size_t end = std::min({text.find('\n'), kMost, text.size()});
    return concat("'", text.substr(0, end), end < text.size() ? "…" : "", "'");
  };
  const std::string_view old = reading.sources().text(fix.range);
  if (fix.replacement.empty())
    return trim(old).empty() ? "remove the white space" : concat("remove ", shortened(old));
  if (old.empty()) return concat("insert ", shortened(trim(fix.replacement)));
  return concat("replace ", shortened(old), " by ", shortened(fix.replacement));
}

// The edits of a finding; nothing if a text has changed since, or is not the bytes of its file.
std::optional<std::vector<FileEdit>> edits_of(const Workspace& workspace, const Finding& finding) {
  const SourceManager& sources = finding.reading->sources();
  std::vector<FileEdit> edits;
  for (const FixIt& fix : finding.diagnostic->fixes) {
    const SourceRange range = sources.written(fix.range);
    const std::string& key = finding.reading->key(range.file);
    const Document* document = workspace.documents().find_key(key);
    const std::string_view text = sources.text(range.file);
    if (key.empty() || text != sources.original_text(range.file) ||
        (document != nullptr && document->text != text))
      return std::nullopt;
    const romas::TextEdit edit = with_blank_line(text, {range.begin, range.end, fix.replacement});
    edits.push_back(
        {key, {TextPositions(text, workspace.encoding()).range(edit.begin, edit.end), edit.replacement}});
  }
  return edits;
}

// All robots that read the text want the same.
bool suits_all(const Finding& finding, const std::vector<std::shared_ptr<const Reading>>& readings) {
  const std::string& key =
      finding.reading->key(finding.reading->sources().written(finding.diagnostic->range).file);
  return std::all_of(readings.begin(), readings.end(), [&](const auto& reading) {
    if (reading == finding.reading || reading->file(key) == 0) return true;
    const auto& report = reading->result().report.diagnostics;
    return std::any_of(report.begin(), report.end(), [&](const romas::Diagnostic& other) {
      return other.rule == finding.diagnostic->rule &&
             std::equal(other.fixes.begin(), other.fixes.end(), finding.diagnostic->fixes.begin(),
                        finding.diagnostic->fixes.end(), [](const FixIt& a, const FixIt& b) {
                          return a.range.begin == b.range.begin && a.range.end == b.range.end &&
                                 a.replacement == b.replacement;
                        });
    });
  });
}

// Tries a comment that is put into XML at an offset: the text must be XML then, and the finding silent.
bool is_silent_with(std::string text, std::size_t at, const std::string& comment, SourceRange range,
                    Rule rule) {
  text.insert(at, comment);
  SourceManager sources;
  SeverityPolicy all;
  all.apply("everything");
  DiagnosticEngine diagnostics(all);
  const FileId file = sources.add_text({}, std::move(text));
  if (!read_xml(file, sources, diagnostics, {})) return false;
  const std::size_t before = diagnostics.sorted().size();
  const auto moved = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(offset + (offset >= at ? comment.size() : 0));
  };
  diagnostics.report(rule, {file, moved(range.begin), moved(range.end)}, {});
  return diagnostics.sorted().size() == before;
}

// A comment before the line of the finding, with its indentation.
std::optional<FileEdit> suppression(const View& view, const Finding& finding, PositionEncoding encoding) {
  const SourceManager& sources = finding.reading->sources();
  const SourceRange range = sources.written(finding.diagnostic->range);
  const std::string& text = view.document->text;
  if (is_yaml_name(view.key)) return std::nullopt;  // romasc reads no such comments there
  if (!range.valid() || rule_info(finding.diagnostic->rule).cls == RuleClass::error ||
      sources.text(range.file) != text)
    return std::nullopt;
  // A comment may not stand in a tag: it goes before the element whose tag begins last.
  std::size_t begin = range.begin;
  const bool is_xml = finding.reading->result().format != "romas";
  if (is_xml) {
    if (begin >= text.size() || text[begin] != '<') begin = text.rfind('<', begin);
    if (begin == std::string::npos) return std::nullopt;
  } else {
    begin = text.rfind('\n', begin == 0 ? 0 : begin - 1);
    begin = begin == std::string::npos ? 0 : text.find_first_not_of(" \t", begin + 1);
    if (begin == std::string::npos) return std::nullopt;
  }
  const std::size_t line = text.rfind('\n', begin == 0 ? 0 : begin - 1);
  const std::size_t line_begin = begin == 0 || line == std::string::npos ? 0 : line + 1;
  const std::string_view before = std::string_view(text).substr(line_begin, begin - line_begin);
  const bool alone = before.find_first_not_of(" \t") == std::string_view::npos;
  const std::string_view slug = rule_info(finding.diagnostic->rule).slug;
  std::string comment =
      is_xml ? concat("<!-- romas: ignore ", slug, " -->") : concat("// romas: ignore ", slug);
  if (!alone && !is_xml) return std::nullopt;
  comment += alone ? concat("\n", before) : std::string(" ");
  if (is_xml && !is_silent_with(text, begin, comment, range, finding.diagnostic->rule)) return std::nullopt;
  return FileEdit{view.key, {TextPositions(text, encoding).range(begin, begin), comment}};
}

// Returns the edits that apply all safe fixes to the current text of a document.
std::vector<FileEdit> all_safe_fixes(Workspace& workspace, const View& view) {
  const auto texts = workspace.documents().texts();
  std::vector<driver::Input> roots;
  for (const auto& reading : view.readings) roots.push_back(reading->input());
  // Only inputs are changed.
  if (std::none_of(roots.begin(), roots.end(),
                   [&](const driver::Input& root) { return SourceManager::file_key(root.file) == view.key; }))
    roots.emplace_back(view.document->path);
  const auto compile = [&](const driver::Input& root, const SourceManager::Texts& from) {
    const ProjectRequest& project = workspace.project_of(root.file);
    return driver::compile(root, project.request, project.pipelines, &from);
  };
  std::vector<std::string> inputs;
  std::vector<driver::CompileResult> results;
  for (const driver::Input& root : roots) {
    inputs.push_back(root.file);
    results.push_back(compile(root, *texts));
  }
  const auto again = [&](const std::vector<std::size_t>& which, const SourceManager::Texts& fixed) {
    SourceManager::Texts all = *texts;
    for (const auto& [key, text] : fixed) all[key] = text;
    std::vector<driver::CompileResult> compiled;
    compiled.reserve(which.size());
    for (const std::size_t i : which) compiled.push_back(compile(roots[i], all));
    return compiled;
  };
  const driver::FixOutcome outcome = driver::fix(inputs, std::move(results), false, again);
  std::vector<FileEdit> edits;
  if (const EditedText* fixed = outcome.texts.find(view.key); fixed != nullptr && fixed->changed()) {
    const TextPositions positions(view.document->text, workspace.encoding());
    for (const romas::TextEdit& edit : fixed->edits())
      edits.push_back({view.key, {positions.range(edit.begin, edit.end), edit.replacement}});
  }
  return edits;
}

CodeAction action_of(const Workspace& workspace, const Offer& offer, const CodeActionRequest& request) {
  CodeAction action;
  action.title = offer.title;
  action.kind = offer.answers.empty() ? kRewrite : kQuickFix;
  if (!offer.answers.empty()) action.diagnostics.emplace();
  for (const Finding& finding : offer.answers)
    action.diagnostics->push_back(diagnostic_of(workspace, finding));
  action.edit = workspace_edit(workspace, offer.edits, request.document_changes, offer.created);
  return action;
}

// Edits that are shown before they are made, each with what it does.
CodeAction extraction_of(const Workspace& workspace, const Offer& offer, const CodeActionRequest& request) {
  CodeAction action;
  action.title = offer.title;
  action.kind = kExtract;
  std::vector<FileEdit> edits = offer.edits;
  std::map<std::string, ChangeAnnotation> annotations;
  for (std::size_t i = 0; request.annotates && i < offer.shown.size(); ++i) {
    edits[i].edit.annotationId = concat("edit ", i + 1);
    annotations[*edits[i].edit.annotationId].label = offer.shown[i];
  }
  action.edit = workspace_edit(workspace, edits, request.document_changes, offer.created);
  if (!annotations.empty()) action.edit.changeAnnotations = std::move(annotations);
  return action;
}

// Offers to rewrite numbers and elements in the part of the document. A text without meaning is left alone.
std::vector<Offer> rewritings(Workspace& workspace, const View& view, const CodeActionRequest& request,
                              const std::vector<Finding>& findings) {
  std::vector<Offer> offers;
  const bool is_understood = !view.is_stale && std::ranges::all_of(view.readings, [](const auto& reading) {
    return reading->is_meaningful() && !reading->is_broken();
  });
  if (!is_understood) return offers;
  if (!is_markup(*view.document)) {
    const FrontendInfo* format = detect_frontend(view.document->path, view.document->text);
    if (format != nullptr && format->name == "romas")
      offer_units_of_language(workspace, view, request.range, offers);
    return offers;
  }
  const OfferContext context(workspace, view, request.range, findings);
  offer_inertia(context, offers);
  offer_limit(context, offers);
  offer_units(context, offers);
  return offers;
}

// Actions for what can be written anew, as far as the client wants them.
void add_rewritings(Workspace& workspace, const View& view, const CodeActionRequest& request,
                    const std::vector<Finding>& findings, std::vector<CodeAction>& actions) {
  if (!wants(request, kQuickFix) && !wants(request, kRewrite)) return;
  for (const Offer& offer : rewritings(workspace, view, request, findings))
    if (CodeAction action = action_of(workspace, offer, request); wants(request, action.kind))
      actions.push_back(std::move(action));
}

// Offers a macro or module for elements or statements that are written twice. Every reading of the text must
// be understood; a file of macros alone counts as understood.
void add_extractions(Workspace& workspace, const View& view, const CodeActionRequest& request,
                     std::vector<CodeAction>& actions) {
  if (!wants(request, kExtract) || view.is_stale) return;
  const bool is_understood = std::ranges::all_of(view.readings, [](const auto& reading) {
    return (reading->is_meaningful() && !reading->is_broken()) || reading->is_library();
  });
  if (!is_understood) return;
  const std::vector<Finding> none;
  std::vector<Offer> offers;
  if (is_markup(*view.document))
    offer_macro(OfferContext(workspace, view, request.range, none), offers);
  else if (is_romas(*view.document))
    offer_module(workspace, view, request.range, offers);
  for (const Offer& offer : offers) actions.push_back(extraction_of(workspace, offer, request));
}

}  // namespace

WorkspaceEdit workspace_edit(const Workspace& workspace, const std::vector<FileEdit>& edits,
                             bool document_changes, const std::string& created) {
  std::map<std::string, std::vector<TextEdit>> by_file;
  for (const FileEdit& edit : edits) by_file[edit.key].push_back(edit.edit);
  WorkspaceEdit all;
  if (document_changes)
    all.documentChanges.emplace();
  else
    all.changes.emplace();
  if (!created.empty() && document_changes)
    all.documentChanges->emplace_back(CreateFile{"create", uri_of_path(created)});
  for (auto& [key, list] : by_file) {
    const Document* document = workspace.documents().find_key(key);
    const std::string uri = document != nullptr ? document->uri : uri_of_path(key);
    if (document_changes)
      all.documentChanges->emplace_back(
          TextDocumentEdit{{uri, document != nullptr ? Json(document->version) : Json()}, std::move(list)});
    else
      (*all.changes)[uri] = std::move(list);
  }
  return all;
}

std::vector<CodeAction> code_actions(Workspace& workspace, const View& view,
                                     const CodeActionRequest& request) {
  std::vector<CodeAction> actions, silencing;
  // The view has earlier readings of a text that is half typed; fixes are for the text as it is.
  const auto readings = workspace.checked_readings(view.key);
  auto findings = findings_by_file(readings);
  std::set<std::string_view> silenced, silenced_in_project;
  TriedFixes tried(workspace);
  for (const Finding& finding : findings[view.key]) {
    if (!wants(request, kQuickFix)) break;
    const Diagnostic shown = diagnostic_of(workspace, finding);
    if (!overlap(shown.range, request.range)) continue;
    if (!finding.diagnostic->fixes.empty() && suits_all(finding, readings))
      if (const auto edits = edits_of(workspace, finding); edits && tried.is_right(finding, readings)) {
        const bool guess = std::any_of(finding.diagnostic->fixes.begin(), finding.diagnostic->fixes.end(),
                                       [](const FixIt& fix) { return fix.guess; });
        CodeAction action;
        action.title =
            title_of(*finding.reading, *finding.diagnostic) + (guess ? " (if that was meant)" : "");
        action.kind = kQuickFix;
        action.diagnostics = std::vector{shown};
        if (!guess) action.isPreferred = true;
        action.edit = workspace_edit(workspace, *edits, request.document_changes);
        actions.push_back(std::move(action));
      }
    const std::string_view slug = rule_info(finding.diagnostic->rule).slug;
    if (const auto edit = suppression(view, finding, workspace.encoding());
        edit && silenced.insert(slug).second) {
      CodeAction action;
      action.title = concat("ignore '", slug, "' here");
      action.kind = kQuickFix;
      action.diagnostics = std::vector{shown};
      action.edit = workspace_edit(workspace, {*edit}, request.document_changes);
      silencing.push_back(std::move(action));
    }
    if (silenced_in_project.insert(slug).second) {
      std::vector<Offer> offers;
      offer_silence(workspace, finding, request.creates_files, offers);
      for (const Offer& offer : offers) silencing.push_back(action_of(workspace, offer, request));
    }
  }
  add_rewritings(workspace, view, request, findings[view.key], actions);
  add_extractions(workspace, view, request, actions);
  std::move(silencing.begin(), silencing.end(), std::back_inserter(actions));
  // All safe fixes need another compilation, so they are made only on request.
  const bool asks_for_all = !request.only.empty() && wants(request, kFixAll);
  if (asks_for_all && !view.is_stale)
    if (const auto edits = all_safe_fixes(workspace, view); !edits.empty()) {
      CodeAction action;
      action.title = "apply all safe fixes in this file";
      action.kind = std::string(kFixAll);
      action.edit = workspace_edit(workspace, edits, request.document_changes);
      actions.push_back(std::move(action));
    }
  return actions;
}

}  // namespace romas::lsp
