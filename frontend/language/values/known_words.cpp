#include "frontend/language/values/known_words.h"

#include "frontend/language/values/value.h"
#include "frontend/language/words/library.h"
#include "ir/model/control.h"
#include "ir/model/joints.h"
#include "ir/model/modular.h"
#include "ir/model/place_words.h"
#include "ir/model/servo.h"
#include "ir/values/spatial.h"

namespace romas::language {

namespace {

// The words of an enumeration, to and with the last.
template <class Enum>
void add_words(Enum last, std::vector<KnownWord>& words) {
  for (int i = 0; i <= static_cast<int>(last); ++i) words.push_back({to_string(static_cast<Enum>(i)), {}});
}

}  // namespace

std::vector<KnownWord> known_words(NameSort sort) {
  std::vector<KnownWord> words;
  switch (sort) {
    case NameSort::type:
      for (const std::string_view name : type_names()) words.push_back({name, {}});
      words.push_back({kStatementsType, "statements that the use of a module gives"});
      break;
    case NameSort::joint_type:
      add_words(JointType::foreign, words);
      words.pop_back();  // a keyword, with a text behind it
      break;
    case NameSort::connection:
      for (const auto type : {PartJointType::fixed, PartJointType::revolute, PartJointType::prismatic})
        words.push_back({to_string(type), {}});
      break;
    case NameSort::axis: add_words(SignedAxis::minus_z, words); break;
    case NameSort::frame_kind:
      for (unsigned i = 0; !to_string(static_cast<Frame::Origin>(i)).empty(); ++i)
        words.push_back({to_string(static_cast<Frame::Origin>(i)), {}});
      break;
    case NameSort::standard_library: words.push_back({kStandardLibrary, "the standard library"}); break;
    case NameSort::standard_part:
      for (const std::string_view part : library_parts()) words.push_back({part, {}});
      break;
    case NameSort::dialect: words.push_back({kDialect, {}}); break;
    case NameSort::servo_property:
      words.push_back({kServoMap, "pairs of a value of the joint and an angle of the servo"});
      for (const ServoPropertyInfo& info : all_servo_properties()) words.push_back({info.name, info.summary});
      break;
    case NameSort::gazebo_property:
#define GAZEBO_PROPERTY(enumerator, word, scope, type) words.push_back({word, {}});
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
      break;
    default: break;
  }
  return words;
}

}  // namespace romas::language
