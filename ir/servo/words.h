// Words of servos as types: registers that the code asks for, modes, flags, directions, protocols, encodings.
// Their table is words.def. Texts become words where they are read (find_servo_word), and words become texts
// in to_string alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace romas {

enum class KnownRegister : std::uint8_t {
#define SERVO_REGISTER(word) word,
#include "ir/servo/words.def"
};
enum class ServoMode : std::uint8_t {
#define SERVO_MODE(word) word,
#include "ir/servo/words.def"
};
enum class ServoFlag : std::uint8_t {
#define SERVO_FLAG(word) word,
#include "ir/servo/words.def"
};
enum class ServoDirection : std::uint8_t {
#define SERVO_DIRECTION(word) word,
#include "ir/servo/words.def"
};
enum class ServoAspect : std::uint8_t {
#define SERVO_ASPECT(word) word,
#include "ir/servo/words.def"
};
enum class ServoProtocol : std::uint8_t {
#define SERVO_PROTOCOL(word) word,
#include "ir/servo/words.def"
};
enum class ServoEncoding : std::uint8_t {
#define SERVO_ENCODING(word) word,
#include "ir/servo/words.def"
};

// The texts of a type of words, in the order of its enumerators.
template <class Word>
inline constexpr std::array<std::string_view, 0> kServoWords{};
template <>
inline constexpr auto kServoWords<KnownRegister> = std::to_array<std::string_view>({
#define SERVO_REGISTER(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoMode> = std::to_array<std::string_view>({
#define SERVO_MODE(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoFlag> = std::to_array<std::string_view>({
#define SERVO_FLAG(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoDirection> = std::to_array<std::string_view>({
#define SERVO_DIRECTION(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoAspect> = std::to_array<std::string_view>({
#define SERVO_ASPECT(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoProtocol> = std::to_array<std::string_view>({
#define SERVO_PROTOCOL(word) #word,
#include "ir/servo/words.def"
});
template <>
inline constexpr auto kServoWords<ServoEncoding> = std::to_array<std::string_view>({
#define SERVO_ENCODING(word) #word,
#include "ir/servo/words.def"
});

template <class Word>
concept IsServoWord = !kServoWords<Word>.empty();

template <IsServoWord Word>
constexpr std::string_view to_string(Word word) {
  return kServoWords<Word>[static_cast<std::size_t>(word)];
}

// Nothing if the text is none of the words.
template <IsServoWord Word>
constexpr std::optional<Word> find_servo_word(std::string_view text) {
  for (std::size_t i = 0; i < kServoWords<Word>.size(); ++i)
    if (kServoWords<Word>[i] == text) return static_cast<Word>(i);
  return std::nullopt;
}

}  // namespace romas
