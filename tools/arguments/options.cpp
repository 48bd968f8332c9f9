#include "tools/arguments/options.h"

#include <algorithm>
#include <array>
#include <optional>

#include "support/text/text.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

constexpr OptionValue free() { return {}; }
constexpr OptionValue file() { return {OptionValue::Kind::file, "", Vocabulary::none}; }
constexpr OptionValue folder() { return {OptionValue::Kind::folder, "", Vocabulary::none}; }
constexpr OptionValue path() { return {OptionValue::Kind::path, "", Vocabulary::none}; }
constexpr OptionValue words(std::string_view words) {
  return {OptionValue::Kind::words, words, Vocabulary::none};
}
constexpr OptionValue one_of(Vocabulary vocabulary) { return {OptionValue::Kind::words, "", vocabulary}; }

enum class Programs : std::uint8_t { compiler, studio, server, every };
struct Entry {
  Programs programs;
  OptionRow row;
};

constexpr std::array kEntries = {
#define OPTION(programs, topic, form, name, letter, argument, value, help, example) \
  Entry{Programs::programs,                                                         \
        {OptionTopic::topic, OptionForm::form, name, letter, argument, value, help, example}},
#include "tools/arguments/options.def"
#undef OPTION
};

constexpr std::array kTopics = {
    OptionTopicInfo{OptionTopic::studio, "studio", "Studio"},
    OptionTopicInfo{OptionTopic::server, "server", "Language server"},
    OptionTopicInfo{OptionTopic::input, "input", "Input"},
    OptionTopicInfo{OptionTopic::output, "output", "Output"},
    OptionTopicInfo{OptionTopic::code, "code", "Generated code"},
    OptionTopicInfo{OptionTopic::servos, "servos", "Servos"},
    OptionTopicInfo{OptionTopic::passes, "passes", "Passes"},
    OptionTopicInfo{OptionTopic::diagnostics, "diagnostics", "Findings"},
    OptionTopicInfo{OptionTopic::information, "information", "Information"},
};

// Returns the value of --NAME alone: the overview for help topics, all of them for aspects, else the first
// word of the row.
std::string implied_word(const OptionRow& row) {
  if (row.value.vocabulary == Vocabulary::help_topics) return "overview";
  if (row.value.vocabulary == Vocabulary::aspects) return "all";
  return row.words().front();
}

// "--fix FILE" names a file; program_options would take it for the option's value.
void write_out_implied_words(std::span<const OptionRow> rows, Strings& arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--") return;
    for (const OptionRow& row : rows)
      if (is_optional(row.form) && (argument == concat("--", row.name) ||
                                    (!row.letter.empty() && argument == concat("-", row.letter))))
        argument = concat("--", row.name, "=", implied_word(row));
  }
}

// Options of two letters behind one hyphen (-MD); program_options knows one-letter and long ones.
void write_out_pairs_of_letters(std::span<const OptionRow> rows, Strings& arguments) {
  Strings result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& candidate) {
      return candidate.letter.size() == 2 && argument.starts_with(concat("-", candidate.letter));
    });
    if (row == rows.end()) {
      result.push_back(argument);
      continue;
    }
    std::string value = argument.substr(3);
    if (row->form == OptionForm::flag) {
      if (!value.empty()) throw UsageError{concat("unknown option '", argument, "'")};
      result.push_back(concat("--", row->name));
      continue;
    }
    if (value.empty()) {
      if (i + 1 == arguments.size()) throw UsageError{concat(argument, " needs a value")};
      value = arguments[++i];
    }
    result.push_back(concat("--", row->name, "=", value));
  }
  arguments = std::move(result);
}

void add(const OptionRow& row, po::options_description& description) {
  std::string name(row.name);
  if (row.letter.size() == 1) name += concat(",", row.letter);
  const po::value_semantic* value = nullptr;
  switch (row.form) {
    case OptionForm::flag: value = po::bool_switch(); break;
    case OptionForm::text:
    case OptionForm::optional_text: value = po::value<std::string>(); break;
    case OptionForm::list:
    case OptionForm::optional_list: value = po::value<Strings>()->composing(); break;
  }
  description.add_options()(name.c_str(), value, "");
}

// "unknown option '--stict'; did you mean '--strict'?"
std::string unknown_option(std::string_view program, const std::string& option,
                           std::span<const OptionRow> rows) {
  const std::string_view name = std::string_view(option).substr(0, option.find('='));
  const std::string_view near =
      nearest_name(name.substr(std::min(name.find_first_not_of('-'), name.size())), rows, &OptionRow::name);
  return concat("unknown option ", in_quotes(option),
                near.empty() ? concat("; ", program, " --help=all lists the options")
                             : did_you_mean(concat("--", near)));
}

// Appends `text` in lines of at most `columns`, the first from column `at`, the others from `indent`.
// A word that is wider than that has a line of its own.
void wrap(std::string_view text, std::size_t at, std::size_t indent, std::size_t columns, std::string& out) {
  std::size_t column = at;
  bool first = true;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t width = count_code_points(word);
    if (!first && column + 1 + width > columns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) out += ' ', ++column;
    out += word;
    column += width;
    first = false;
  }
  out += "\n";
}

}  // namespace

std::span<const OptionTopicInfo> all_option_topics() { return kTopics; }

Strings OptionRow::words() const {
  Strings all;
  if (!value.words.empty())
    for (const std::string_view word : split(value.words, ' ')) all.emplace_back(word);
  return all;
}

std::vector<OptionRow> options_of(Program program) {
  const Programs own = program == Program::compiler ? Programs::compiler
                       : program == Program::studio ? Programs::studio
                                                    : Programs::server;
  std::vector<OptionRow> rows;
  for (const Entry& entry : kEntries)
    if (entry.programs == own || entry.programs == Programs::every) rows.push_back(entry.row);
  // Examples of options that all programs have call the compiler.
  const std::string_view name = program == Program::studio ? "romas-studio" : "romas-lsp";
  if (program != Program::compiler)
    for (OptionRow& row : rows)
      if (!row.example.starts_with(name)) row.example = {};
  return rows;
}

Strings option_words(std::string_view name) {
  const auto* found =
      std::find_if(kEntries.begin(), kEntries.end(), [&](const Entry& e) { return e.row.name == name; });
  return found->row.words();
}

std::string option_spelling(const OptionRow& row) {
  std::string text;
  if (!row.letter.empty()) text = concat("-", row.letter);
  if (row.name.empty()) return concat(text, row.argument);
  if (!text.empty()) text += ", ";
  text += concat("--", row.name);
  if (row.argument.empty()) return text;
  return is_optional(row.form) ? concat(text, "[=", row.argument, "]") : concat(text, "=", row.argument);
}

namespace {

// Whether a word names the option. The parser gets no others: a hundred of them, of which few are given, took
// an eighth of the instructions in which a small robot is expanded.
bool may_be_given(const OptionRow& row, const Strings& arguments) {
  return row.name == "input" || std::ranges::any_of(arguments, [&](std::string_view word) {
           if (!word.starts_with('-')) return false;
           if (!word.starts_with("--"))
             return row.letter.size() == 1 && word.find(row.letter) != std::string_view::npos;
           word.remove_prefix(2);
           return word.substr(0, word.find('=')) == row.name;
         });
}

// A call may list very many inputs, and the parser takes more time for each word the more words there are. A
// word that is no option and follows another such word is an input, so a run of them is one word for the
// parser.
class InputRuns {
 public:
  explicit InputRuns(Strings& arguments) {
    if (std::ranges::any_of(arguments, is_mark)) return;
    Strings left;
    for (std::size_t i = 0; i < arguments.size();) {
      std::size_t end = i;
      while (end < arguments.size() && !is_option(arguments[end]) && i > 0 && !is_option(arguments[i - 1]))
        ++end;
      if (end > i) {
        left.push_back(concat(kMark, runs_.size()));
        runs_.emplace_back(std::make_move_iterator(arguments.begin() + static_cast<std::ptrdiff_t>(i)),
                           std::make_move_iterator(arguments.begin() + static_cast<std::ptrdiff_t>(end)));
        i = end;
      } else {
        left.push_back(arguments[i++]);
      }
    }
    arguments = std::move(left);
  }
  void put_back(po::parsed_options& parsed) {
    for (po::option& option : parsed.options)
      if (option.value.size() == 1 && !runs_.empty() && is_mark(option.value.front()))
        option.value = std::move(runs_[std::stoul(option.value.front().substr(kMark.size()))]);
  }

 private:
  static constexpr std::string_view kMark = "\x01";
  static bool is_mark(const std::string& word) { return word.starts_with(kMark); }
  static bool is_option(const std::string& word) { return word.starts_with('-'); }
  std::vector<Strings> runs_;
};

}  // namespace

po::variables_map read_arguments(std::string_view program, std::span<const OptionRow> rows,
                                 Strings arguments) {
  write_out_definitions(arguments);
  write_out_pairs_of_letters(rows, arguments);
  write_out_implied_words(rows, arguments);
  po::options_description description;
  for (const OptionRow& row : rows)
    if (may_be_given(row, arguments)) add(row, description);
  po::positional_options_description positional;
  positional.add("input", -1);
  po::variables_map values;
  namespace style = po::command_line_style;
  const int accepted = style::unix_style & ~style::allow_guessing;
  InputRuns runs(arguments);
  try {
    po::parsed_options parsed =
        po::command_line_parser(arguments).options(description).positional(positional).style(accepted).run();
    runs.put_back(parsed);
    po::store(parsed, values);
  } catch (const po::unknown_option& unknown) {
    throw UsageError{unknown_option(program, unknown.get_option_name(), rows)};
  }
  po::notify(values);
  return values;
}

std::string option_help(const OptionRow& row, std::size_t columns) {
  constexpr std::size_t kIndent = 30;
  std::string out;
  std::string line = concat("  ", option_spelling(row));
  if (line.size() + 2 > kIndent) {
    out += line + "\n";
    line.clear();
  }
  line.resize(kIndent, ' ');
  out += line;
  wrap(row.help, kIndent, kIndent, columns, out);
  if (row.example.empty()) return out;
  out.append(kIndent, ' ');
  wrap(concat("as in: ", row.example), kIndent, kIndent + 7, columns, out);
  return out;
}

std::string options_help(std::span<const OptionRow> rows, OptionTopic topic, std::size_t columns) {
  std::string out = concat(kTopics[static_cast<std::size_t>(topic)].title, ":\n");
  for (const OptionRow& row : rows)
    if (row.topic == topic) out += option_help(row, columns);
  return out;
}

}  // namespace romas::tool
