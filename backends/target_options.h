// Options of targets. Options of single targets are rows of target_options.def; the rows of targets.def name
// those that a target understands.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romas {

enum class TargetOption : std::uint8_t {
#define TARGET_OPTION(id, name, argument, form, words, fallback, summary) id,
#include "backends/target_options.def"
#undef TARGET_OPTION
};

class TargetOptionSet {
 public:
  constexpr TargetOptionSet(std::initializer_list<TargetOption> options) {
    for (const TargetOption option : options) bits_ |= bit(option);
  }
  constexpr bool contains(TargetOption option) const { return (bits_ & bit(option)) != 0; }

 private:
  static constexpr std::uint32_t bit(TargetOption option) {
    return std::uint32_t{1} << static_cast<unsigned>(option);
  }
  std::uint32_t bits_ = 0;
};

// The form of an option's argument: a word, words with commas between them, nothing, a positive number.
enum class TargetOptionForm : std::uint8_t { choice, list, flag, number };

struct TargetOptionInfo {
  TargetOption option;
  std::string_view name;      // of the command line, without "--"
  std::string_view argument;  // as help shows it
  TargetOptionForm form;
  std::vector<std::string> (*words)();  // of choices and lists
  std::string_view fallback;            // the word that counts where none is given; empty: the target decides
  std::string_view summary;
};
std::span<const TargetOptionInfo> all_target_options();
const TargetOptionInfo& target_option_info(TargetOption option);

// A mesh as a robot uses it: the path that the model has, and the factors along x, y and z.
using MeshUse = std::pair<std::string, std::array<double, 3>>;

struct TargetOptions {
  std::string source_folder;  // of the file the model comes from; relative mesh paths start there
  // The folder of the output; empty: unknown (standard output), paths stay as they are.
  std::string output_folder;
  // Files gathered beside the output, and files of packages for a target that looks up none: the path that
  // the model has, and the one that the output must have.
  std::map<std::string, std::string, std::less<>> gathered;
  // Why files of scenes are not converted, whether or not meshes are gathered; empty if those that are
  // gathered are converted.
  std::string why_unconverted;
  // Meshes that MuJoCo does not read, and beside which there is no file of --mesh-format.
  std::set<std::string, std::less<>> unconverted;
  // Meshes without a volume, by MeshUse: MuJoCo takes the inertia of their surface alone.
  std::set<MeshUse> surfaces;
  // The name of the one file that the target writes; its further files refer to it. Empty for code whose file
  // nobody named: the identifier that it chooses for the robot is that of its files, too.
  std::string file_name;
  std::string banner;  // a comment for the top of the output; empty: none
  std::string name;    // --name: of files and identifiers that the target chooses; empty: the robot's

  // The robot's root is free to move (--floating-base), rather than fixed to the world.
  bool floating_base = false;

  // The words that were given for the options of single targets. The words are among those that the row
  // takes; a flag has its name, a number its text.
  std::map<TargetOption, std::vector<std::string>> words;
  // All words of an option, or its fallback.
  std::vector<std::string> all(TargetOption option) const;
  // The one word of an option that is no list; may be empty.
  std::string one(TargetOption option) const;
  // Whether a flag was given.
  bool has(TargetOption option) const { return words.contains(option); }
  // The value of an option that takes a number, if it was given.
  std::optional<double> number(TargetOption option) const;
};

}  // namespace romas
