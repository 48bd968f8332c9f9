#include "support/diagnostic_render.h"

#include <algorithm>
#include <cstdint>

#include "support/hash.h"
#include "support/json_writer.h"
#include "support/text.h"

namespace romas {

namespace {

// Calls `visit` for the diagnostics that the error limit lets through; returns how many errors it held back.
template <class Visit>
std::size_t for_each_shown(const DiagnosticReport& report, const RenderOptions& options, Visit visit) {
  std::size_t errors = 0;
  std::size_t hidden = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::error && options.error_limit != 0 &&
        ++errors > options.error_limit) {
      ++hidden;
      continue;
    }
    visit(diagnostic);
  }
  return hidden;
}

// --- text --------------------------------------------------------------------------------------------------

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMaxLine = 160;  // columns of a source line that are shown

struct Palette {
  std::string_view bold, red, magenta, cyan, green, reset;
};
constexpr Palette kPlain{};
constexpr Palette kColors{"\x1b[1m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"};

class TextRenderer {
 public:
  TextRenderer(const SourceManager& sources, bool color)
      : sources_(sources), palette_(color ? kColors : kPlain) {}

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

  // A line of source cut to a window around the columns of interest, tabs made spaces; remembers where each
  // byte went.
  struct Window {
    std::string text;
    std::size_t begin = 0, end = 0;           // bytes of the line that are shown
    std::vector<std::size_t> column_of_byte;  // display column of each shown byte and of the end
  };

  static Window make_window(std::string_view line, std::size_t focus) {
    Window window;
    window.begin = line.size() > kMaxLine && focus > kMaxLine / 2 ? focus - kMaxLine / 2 : 0;
    const auto continues = [&](std::size_t at) {
      return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
    };
    while (continues(window.begin)) ++window.begin;
    window.end = std::min(line.size(), window.begin + kMaxLine);
    while (continues(window.end)) ++window.end;
    std::size_t column = 0;
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
  std::string out_;
};

// --- programs ----------------------------------------------------------------------------------------------

void json_range(JsonWriter& json, const SourceManager& sources, SourceRange range) {
  if (!range.valid()) return;
  const LineColumn begin = sources.line_column(range.start());
  const LineColumn end = sources.line_column({range.file, range.end});
  json.field("file", sources.name(range.file));
  json.field("line", begin.line);
  json.field("column", begin.column);
  json.field("end_line", end.line);
  json.field("end_column", end.column);
  json.field("offset", range.begin);
  json.field("end_offset", range.end);
}

void json_diagnostic(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const RuleInfo& info = rule_info(diagnostic.rule);
  json.begin_object();
  json.field("id", info.id());
  json.field("rule", info.slug);
  json.field("severity", severity_name(diagnostic.severity));
  json.field("message", diagnostic.message);
  json_range(json, sources, diagnostic.range);
  json.key("notes");
  json.begin_array();
  for (const DiagnosticNote& note : diagnostic.notes) {
    json.begin_object();
    json.field("message", note.message);
    json_range(json, sources, note.range);
    json.end_object();
  }
  json.end_array();
  json.key("fixes");
  json.begin_array();
  for (const FixIt& fix : diagnostic.fixes) {
    json.begin_object();
    json_range(json, sources, fix.range);
    json.field("replacement", fix.replacement);
    json.field("safe", !fix.guess);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void sarif_region(JsonWriter& json, const SourceManager& sources, SourceRange range) {
  const LineColumn begin = sources.line_column(range.start());
  const LineColumn end = sources.line_column({range.file, range.end});
  json.begin_object(JsonWriter::Style::inline_);
  json.field("startLine", begin.line);
  json.field("startColumn", begin.column);
  json.field("endLine", end.line);
  json.field("endColumn", end.column);
  json.end_object();
}

// A path as RFC 3986 writes it: what has a meaning in a URI, and bytes that are not ASCII, as %XX.
std::string uri_reference(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kUnescaped = "/-._~!$&'()*+,;=@";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (alphanumeric || kUnescaped.find(c) != std::string_view::npos)
      out.push_back(c);
    else
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  return out;
}

void sarif_location(JsonWriter& json, const SourceManager& sources, SourceRange range,
                    std::string_view message) {
  json.begin_object();
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("uri", uri_reference(sources.name(range.file)));
  json.end_object();
  json.key("region");
  sarif_region(json, sources, range);
  json.end_object();
  if (!message.empty()) {
    json.key("message");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("text", message);
    json.end_object();
  }
  json.end_object();
}

void sarif_replacement(JsonWriter& json, const SourceManager& sources, const FixIt& fix) {
  json.begin_object();
  json.key("deletedRegion");
  sarif_region(json, sources, fix.range);
  json.key("insertedContent");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", fix.replacement);
  json.end_object();
  json.end_object();
}

// One fix, whose replacements belong together.
void sarif_fixes(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const bool guess = std::any_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                                 [](const FixIt& fix) { return fix.guess; });
  std::vector<FileId> files;
  for (const FixIt& fix : diagnostic.fixes)
    if (std::find(files.begin(), files.end(), fix.range.file) == files.end()) files.push_back(fix.range.file);
  json.key("fixes");
  json.begin_array();
  json.begin_object();
  json.key("description");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", guess ? "a guess: romasc --fix=unsafe applies it" : "safe: romasc --fix applies it");
  json.end_object();
  json.key("artifactChanges");
  json.begin_array();
  for (const FileId file : files) {
    json.begin_object();
    json.key("artifactLocation");
    json.begin_object(JsonWriter::Style::inline_);
    json.field("uri", uri_reference(sources.name(file)));
    json.end_object();
    json.key("replacements");
    json.begin_array();
    for (const FixIt& fix : diagnostic.fixes)
      if (fix.range.file == file) sarif_replacement(json, sources, fix);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_array();
}

void sarif_result(JsonWriter& json, const SourceManager& sources, const Diagnostic& diagnostic) {
  const RuleInfo& info = rule_info(diagnostic.rule);
  json.begin_object();
  json.field("ruleId", info.id());
  json.field("ruleIndex", static_cast<int>(info.rule));
  json.field("level", severity_name(diagnostic.severity));
  json.key("message");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("text", diagnostic.message);
  json.end_object();
  if (diagnostic.range.valid()) {
    json.key("locations");
    json.begin_array();
    sarif_location(json, sources, diagnostic.range, "");
    json.end_array();
  }
  if (!diagnostic.notes.empty()) {
    json.key("relatedLocations");
    json.begin_array();
    for (const DiagnosticNote& note : diagnostic.notes)
      if (note.range.valid()) sarif_location(json, sources, note.range, note.message);
    json.end_array();
  }
  json.key("partialFingerprints");
  json.begin_object(JsonWriter::Style::inline_);
  json.field(
      "ruleAndLine/v1",
      fingerprint(sources, diagnostic, diagnostic.range.valid() ? sources.name(diagnostic.range.file) : ""));
  json.end_object();
  if (!diagnostic.fixes.empty()) sarif_fixes(json, sources, diagnostic);
  json.end_object();
}

// The escapes of workflow commands: data, and properties that may hold neither ':' nor ','.
std::string github_escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace

namespace {

// The line of a finding; of a very long one, as files without line breaks have it, what is near the finding.
std::string_view text_around(const SourceManager& sources, SourceRange range) {
  constexpr std::size_t kLongest = 2000;
  const std::uint32_t number = sources.line_column(range.start()).line;
  const std::string_view line = sources.line_text(range.file, number);
  if (line.size() <= kLongest) return trim(line);
  const std::size_t at =
      std::min<std::size_t>(range.begin - sources.line_start(range.file, number), line.size());
  return line.substr(at - std::min(at, kLongest / 2), kLongest);
}

}  // namespace

std::string fingerprint(const SourceManager& sources, const Diagnostic& diagnostic, std::string_view file) {
  Hash hash;
  hash.add(rule_info(diagnostic.rule).slug);
  if (diagnostic.range.valid()) {
    hash.add(file).add(text_around(sources, diagnostic.range));
  } else {
    hash.add(diagnostic.message);
  }
  return hash.hex();
}

std::string render_text(const DiagnosticReport& report, const RenderOptions& options) {
  TextRenderer renderer(*report.sources, options.color);
  const std::size_t hidden =
      for_each_shown(report, options, [&](const Diagnostic& diagnostic) { renderer.diagnostic(diagnostic); });
  std::string out = renderer.take();
  for (const auto& [rule, count] : report.omitted)
    out += concat("romasc: note: ", count, " more findings of '", rule_info(rule).slug, "' are not shown\n");
  if (hidden > 0)
    out += concat("romasc: note: ", hidden, hidden == 1 ? " more error is" : " more errors are",
                  " not shown; --error-limit=0 shows all\n");
  return out;
}

std::string render_json(std::span<const DiagnosticReport> reports, const RenderOptions& options) {
  JsonWriter json;
  json.begin_array();
  for (const DiagnosticReport& report : reports)
    for_each_shown(report, options,
                   [&](const Diagnostic& diagnostic) { json_diagnostic(json, *report.sources, diagnostic); });
  json.end_array();
  return json.take();
}

std::string render_sarif(std::span<const DiagnosticReport> reports, std::string_view tool_version,
                         const RenderOptions& options) {
  JsonWriter json;
  json.begin_object();
  json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json.field("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.field("name", "romasc");
  json.field("version", tool_version);
  json.key("rules");
  json.begin_array();
  for (const RuleInfo& info : all_rules()) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("id", info.id());
    json.field("name", info.slug);
    json.key("shortDescription");
    json.begin_object();
    json.field("text", info.summary);
    json.end_object();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_object();
  json.field("columnKind", "unicodeCodePoints");
  json.key("results");
  json.begin_array();
  for (const DiagnosticReport& report : reports)
    for_each_shown(report, options,
                   [&](const Diagnostic& diagnostic) { sarif_result(json, *report.sources, diagnostic); });
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  return json.take();
}

std::string render_github(const DiagnosticReport& report, const RenderOptions& options) {
  std::string out;
  for_each_shown(report, options, [&](const Diagnostic& diagnostic) {
    const RuleInfo& info = rule_info(diagnostic.rule);
    out += concat("::", diagnostic.severity == Severity::note ? "notice" : severity_name(diagnostic.severity),
                  " title=", info.id(), " ", info.slug);
    if (diagnostic.range.valid()) {
      const LineColumn at = report.sources->line_column(diagnostic.range.start());
      out += concat(",file=", github_escape(report.sources->name(diagnostic.range.file), true),
                    ",line=", at.line, ",col=", at.column);
    }
    std::string message = diagnostic.message;
    for (const DiagnosticNote& note : diagnostic.notes)
      if (note.range == diagnostic.range) message += concat("\n", note.message);
    out += concat("::", github_escape(message, false), "\n");
  });
  return out;
}

}  // namespace romas
