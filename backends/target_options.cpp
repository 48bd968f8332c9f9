#include "backends/target_options.h"

#include <array>

#include "backends/controller/controller.h"
#include "backends/mjcf/mjcf_options.h"
#include "backends/report/report.h"
#include "backends/romas/kept.h"
#include "backends/sdf/version.h"
#include "backends/servo/table/formats.h"
#include "backends/urdf/ball_joints.h"
#include "backends/urdf/frames.h"
#include "backends/uri_scheme.h"
#include "support/text/text.h"

namespace romas {

namespace {

using enum TargetOptionForm;
constexpr std::array kOptions = {
#define TARGET_OPTION(id, name, argument, form, words, fallback, summary) \
  TargetOptionInfo{TargetOption::id, name, argument, form, words, fallback, summary},
#include "backends/target_options.def"
#undef TARGET_OPTION
};

}  // namespace

std::span<const TargetOptionInfo> all_target_options() { return kOptions; }

const TargetOptionInfo& target_option_info(TargetOption option) {
  return kOptions[static_cast<std::size_t>(option)];
}

std::vector<std::string> TargetOptions::all(TargetOption option) const {
  if (const auto given = words.find(option); given != words.end()) return given->second;
  const std::string_view fallback = target_option_info(option).fallback;
  return fallback.empty() ? std::vector<std::string>() : std::vector{std::string(fallback)};
}

std::string TargetOptions::one(TargetOption option) const {
  const std::vector<std::string> given = all(option);
  return given.empty() ? std::string() : given.front();
}

std::optional<double> TargetOptions::number(TargetOption option) const { return parse_double(one(option)); }

}  // namespace romas
