#include "driver/several/reformat.h"

#include <algorithm>

#include "support/sources/edited_text.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// An edit of white space at a place, without what both have at their ends: a diff shows few lines.
TextEdit edit_of_space(std::size_t place, std::string_view before, std::string_view after) {
  const auto ends = std::ranges::mismatch(before, after);
  const auto front = static_cast<std::size_t>(ends.in1 - before.begin());
  before.remove_prefix(front);
  after.remove_prefix(front);
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before.remove_suffix(1);
    after.remove_suffix(1);
  }
  return {place + front, place + front + before.size(), std::string(after)};
}

// The edits that turn a text into its canonical style, which differs in white space alone; other differences
// are one edit from there to the end.
std::vector<TextEdit> edits_between(std::string_view before, std::string_view after) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<TextEdit> edits;
  std::size_t from = 0;
  std::size_t to = 0;
  if (before.starts_with(kMark) && !after.starts_with(kMark)) {
    from = kMark.size();
    edits.push_back({0, from, {}});
  }
  while (from < before.size() || to < after.size()) {
    const std::size_t end = std::min(before.find_first_not_of(kSpace, from), before.size());
    const std::size_t new_end = std::min(after.find_first_not_of(kSpace, to), after.size());
    const std::string_view space = before.substr(from, end - from);
    const std::string_view new_space = after.substr(to, new_end - to);
    if (space != new_space) edits.push_back(edit_of_space(from, space, new_space));
    from = end;
    to = new_end;
    const bool same =
        from < before.size() ? to < after.size() && before[from] == after[to] : to == after.size();
    if (!same) {
      edits.push_back({from, before.size(), std::string(after.substr(to))});
      break;
    }
    ++from;
    ++to;
  }
  return edits;
}

}  // namespace

Reformatted reformat(const std::string& input, const CompileRequest& request, bool checks) {
  Reformatted reformatted;
  CompileResult& result = reformatted.result;
  DiagnosticEngine diagnostics(request.severities);
  SourceManager::ReadError problem;
  const FileId file = result.sources->read_file(input, problem, request.input.frontend.max_input,
                                                SourceManager::Kinds::streams);
  if (file == 0) {
    diagnostics.report(Rule::unreadable_file, {}, concat("cannot read '", input, "': ", problem.reason));
    result.status = CompileStatus::unreadable;
  } else {
    reformatted.text = reformat_romas(file, *result.sources, diagnostics);
    reformatted.changed = reformatted.text && *reformatted.text != result.sources->text(file);
    if (reformatted.changed) {
      const std::string_view before = result.sources->text(file);
      const std::vector<TextEdit> edits = edits_between(before, *reformatted.text);
      if (checks) {
        const TextEdit& first = edits.front();
        diagnostics.report(
            Rule::not_canonical,
            {file, static_cast<std::uint32_t>(first.begin), static_cast<std::uint32_t>(first.end)},
            concat("this is not in the canonical style; 'romasc --reformat ", input,
                   input == "-" ? " -o -' prints the text in it" : "' rewrites the file"));
        result.status = CompileStatus::errors;
      }
      EditedText edited{std::string(before)};
      edited.apply(edits);
      reformatted.difference = unified_diff(input == "-" ? "<stdin>" : input, edited);
    }
    if (!reformatted.text) result.status = CompileStatus::errors;
  }
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  return reformatted;
}

}  // namespace romas::driver
