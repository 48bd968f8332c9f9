#include "ir/servo/words.h"

#include "ir/model/servo.h"

namespace romas {

namespace {

// The words that a property takes, separated by spaces (ir/words/servo_properties.def).
constexpr std::string_view property_words(ServoProperty property) {
  switch (property) {
#define SERVO_PROPERTY(enumerator, name, kind, values, summary) \
  case ServoProperty::enumerator:                               \
    return values;
#include "ir/words/servo_properties.def"
#undef SERVO_PROPERTY
  }
  return {};
}

template <IsServoWord Word>
constexpr bool takes_words(ServoProperty property) {
  std::string_view left = property_words(property);
  for (const std::string_view word : kServoWords<Word>) {
    if (!left.starts_with(word)) return false;
    left.remove_prefix(word.size());
    if (!left.empty() && left.front() == ' ') left.remove_prefix(1);
  }
  return left.empty();
}

static_assert(takes_words<ServoMode>(ServoProperty::mode), "the modes of both tables differ");
static_assert(takes_words<ServoDirection>(ServoProperty::direction), "the directions of both tables differ");
static_assert(takes_words<ServoDirection>(ServoProperty::second_direction),
              "the directions of both tables differ");

}  // namespace

}  // namespace romas
