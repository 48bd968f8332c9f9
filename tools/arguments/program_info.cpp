#include "tools/arguments/program_info.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "frontend/frontend.h"
#include "support/findings/profiles.h"
#include "support/text/text.h"
#include "tools/arguments/build_facts.h"

namespace romas::tool {

namespace {

constexpr std::size_t kNarrowest = 60;
constexpr std::size_t kWidest = 110;
constexpr std::size_t kUsual = 80;

// Columns of the terminal that help is printed to.
std::size_t columns_of_output() {
  winsize terminal{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) != 0 || terminal.ws_col == 0) return kUsual;
  return std::clamp<std::size_t>(terminal.ws_col, kNarrowest, kWidest);
}

bool has_topic(const ProgramInfo& info, OptionTopic topic) {
  return std::any_of(info.options.begin(), info.options.end(),
                     [&](const OptionRow& row) { return row.topic == topic; });
}

Strings topic_names(const ProgramInfo& info) {
  Strings names;
  for (const OptionTopicInfo& topic : all_option_topics())
    if (has_topic(info, topic.topic)) names.emplace_back(topic.name);
  return names;
}

std::string exit_statuses(const ProgramInfo& info) {
  std::string text = "Exit status:\n";
  for (const ProgramInfo::Meaning& status : info.statuses)
    text += concat("  ", status.subject, status.subject.size() == 1 ? "   " : "  ", status.meaning, "\n");
  return text;
}

}  // namespace

Strings common_words(const OptionRow& row) {
  Strings all = row.words();
  switch (row.value.vocabulary) {
    case Vocabulary::input_formats:
      all.emplace_back("auto");
      for (const FrontendInfo& format : all_frontends()) all.emplace_back(format.name);
      break;
    case Vocabulary::profiles:
      for (const ProfileInfo& profile : all_profiles()) all.emplace_back(profile.name);
      break;
    case Vocabulary::rules:
      for (const RuleInfo& rule : all_rules()) all.emplace_back(rule.slug);
      break;
    case Vocabulary::help_topics:
      for (const OptionTopicInfo& topic : all_option_topics()) all.emplace_back(topic.name);
      all.emplace_back("all");
      break;
    default: break;
  }
  return all;
}

std::string help_overview(const ProgramInfo& info) {
  std::string out = concat(info.name, " ", info.summary, ".\n\n");
  std::size_t width = 0;
  for (const ProgramInfo::Task& task : info.tasks) width = std::max(width, task.command.size());
  for (const ProgramInfo::Task& task : info.tasks)
    out += concat("  ", task.command, std::string(width - task.command.size() + 2, ' '), task.purpose, "\n");
  out += concat("\nOptions: ", info.name, " --help=TOPIC, with a topic of ", join(topic_names(info), ", "),
                ";\n         ", info.name, " --help=all, or man ", info.name, ", for all of them.\n");
  return out + exit_statuses(info);
}

std::string help_topic(const ProgramInfo& info, std::string_view name) {
  const std::size_t columns = columns_of_output();
  std::string out;
  for (const OptionTopicInfo& topic : all_option_topics())
    if (has_topic(info, topic.topic) && (name == "all" || name == topic.name))
      out += concat(out.empty() ? "" : "\n", options_help(info.options, topic.topic, columns));
  if (!out.empty()) return name == "all" ? concat(out, "\n", exit_statuses(info)) : out;
  if (const auto more = info.more_help == nullptr ? std::nullopt : info.more_help(name)) {
    out = concat(more->title, "\n");
    for (const OptionRow& row : info.options)
      if (std::ranges::find(more->options, row.name) != more->options.end()) out += option_help(row, columns);
    return concat(out, more->closing, "\n");
  }
  Strings names = topic_names(info);
  names.emplace_back("all");
  throw UsageError{
      concat("--help=", name, ": must be one of ", join(names, ", "), did_you_mean(name, names))};
}

std::optional<std::string> requested_text(const ProgramInfo& info, const OptionValues& values) {
  if (values.given("help")) {
    const std::string topic = values.text("help");
    return topic == "overview" ? help_overview(info) : help_topic(info, topic);
  }
  if (values.on("version")) return version_text(info.name, values.on("verbose"));
  if (values.on("verbose")) throw UsageError{"--verbose goes with --version"};
  if (values.on("print-manual")) return manual_page(info);
  if (values.given("print-completion"))
    return completion_script(info, static_cast<Shell>(values.choice("print-completion")));
  return std::nullopt;
}

}  // namespace romas::tool
