// Diagnostics as text for people.
#include <algorithm>
#include <span>

#include "support/findings/finding_groups.h"
#include "support/shown/diagnostic_render.h"
#include "support/shown/shown_diagnostics.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMargin = 7;       // columns in front of a source line: its number, and a bar
constexpr std::size_t kLeastShown = 20;  // of a source line, on the narrowest terminal
constexpr std::string_view kCut = "…";
constexpr std::string_view kMacro = "in macro '";  // of a step that names the macro, in front of its call

struct Palette {
  std::string_view bold, red, magenta, cyan, green, reset;
};
constexpr Palette kPlain{};
constexpr Palette kColors{"\x1b[1m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"};

class TextRenderer {
 public:
  TextRenderer(const SourceManager& sources, const RenderOptions& options)
      : sources_(sources),
        palette_(options.color ? kColors : kPlain),
        most_shown_(std::max(kLeastShown + kMargin, options.columns) - kMargin),
        expand_(options.expand) {}

  // The header alone.
  void line(const Diagnostic& diagnostic, std::string_view more = {}) {
    header(diagnostic.range, severity_name(diagnostic.severity), severity_color(diagnostic.severity),
           concat(diagnostic.message, more), concat(" [-W", rule_info(diagnostic.rule).slug, "]"));
  }

  void group(const FindingGroup& group) {
    const Diagnostic& first = *group.first;
    const std::size_t more = group.further.size();
    line(first, more == 0 ? std::string() : concat("; ", more, " more of this kind"));
    snippet(first.range, first.fixes);
    for (std::size_t i = 0; i < first.notes.size();) {
      if (const std::size_t end = end_of_chain(first.notes, i); end > i) {
        chain(std::span(first.notes).subspan(i, end - i));
        i = end;
        continue;
      }
      const DiagnosticNote& note = first.notes[i++];
      header(note.range, "note", palette_.cyan, note.message, "");
      if (note.range != first.range) snippet(note.range, {});
    }
    // One place more instead of a line that says that it is not shown.
    const std::size_t shown = more == kPlacesShown + 1 ? more : std::min(more, kPlacesShown);
    for (std::size_t i = 0; i < shown; ++i)
      header(group.further[i]->range, "note", palette_.cyan, group.further[i]->message, "");
    if (shown < more)
      header(first.range, "note", palette_.cyan,
             concat(more - shown, " more are not shown; --expand shows all"), "");
  }

  std::string take() { return std::move(out_); }

 private:
  // Steps of calls, includes and insertions, of which one says a place as "here".
  static bool is_place(const DiagnosticNote& note) {
    return note.range.valid() && note.message.find(" here") != std::string::npos;
  }
  std::size_t end_of_chain(const std::vector<DiagnosticNote>& notes, std::size_t begin) const {
    const auto is_link = [&](std::size_t i) {
      return notes[i].step && (is_place(notes[i]) || notes[i].message.starts_with(kMacro)) &&
             !notes[i].message.starts_with("seen ");
    };
    std::size_t end = begin;
    while (!expand_ && end < notes.size() && is_link(end)) ++end;
    const auto chain = std::span(notes).subspan(begin, end - begin);
    return std::ranges::any_of(chain, is_place) ? end : begin;
  }

  // The chain as one line, which begins with the place of its innermost step.
  void chain(std::span<const DiagnosticNote> steps) {
    const DiagnosticNote& first = *std::ranges::find_if(steps, is_place);
    std::string line;
    bool continues = false;  // behind the macro that is called
    for (const DiagnosticNote& step : steps) {
      if (!line.empty()) line += continues ? ", " : "; ";
      continues = !is_place(step);
      std::string said = step.message;
      constexpr std::string_view kCalled = ", called with ", kHere = " here";
      if (const std::size_t at = said.find(kCalled); continues && at != std::string::npos)
        said.replace(at, kCalled.size(), " with ");
      if (!continues && &step != &first) {
        const LineColumn at = sources_.line_column(step.range.start());
        const bool same_file = step.range.file == first.range.file;
        said.replace(said.find(kHere), kHere.size(),
                     concat(" at ", same_file ? "" : concat(sources_.name(step.range.file), ":"), at.line,
                            ":", at.column));
      }
      line += said;
    }
    header(first.range, "note", palette_.cyan, line, "");
  }

  std::string_view severity_color(Severity severity) const {
    if (severity == Severity::error) return palette_.red;
    return severity == Severity::warning ? palette_.magenta : palette_.cyan;
  }

  void header(SourceRange range, std::string_view severity, std::string_view color, std::string_view message,
              std::string_view suffix) {
    out_ += palette_.bold;
    if (range.valid()) {
      const LineColumn at = sources_.line_column(range.start());
      out_ += concat(sources_.name(range.file), ":", at.line, ":", at.column, ": ");
    } else {
      out_ += "romasc: ";
    }
    out_ += concat(palette_.reset, color, severity, ": ", palette_.reset, palette_.bold, message,
                   palette_.reset, suffix, "\n");
  }

  // A source line, cut to a window around the columns of interest, with tabs as spaces, and the column of
  // each byte. A mark stands where it is cut.
  struct Window {
    std::string text;
    std::size_t begin = 0, end = 0;           // bytes of the line that are shown
    std::vector<std::size_t> column_of_byte;  // display column of each shown byte and of the end
  };

  Window make_window(std::string_view line, std::size_t focus) const {
    Window window;
    const bool is_long = line.size() > most_shown_;
    const std::size_t shown = is_long ? most_shown_ - 2 : most_shown_;  // two columns for marks
    window.begin = is_long && focus > shown / 2 ? std::min(focus - shown / 2, line.size() - shown) : 0;
    const auto continues = [&](std::size_t at) {
      return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
    };
    while (continues(window.begin)) ++window.begin;
    window.end = std::min(line.size(), window.begin + shown);
    while (continues(window.end)) ++window.end;
    if (window.begin > 0) window.text += kCut;
    std::size_t column = window.begin > 0 ? 1 : 0;
    for (std::size_t i = window.begin; i < window.end; ++i) {
      const char c = line[i];
      window.column_of_byte.push_back(column);
      if (c == '\t') {
        const std::size_t width = kTabWidth - column % kTabWidth;
        window.text.append(width, ' ');
        column += width;
      } else {
        window.text.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c);
        if (!continues(i + 1)) ++column;
      }
    }
    window.column_of_byte.push_back(column);
    if (window.end < line.size()) window.text += kCut;
    return window;
  }

  static std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  }

  void snippet(SourceRange range, const std::vector<FixIt>& fixes) {
    if (!range.valid()) return;
    const LineColumn at = sources_.line_column(range.start());
    const std::uint32_t line_start = sources_.line_start(range.file, at.line);
    const std::string_view line = sources_.line_text(range.file, at.line);
    if (trim(line).empty()) return;
    const std::size_t from = std::min<std::size_t>(range.begin - line_start, line.size());
    const std::size_t to =
        std::min<std::size_t>(std::max(range.end, range.begin + 1) - line_start, line.size());
    const Window window = make_window(line, from);
    const std::string number = std::to_string(at.line);
    const std::string margin(std::max<std::size_t>(number.size(), 4) - number.size(), ' ');
    out_ += concat(margin, number, " | ", window.text, "\n");
    const auto column = [&](std::size_t byte) {
      return window.column_of_byte[std::clamp(byte, window.begin, window.end) - window.begin];
    };
    const std::string blank = concat(std::string(margin.size() + number.size(), ' '), " | ");
    const std::size_t width = std::max<std::size_t>(column(to), column(from) + 1) - column(from);
    out_ += concat(blank, std::string(column(from), ' '), palette_.green, '^', std::string(width - 1, '~'),
                   palette_.reset, "\n");
    std::string row;            // of replacements that have room side by side
    std::size_t row_width = 0;  // its columns
    const auto finish_row = [&] {
      if (!row.empty()) out_ += concat(blank, palette_.green, row, palette_.reset, "\n");
      row.clear();
      row_width = 0;
    };
    for (const FixIt& fix : fixes) {
      if (fix.range.file != range.file || fix.range.begin < line_start ||
          fix.range.begin > line_start + line.size())
        continue;
      if (fix.replacement.find('\n') != std::string::npos || fix.replacement.empty()) continue;
      const std::size_t place = column(fix.range.begin - line_start);
      if (!row.empty() && place <= row_width) finish_row();
      row += concat(std::string(place - row_width, ' '), fix.replacement);
      row_width = place + width_of(fix.replacement);
    }
    finish_row();
  }

  const SourceManager& sources_;
  const Palette& palette_;
  const std::size_t most_shown_;  // columns of a source line
  const bool expand_;             // every step of a chain by itself
  std::string out_;
};

// Lines about the findings that are not shown. They name the first file of the compilation.
std::string hidden_lines(const DiagnosticReport& report, std::size_t hidden_errors) {
  const bool has_file = report.sources != nullptr && report.sources->file_count() > 0;
  const std::string file = has_file ? std::string(report.sources->name(1)) : "romasc";
  std::string out;
  for (const auto& [rule, count] : report.omitted)
    out += concat(file, ": ", count, count == 1 ? " more finding" : " more findings", " of '",
                  rule_info(rule).slug, count == 1 ? "' is" : "' are", " not shown\n");
  if (hidden_errors > 0)
    out += concat(file, ": ", hidden_errors, hidden_errors == 1 ? " more error is" : " more errors are",
                  " not shown; --error-limit=0 shows all\n");
  return out;
}

// Errors first.
template <class Items, class SeverityOf>
void put_errors_first(Items& items, SeverityOf severity) {
  std::stable_partition(items.begin(), items.end(),
                        [&](const auto& item) { return severity(item) == Severity::error; });
}

}  // namespace

std::string render_text(const DiagnosticReport& report, const RenderOptions& options) {
  if (report.diagnostics.empty()) return hidden_lines(report, 0);
  std::vector<FindingGroup> groups;
  if (options.expand)
    for (const Diagnostic& diagnostic : report.diagnostics) groups.push_back({&diagnostic, {}});
  else
    groups = group_findings(report.diagnostics, *report.sources);
  put_errors_first(groups, [](const FindingGroup& group) { return group.first->severity; });
  TextRenderer renderer(*report.sources, options);
  std::size_t errors = 0;
  std::size_t hidden = 0;
  for (const FindingGroup& group : groups) {
    const bool error = group.first->severity == Severity::error;
    if (error && options.error_limit != 0 && ++errors > options.error_limit)
      hidden += 1 + group.further.size();
    else
      renderer.group(group);
  }
  return renderer.take() + hidden_lines(report, hidden);
}

std::string render_concise(const DiagnosticReport& report, const RenderOptions& options) {
  if (report.diagnostics.empty()) return hidden_lines(report, 0);
  std::vector<const Diagnostic*> shown;
  const std::size_t hidden = for_each_shown(
      report.diagnostics, options, [&](const Diagnostic& diagnostic) { shown.push_back(&diagnostic); });
  put_errors_first(shown, [](const Diagnostic* diagnostic) { return diagnostic->severity; });
  TextRenderer renderer(*report.sources, options);
  for (const Diagnostic* diagnostic : shown) renderer.line(*diagnostic);
  return renderer.take() + hidden_lines(report, hidden);
}

}  // namespace romas
