#include "support/process/version.h"
#include "support/text/text.h"
#include "tools/arguments/program_info.h"

namespace romas::tool {

namespace {

// Text as man reads it: hyphens stay hyphens, a dot or quote at the start of a line is no request.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? concat("\\&", out) : out;
}

std::string bold(std::string_view text) { return concat("\\fB", escaped(text), "\\fR"); }

std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

void section(std::string_view title, std::string& out) { out += concat(".SH ", title, "\n"); }

// A paragraph with a term to its left.
void entry(std::string_view term, std::string_view text, std::string& out) {
  out += concat(".TP\n", bold(term), "\n", escaped(text), "\n");
}

void examples(const ProgramInfo& info, std::string& out) {
  section("EXAMPLES", out);
  for (const ProgramInfo::Task& task : info.tasks) entry(task.command, task.purpose, out);
}

void options(const ProgramInfo& info, std::string& out) {
  section("OPTIONS", out);
  OptionTopic last{};
  bool first = true;
  for (const OptionTopicInfo& topic : all_option_topics())
    for (const OptionRow& row : info.options) {
      if (row.topic != topic.topic) continue;
      if (first || last != row.topic) out += concat(".SS ", topic.title, "\n");
      first = false;
      last = row.topic;
      entry(option_spelling(row), concat(row.help, "."), out);
      const Strings words = row.value.vocabulary == Vocabulary::rules ? Strings() : info.words(row);
      if (!words.empty()) out += concat(".br\nWords: ", escaped(join(words, ", ")), ".\n");
      if (!row.example.empty()) out += concat(".br\nExample: ", bold(row.example), "\n");
    }
}

void meanings(std::string_view title, std::span<const ProgramInfo::Meaning> rows, std::string& out) {
  if (rows.empty()) return;
  section(title, out);
  for (const ProgramInfo::Meaning& row : rows) entry(row.subject, concat(row.meaning, "."), out);
}

}  // namespace

std::string manual_page(const ProgramInfo& info) {
  std::string out =
      concat(".TH ", upper_case(info.name), " 1 \"\" \"romas ", version(), "\" \"User Commands\"\n");
  section("NAME", out);
  out += concat(info.name, " \\- ", escaped(info.summary), "\n");
  section("SYNOPSIS", out);
  out += concat(bold(info.name), " ", escaped(info.synopsis), "\n");
  examples(info, out);
  options(info, out);
  meanings("EXIT STATUS", info.statuses, out);
  meanings("ENVIRONMENT", info.environment, out);
  section("SEE ALSO", out);
  out += concat(escaped(info.see_also), "\n");
  return out;
}

}  // namespace romas::tool
