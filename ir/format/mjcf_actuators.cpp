#include "ir/format/mjcf_actuators.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// The first numbers of a list; those that it leaves out keep their values. False if one is no number.
template <std::size_t count>
bool read_first(std::string_view list, std::array<double, count>& to) {
  const std::vector<Token> words = split_words(list);
  for (std::size_t i = 0; i < std::min(count, words.size()); ++i) {
    const auto value = parse_double(words[i].text);
    if (!value) return false;
    to[i] = *value;
  }
  return true;
}

bool is_filter_or_none(std::string_view dynamics) {
  return dynamics.empty() || dynamics == "none" || dynamics == "filter" || dynamics == "filterexact";
}

}  // namespace

std::optional<Drive> drive_of_general(const AttributeText& text) {
  const std::string_view gain_type = text("gaintype"), bias_type = text("biastype");
  const bool affine = bias_type == "affine";
  if (!is_filter_or_none(text("dyntype")) || !(gain_type.empty() || gain_type == "fixed") ||
      !(affine || bias_type.empty() || bias_type == "none"))
    return std::nullopt;
  std::array<double, 1> gain = {1};
  std::array<double, 3> bias = {};
  if (!read_first(text("gainprm"), gain) || !read_first(text("biasprm"), bias)) return std::nullopt;
  const double k = gain[0];
  if (!affine || bias == std::array<double, 3>{}) return k == 0 ? std::optional<Drive>() : Drive{"effort", k};
  if (!(k > 0) || bias[0] != 0) return std::nullopt;
  if (bias[1] == -k && bias[2] <= 0) return Drive{"position", k};
  if (bias[1] == 0 && bias[2] == -k) return Drive{"velocity", k};
  return std::nullopt;
}

}  // namespace romas::mjcf
