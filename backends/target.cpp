#include "backends/target.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace romas {

namespace {

template <std::string (*text)(const Model&, TargetContext&)>
std::vector<OutputFile> file_of(const Model& model, TargetContext& context) {
  return {{{}, text(model, context)}};
}

using enum KernelNeed::Degree;
constexpr KernelNeed no_kernels;
constexpr KernelNeed kernels(KernelNeed::Degree degree, decltype(KernelNeed::options) options) {
  return {degree, options};
}

constexpr std::array kTargets = {
#define FUNCTION_one_file(F) file_of<F>
#define FUNCTION_files(F) F
#define FUNCTION_input_text nullptr
#define TARGET(name, extension, emit, ...) TargetInfo{name, extension, FUNCTION_##emit, __VA_ARGS__},
#include "backends/targets.def"
#undef TARGET
#undef FUNCTION_one_file
#undef FUNCTION_files
#undef FUNCTION_input_text
};

}  // namespace

std::span<const TargetInfo> all_targets() { return kTargets; }

const TargetInfo* find_target(std::string_view name) {
  const auto* found =
      std::find_if(kTargets.begin(), kTargets.end(), [&](const auto& info) { return info.name == name; });
  return found == kTargets.end() ? nullptr : found;
}

std::optional<CodeOptions> kernels_as_asked(const CodeOptions& asked, const TargetOptions&) { return asked; }

MeshUse use_of(const Mesh& mesh) {
  const auto factor = [&](std::size_t i) { return mesh.scale ? (*mesh.scale)[i].value() : 1.0; };
  return {mesh.filename, {factor(0), factor(1), factor(2)}};
}

std::string rebase_path(std::string_view path, const TargetOptions& options) {
  if (const auto found = options.gathered.find(path); found != options.gathered.end()) return found->second;
  const std::filesystem::path file(path);
  if (path.empty() || path.find("://") != std::string_view::npos || file.is_absolute() ||
      options.output_folder.empty())
    return std::string(path);
  std::error_code error;
  const auto source =
      std::filesystem::absolute(options.source_folder.empty() ? "." : options.source_folder, error)
          .lexically_normal();
  const auto output = std::filesystem::absolute(options.output_folder, error).lexically_normal();
  // "lexically": links are not followed, so that the path reads like the source's.
  if (error || source == output || source / "" == output / "") return std::string(path);
  return (source / file).lexically_normal().lexically_relative(output).generic_string();
}

}  // namespace romas
