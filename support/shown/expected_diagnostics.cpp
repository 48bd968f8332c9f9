#include "support/shown/expected_diagnostics.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

namespace {

struct Seen {
  FileId file;
  std::uint32_t line;
  Severity severity;
  std::string message;
  bool expected = false;
};

struct Expectation {
  FileId file;
  std::uint32_t line;      // where the diagnostic must be
  std::uint32_t own_line;  // where the expectation stands
  Severity severity;
  long long count;
  std::string text;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  std::string_view digits() {
    std::size_t n = 0;
    while (n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9') ++n;
    const auto result = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return result;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Parses what stands behind "expected-"; false if it is no expectation.
bool parse_expectation(std::string_view text, Expectation& expectation, std::string& error) {
  Scanner scan(text);
  if (scan.take("error")) {
    expectation.severity = Severity::error;
  } else if (scan.take("warning")) {
    expectation.severity = Severity::warning;
  } else if (scan.take("note")) {
    expectation.severity = Severity::note;
  } else {
    return false;
  }
  if (scan.take("@")) {
    const bool down = scan.take("+");
    const bool up = !down && scan.take("-");
    const auto value = static_cast<std::uint32_t>(parse_integer(scan.digits()).value_or(0));
    expectation.line = down ? expectation.line + value : up ? expectation.line - value : value;
  }
  scan.skip_blanks();
  if (const auto count = scan.digits(); !count.empty()) expectation.count = parse_integer(count).value_or(1);
  scan.skip_blanks();
  const std::size_t end = scan.rest().find("}}");
  if (!scan.take("{{") || end == std::string_view::npos) {
    error = "an expectation has the form expected-error {{text}}";
    return false;
  }
  expectation.text = scan.rest().substr(0, end - 2);
  return true;
}

std::vector<Expectation> find_expectations(const SourceManager& sources, FileId file,
                                           std::vector<std::string>& problems) {
  constexpr std::string_view kMarker = "expected-";
  std::vector<Expectation> result;
  const std::string_view text = sources.text(file);
  for (std::size_t at = text.find(kMarker); at != std::string_view::npos; at = text.find(kMarker, at + 1)) {
    const std::uint32_t line = sources.line_column({file, static_cast<std::uint32_t>(at)}).line;
    std::string_view rest = text.substr(at + kMarker.size());
    rest = rest.substr(0, rest.find('\n'));
    Expectation expectation{file, line, line, Severity::error, 1, {}};
    std::string error;
    if (parse_expectation(rest, expectation, error)) {
      result.push_back(std::move(expectation));
    } else if (!error.empty()) {
      problems.push_back(concat(sources.name(file), ":", line, ": ", error));
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> check_expected_diagnostics(const DiagnosticReport& report,
                                                    const std::vector<FileId>& files) {
  const SourceManager& sources = *report.sources;
  std::vector<Seen> seen;
  const auto add = [&](SourceRange range, Severity severity, const std::string& message) {
    seen.push_back(
        {range.file, range.valid() ? sources.line_column(range.start()).line : 0, severity, message});
  };
  for (const Diagnostic& diagnostic : report.diagnostics) {
    add(diagnostic.range, diagnostic.severity,
        concat(diagnostic.message, " [-W", rule_info(diagnostic.rule).slug, "]"));
    for (const DiagnosticNote& note : diagnostic.notes) add(note.range, Severity::note, note.message);
  }

  std::vector<std::string> problems;
  for (const FileId file : files) {
    for (const Expectation& expectation : find_expectations(sources, file, problems)) {
      for (long long i = 0; i < expectation.count; ++i) {
        const auto match = std::find_if(seen.begin(), seen.end(), [&](const Seen& s) {
          return !s.expected && s.file == expectation.file && s.line == expectation.line &&
                 s.severity == expectation.severity && s.message.find(expectation.text) != std::string::npos;
        });
        if (match == seen.end()) {
          problems.push_back(concat(sources.name(file), ":", expectation.own_line, ": expected ",
                                    severity_name(expectation.severity), " '", expectation.text, "' on line ",
                                    expectation.line, " was not reported"));
        } else {
          match->expected = true;
        }
      }
    }
  }
  for (const Seen& s : seen)
    if (!s.expected && !(s.severity == Severity::note))
      problems.push_back(concat(sources.name(s.file), ":", s.line, ": unexpected ", severity_name(s.severity),
                                ": ", s.message));
  return problems;
}

}  // namespace romas
