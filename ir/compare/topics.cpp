#include "ir/compare/topics.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

struct TopicInfo {
  std::string_view word;
  Aspect aspect;
  std::string_view one, many, formats;
};

constexpr std::array kTopics = {
#define TOPIC(enumerator, aspect, one, many, formats) \
  TopicInfo{#enumerator, Aspect::aspect, one, many, formats},
#include "ir/compare/topics.def"
#undef TOPIC
};

constexpr std::array<std::string_view, 5> kAspects = {"kinematics", "dynamics", "collision", "visual",
                                                      "control"};

const TopicInfo& info(Topic topic) { return kTopics[static_cast<std::size_t>(topic)]; }

bool has_word(Topic topic, std::string_view word) {
  const auto words = split_words(info(topic).formats);
  return std::any_of(words.begin(), words.end(), [&](const Token& token) { return token.text == word; });
}

}  // namespace

std::string_view to_string(Aspect aspect) { return kAspects[static_cast<std::size_t>(aspect)]; }

std::optional<Aspect> parse_aspect(std::string_view word) {
  const auto found = std::find(kAspects.begin(), kAspects.end(), word);
  if (found == kAspects.end()) return std::nullopt;
  return static_cast<Aspect>(found - kAspects.begin());
}

std::vector<std::string_view> aspect_words() { return {kAspects.begin(), kAspects.end()}; }

Aspect aspect_of(Topic topic) { return info(topic).aspect; }
std::string_view to_string(Topic topic) { return info(topic).word; }
std::string counted(std::size_t count, Topic topic) {
  return concat(count, " ", count == 1 ? info(topic).one : info(topic).many);
}

bool can_say(std::string_view format, Topic topic) {
  return format.empty() || info(topic).formats == "all" || has_word(topic, format);
}

std::string_view who_cannot_say(std::string_view a, std::string_view b, Topic topic) {
  if (a == b) return {};
  if (!can_say(a, topic)) return a;
  return can_say(b, topic) ? std::string_view() : b;
}

bool says_in_its_own_way(std::string_view format, Topic topic) {
  return has_word(topic, concat("~", format));
}

std::string_view format_title(std::string_view format) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kTitles = {
      {{"urdf", "URDF"},
       {"sdf", "SDF"},
       {"mjcf", "MJCF"},
       {"romas", "the Romas language"},
       {"assembly", "Assembly XML"},
       {"block", "Block XML"}}};
  for (const auto& [name, title] : kTitles)
    if (name == format) return title;
  return format;
}

}  // namespace romas
