// The options of romasc, romas-studio and romas-lsp. Each is one row of options.def, from which the reading
// of arguments, help, the manual page and the completions of shells follow.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/arguments/option_values.h"

namespace romas::tool {

enum class Program : std::uint8_t { compiler, studio, server };

// The groups of options, in the order of help.
enum class OptionTopic : std::uint8_t {
  studio,
  server,
  input,
  output,
  code,
  servos,
  passes,
  diagnostics,
  information
};
struct OptionTopicInfo {
  OptionTopic topic;
  std::string_view name;   // after --help=
  std::string_view title;  // above its options
};
std::span<const OptionTopicInfo> all_option_topics();

enum class OptionForm : std::uint8_t { flag, text, list, optional_text, optional_list };
// The value may be left out: the first word of the row counts then.
inline bool is_optional(OptionForm form) {
  return form == OptionForm::optional_text || form == OptionForm::optional_list;
}

// Words that other tables hold: rows of frontends.def, targets.def, …
enum class Vocabulary : std::uint8_t {
  none,
  input_formats,
  targets,
  aspects,
  kernels,
  passes,
  profiles,
  rules,
  help_topics
};

// The values that an option takes, for completion and for the reader of the option.
struct OptionValue {
  enum class Kind : std::uint8_t { free, file, folder, path, words } kind = Kind::free;
  std::string_view words;  // with spaces between them
  Vocabulary vocabulary = Vocabulary::none;
};

struct OptionRow {
  OptionTopic topic;
  OptionForm form;
  std::string_view name;
  std::string_view letter;
  std::string_view argument;
  OptionValue value;
  std::string_view help;
  std::string_view example;

  // The words of its value, if the row itself lists them.
  Strings words() const;
};

// The options of a program, by topic.
std::vector<OptionRow> options_of(Program program);
// The words of the value of an option, of which the first is the default. Precondition: some program has an
// option of this name, and its row lists the words.
Strings option_words(std::string_view name);

// "-x, --input-format=F", as help and manuals show an option.
std::string option_spelling(const OptionRow& row);

// The values on the command line of a program. `arguments` are all but its name. Throws UsageError and the
// errors of program_options.
boost::program_options::variables_map read_arguments(std::string_view program,
                                                     std::span<const OptionRow> rows, Strings arguments);

// An option as text, for --help, at most `columns` wide.
std::string option_help(const OptionRow& row, std::size_t columns);
// The options of one topic with their title.
std::string options_help(std::span<const OptionRow> rows, OptionTopic topic, std::size_t columns);

}  // namespace romas::tool
