// Diagnostics as text for people.
#include "support/diagnostic_render.h"
#include "support/loss_groups.h"
#include "support/shown_diagnostics.h"
#include "support/text.h"

namespace romas {

namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMargin = 7;       // columns in front of a source line: its number, and a bar
constexpr std::size_t kLeastShown = 20;  // of a source line, on the narrowest terminal
constexpr std::string_view kCut = "…";

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
        most_shown_(std::max(kLeastShown + kMargin, options.columns) - kMargin) {}

  void diagnostic(const Diagnostic& diagnostic) {
    const RuleInfo& info = rule_info(diagnostic.rule);
    header(diagnostic.range, severity_name(diagnostic.severity), severity_color(diagnostic.severity),
           diagnostic.message, concat(" [-W", info.slug, "]"));
    snippet(diagnostic.range, diagnostic.fixes);
    for (const DiagnosticNote& note : diagnostic.notes) {
      header(note.range, "note", palette_.cyan, note.message, "");
      if (note.range != diagnostic.range) snippet(note.range, {});
    }
  }

  std::string take() { return std::move(out_); }

 private:
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
    for (const FixIt& fix : fixes) {
      if (fix.range.file != range.file || fix.range.begin < line_start ||
          fix.range.begin > line_start + line.size())
        continue;
      if (fix.replacement.find('\n') != std::string::npos || fix.replacement.empty()) continue;
      out_ += concat(blank, std::string(column(fix.range.begin - line_start), ' '), palette_.green,
                     fix.replacement, palette_.reset, "\n");
    }
  }

  const SourceManager& sources_;
  const Palette& palette_;
  const std::size_t most_shown_;  // columns of a source line
  std::string out_;
};

}  // namespace

std::string render_text(const DiagnosticReport& report, const RenderOptions& options) {
  TextRenderer renderer(*report.sources, options);
  const auto grouped = group_losses(report.diagnostics);
  std::vector<const Diagnostic*> others;
  const std::size_t hidden =
      for_each_shown(grouped ? *grouped : report.diagnostics, options, [&](const Diagnostic& diagnostic) {
        if (diagnostic.severity == Severity::error)
          renderer.diagnostic(diagnostic);
        else
          others.push_back(&diagnostic);
      });
  for (const Diagnostic* diagnostic : others) renderer.diagnostic(*diagnostic);
  std::string out = renderer.take();
  for (const auto& [rule, count] : report.omitted)
    out += concat("romasc: note: ", count, " more findings of '", rule_info(rule).slug, "' are not shown\n");
  if (hidden > 0)
    out += concat("romasc: note: ", hidden, hidden == 1 ? " more error is" : " more errors are",
                  " not shown; --error-limit=0 shows all\n");
  return out;
}

}  // namespace romas
