// Facts about a program for help, the manual page, the completions of shells and --version.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/arguments/options.h"

namespace romas::tool {

struct ProgramInfo {
  // A common use of the program: a command line, and its purpose.
  struct Task {
    std::string_view command;
    std::string_view purpose;
  };
  // The meaning of an exit status, or of a variable of the environment.
  struct Meaning {
    std::string_view subject;
    std::string_view meaning;
  };

  std::string_view name;
  std::string_view summary;  // behind the name, without a full stop
  std::string_view synopsis;
  std::span<const Task> tasks;
  std::span<const Meaning> statuses;
  std::span<const Meaning> environment;
  std::string_view see_also;
  std::vector<OptionRow> options;
  // All words that the value of an option may be; none if they cannot be listed.
  Strings (*words)(const OptionRow& row);
  // Help on a word that is no topic: a title, names of options, and a last line. more_help() returns nullopt
  // if the word has none.
  struct MoreHelp {
    std::string title;
    Strings options;
    std::string closing;
  };
  std::optional<MoreHelp> (*more_help)(std::string_view word) = nullptr;
};

// The words of the vocabularies that every program knows; none for the others.
Strings common_words(const OptionRow& row);

// The first screen of help: tasks, and where the options are.
std::string help_overview(const ProgramInfo& info);
// The options of a topic, or of all with the name "all". Throws UsageError if there is no such topic.
std::string help_topic(const ProgramInfo& info, std::string_view topic);
// The manual page in the language of man (section 1).
std::string manual_page(const ProgramInfo& info);

enum class Shell : std::uint8_t { bash, zsh, fish };
// A script that completes options, their values and files.
std::string completion_script(const ProgramInfo& info, Shell shell);

// The text of --help, --version, --print-manual or --print-completion, if one of them is given.
std::optional<std::string> requested_text(const ProgramInfo& info, const OptionValues& values);

}  // namespace romas::tool
