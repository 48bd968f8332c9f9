// Every word of ir/servo/words.def is read back from its text, and other texts are none.
#include "ir/servo/words.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

template <class Word>
class ServoWords : public testing::Test {};
using Types =
    testing::Types<KnownRegister, ServoMode, ServoFlag, ServoDirection, ServoProtocol, ServoEncoding>;
TYPED_TEST_SUITE(ServoWords, Types);

TYPED_TEST(ServoWords, areReadBack) {
  for (std::size_t i = 0; i < kServoWords<TypeParam>.size(); ++i) {
    const auto word = static_cast<TypeParam>(i);
    EXPECT_EQ(find_servo_word<TypeParam>(to_string(word)), word) << to_string(word);
  }
  for (const std::string_view text : {"", "Position", "goal position", "goal_position ", "no_such_word"})
    EXPECT_EQ(find_servo_word<TypeParam>(text), std::nullopt) << text;
}

}  // namespace
}  // namespace romas
