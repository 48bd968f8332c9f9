#include <algorithm>

#include "support/text/template.h"
#include "support/text/text.h"
#include "tools/arguments/program_info.h"

namespace romas::tool {

namespace {

bool is_positional(const OptionRow& row) { return row.name == "input"; }
bool takes_value(const OptionRow& row) { return row.form != OptionForm::flag; }
bool takes_list_with_commas(const OptionRow& row) { return row.argument.find("...") != std::string::npos; }

// The words after -W: each rule, with what may stand before it.
Strings warning_words(const ProgramInfo& info, const OptionRow& row) {
  Strings all = {"pedantic", "everything", "error"};
  for (const std::string& rule : info.words(row))
    for (const std::string_view before : {"", "no-", "error=", "no-error="})
      all.push_back(concat(before, rule));
  return all;
}

// All words of the value of an option; none if it is something else.
Strings values_of(const ProgramInfo& info, const OptionRow& row) {
  if (row.letter == "W") return warning_words(info, row);
  return info.words(row);
}

// A text between the single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool completes_files(const OptionRow& row) {
  return row.value.kind == OptionValue::Kind::file || row.value.kind == OptionValue::Kind::path;
}

// A line for each option that takes a value: what the value may be.
std::string bash_cases(const ProgramInfo& info) {
  std::string text;
  for (const OptionRow& row : info.options) {
    if (is_positional(row) || !takes_value(row)) continue;
    std::string pattern = row.name.empty() ? std::string() : concat("--", row.name);
    if (!row.letter.empty()) pattern += concat(pattern.empty() ? "" : "|", "-", row.letter);
    const Strings words = values_of(info, row);
    std::string values = words.empty() ? "NOTHING" : join(words, " ");
    if (words.empty() && completes_files(row)) values = "FILES";
    if (words.empty() && row.value.kind == OptionValue::Kind::folder) values = "FOLDERS";
    text += concat("    ", pattern, ") echo ", quoted(values), " ;;\n");
  }
  return text;
}

std::string bash_options(const ProgramInfo& info) {
  Strings options;
  for (const OptionRow& row : info.options) {
    if (is_positional(row)) continue;
    const bool needs_value = takes_value(row) && !is_optional(row.form);
    if (!row.name.empty()) options.push_back(concat("--", row.name, needs_value ? "=" : ""));
    if (!row.letter.empty()) options.push_back(concat("-", row.letter));
  }
  return join(options, " ");
}

// Text of a description or message of zsh: no bracket or colon may end it.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_value(const ProgramInfo& info, const OptionRow& row) {
  if (!takes_value(row)) return {};
  std::string action = " ";
  const Strings words = values_of(info, row);
  if (!words.empty())
    action = takes_list_with_commas(row) ? concat("{compset -P \"*,\"; compadd -- ", join(words, " "), "}")
                                         : concat("(", join(words, " "), ")");
  else if (completes_files(row))
    action = "_files";
  else if (row.value.kind == OptionValue::Kind::folder)
    action = "_files -/";
  return concat(is_optional(row.form) ? "::" : ":", zsh_text(row.argument), ":", action);
}

// The specifications of _arguments: one for the letter, one for the name.
std::string zsh_cases(const ProgramInfo& info) {
  std::string text;
  for (const OptionRow& row : info.options) {
    if (is_positional(row)) continue;
    const std::string repeatable = row.form == OptionForm::list ? "*" : "";
    const std::string description = concat("[", zsh_text(row.help), "]");
    const std::string value = zsh_value(info, row);
    const bool joined = row.name.empty();  // -Wslug, -O2
    if (!row.letter.empty()) {
      const bool alone = !takes_value(row) || is_optional(row.form);
      text += concat("  ",
                     quoted(concat(repeatable, "-", row.letter,
                                   alone    ? ""
                                   : joined ? "-"
                                            : "+",
                                   description, alone ? "" : value)),
                     " \\\n");
    }
    if (joined) continue;
    const std::string_view sign = !takes_value(row) ? "" : is_optional(row.form) ? "=-" : "=";
    text += concat("  ", quoted(concat(repeatable, "--", row.name, sign, description, value)), " \\\n");
  }
  return text;
}

std::string fish_value(const ProgramInfo& info, const OptionRow& row) {
  if (!takes_value(row)) return {};
  const Strings words = values_of(info, row);
  if (!words.empty() && takes_list_with_commas(row))
    return concat(is_optional(row.form) ? " -f" : " -x", " -a '(__", info.name, "_list ", join(words, " "),
                  ")'");
  if (!words.empty()) return concat(is_optional(row.form) ? " -f -a " : " -x -a ", quoted(join(words, " ")));
  if (completes_files(row)) return " -r -F";
  if (row.value.kind == OptionValue::Kind::folder) return " -x -a '(__fish_complete_directories)'";
  return " -x";
}

std::string fish_cases(const ProgramInfo& info) {
  std::string text;
  for (const OptionRow& row : info.options) {
    if (is_positional(row)) continue;
    text += concat("complete -c ", info.name);
    if (!row.name.empty()) text += concat(" -l ", row.name);
    if (!row.letter.empty()) text += concat(row.letter.size() == 1 ? " -s " : " -o ", row.letter);
    text += concat(fish_value(info, row), " -d ", quoted(row.help), "\n");
  }
  return text;
}

}  // namespace

std::string completion_script(const ProgramInfo& info, Shell shell) {
  std::string function(info.name);
  std::replace(function.begin(), function.end(), '-', '_');
  TemplateValues values = {{"PROGRAM", std::string(info.name)},
                           {"FUNCTION", std::move(function)},
                           {"OPTIONS", bash_options(info)}};
  std::string_view ending;
  switch (shell) {
    case Shell::bash: ending = "bash", values["CASES"] = bash_cases(info); break;
    case Shell::zsh: ending = "zsh", values["CASES"] = zsh_cases(info); break;
    case Shell::fish: ending = "fish", values["CASES"] = fish_cases(info); break;
  }
  const EmbeddedFile& file = embedded_file(embedded_completions(), concat("completion.", ending, ".in"));
  return fill_template(file.text, values);
}

}  // namespace romas::tool
