#include "tools/romasc/options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "backends/target.h"
#include "driver/several/compare.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "passes/pass/pass.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

using Task = ProgramInfo::Task;
using Meaning = ProgramInfo::Meaning;

constexpr std::array kTasks = {
    Task{"romasc arm.urdf", "check, and print a summary of the robot"},
    Task{"romasc robots --emit=none", "check all robots in and below a folder"},
    Task{"romasc --fix arm.urdf", "fix what can be fixed safely"},
    Task{"romasc --explain=RM1404", "what a finding means, and what to do"},
    Task{"romasc arm.urdf --emit=sdf -o arm.sdf", "translate; --print-targets lists the formats"},
    Task{"romasc arm.urdf.xacro prefix:=left_", "read xacro, with its arguments"},
    Task{"romasc --compare a.urdf b.sdf", "do both describe the same robot?"},
    Task{"romasc arm.urdf --emit=cpp -o include", "kinematics and dynamics in C++; --emit=c: in C99"},
    Task{"romasc arm.urdf --emit=controller -o arm --build", "a controller that runs"},
    Task{"romasc --test arm.romas", "do the robot's own tests hold?"},
    Task{"romasc --view arm.urdf", "show the robot in the browser"},
    Task{"romasc arm.urdf --emit=c --print-pipeline",
         "show the passes: read, check, transform, kernels, write"},
};
constexpr std::array kStatuses = {
    Meaning{"0", "success; of --compare: the same robot"},
    Meaning{"1", "errors in the input, or tests that fail; of --compare: different robots"},
    Meaning{"2", "wrong usage"},
    Meaning{"3", "a file cannot be read or written"},
    Meaning{"4", "of --compare: one of the files has errors, and nothing was compared"},
    Meaning{"70", "internal error"},
};
constexpr std::array kEnvironment = {
    Meaning{"NO_COLOR", "no colours, unless --color=always asks for them"},
    Meaning{"AMENT_PREFIX_PATH, COLCON_PREFIX_PATH, CMAKE_PREFIX_PATH, ROS_PACKAGE_PATH",
            "where packages are, after --package-path"},
    Meaning{"GZ_SIM_RESOURCE_PATH, IGN_GAZEBO_RESOURCE_PATH, SDF_PATH, GAZEBO_MODEL_PATH",
            "where models are, after --model-path"},
    Meaning{"GZ_FUEL_CACHE_PATH", "where the models of Fuel are that were fetched"},
};

std::optional<ProgramInfo::MoreHelp> help_of_target(std::string_view name) {
  const TargetInfo* target = find_target(name);
  if (target == nullptr) return std::nullopt;
  ProgramInfo::MoreHelp help;
  help.title = concat("--emit=", target->name, ": ", target->summary);
  for (const TargetOptionInfo& option : all_target_options())
    if (target->options.contains(option.option)) help.options.emplace_back(option.name);
  help.closing = concat("Options of every target: romasc --help=output",
                        target->is_code() ? "; of generated code: --help=code" : "",
                        target->servos ? "; of servos: --help=servos" : "", ".");
  return help;
}

OptionTopic topic_of(TargetOption option) {
  switch (option) {
    case TargetOption::sdf_version:
    case TargetOption::uri_scheme:
    case TargetOption::mjcf_version:
    case TargetOption::mjcf_actuators:
    case TargetOption::mjcf_scene:
    case TargetOption::mjcf_bound_mass:
    case TargetOption::mesh_format:
    case TargetOption::report_format:
    case TargetOption::doc_format:
    case TargetOption::frames:
    case TargetOption::ball_joints:
    case TargetOption::keep: return OptionTopic::output;
    case TargetOption::control:
    case TargetOption::controller_host: return OptionTopic::code;
    case TargetOption::servo_formats: return OptionTopic::servos;
  }
  return OptionTopic::output;
}

OptionForm form_of(TargetOptionForm form) {
  switch (form) {
    case TargetOptionForm::list: return OptionForm::list;
    case TargetOptionForm::flag: return OptionForm::flag;
    case TargetOptionForm::choice:
    case TargetOptionForm::number: break;
  }
  return OptionForm::text;
}

// An option of single targets, as its row of target_options.def describes it.
OptionRow row_of(const TargetOptionInfo& info) {
  OptionRow row;
  row.topic = topic_of(info.option);
  row.form = form_of(info.form);
  row.name = info.name;
  row.argument = info.argument;
  row.value.kind = info.words == nullptr ? OptionValue::Kind::free : OptionValue::Kind::words;
  row.help = info.summary;
  return row;
}

std::vector<OptionRow> all_options() {
  std::vector<OptionRow> rows = options_of(Program::compiler);
  for (const TargetOptionInfo& info : all_target_options()) rows.push_back(row_of(info));
  return rows;
}

template <class Range, class Projection>
Strings names_of(const Range& range, Projection name) {
  Strings names;
  for (const auto& element : range) names.emplace_back(std::invoke(name, element));
  return names;
}

Strings words_of(const OptionRow& row) {
  Strings all = common_words(row);
  const auto add = [&all](Strings more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  switch (row.value.vocabulary) {
    case Vocabulary::targets:
      all.emplace_back("none");
      add(names_of(all_targets(), &TargetInfo::name));
      break;
    case Vocabulary::aspects:
      all.emplace_back("all");
      for (const std::string_view word : aspect_words()) all.emplace_back(word);
      break;
    case Vocabulary::kernels:
      for (int k = 0; k < kKernelKindCount; ++k)
        all.emplace_back(kernel_kind_name(static_cast<KernelKind>(k)));
      break;
    case Vocabulary::passes:
      add(names_of(all_passes(), &PassInfo::name));
      add(names_of(all_kernel_passes(), &KernelPassInfo::name));
      break;
    default: break;
  }
  for (const TargetOptionInfo& info : all_target_options())
    if (info.name == row.name && info.words != nullptr) add(info.words());
  return all;
}

Strings expand_response_files(const Strings& arguments, int depth = 0) {
  Strings result;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      result.push_back(argument);
      continue;
    }
    if (depth > 8) throw UsageError{concat("response files are nested too deeply at '", argument, "'")};
    constexpr std::uint64_t kMostBytes = 100'000'000;
    SourceManager sources;
    SourceManager::ReadError error;
    const std::string path = argument == "@-" ? "./-" : argument.substr(1);
    const FileId file = sources.read_file(path, error, kMostBytes, SourceManager::Kinds::streams);
    if (file == 0) throw UsageError{concat("cannot read the response file '", path, "': ", error.reason)};
    const Strings inner =
        expand_response_files(po::split_unix(std::string(sources.text(file)), " \t\r\n"), depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

}  // namespace

const ProgramInfo& romasc_info() {
  static const ProgramInfo info = {"romasc",
                                   "checks robot descriptions and translates them",
                                   "[OPTION]... FILE|FOLDER...",
                                   kTasks,
                                   kStatuses,
                                   kEnvironment,
                                   "romas-studio(1)",
                                   all_options(),
                                   words_of,
                                   help_of_target};
  return info;
}

po::variables_map split_command_line(int argc, char** argv) {
  Strings arguments = expand_response_files(Strings(argv + 1, argv + argc));
  // Boost.Program_options takes no empty text behind '='; a blank is as good as none in a pipeline.
  for (std::string& argument : arguments)
    if (argument == "--passes=") argument += ' ';
  return read_arguments("romasc", romasc_info().options, arguments);
}

}  // namespace romas::tool
