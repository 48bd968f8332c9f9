// Vectors and poses as JSON.
#pragma once

#include "ir/values/spatial.h"
#include "support/text/json_writer.h"

namespace romas::studio {

// Adding zero makes -0 a plain 0.
inline void write_vector(JsonWriter& json, std::string_view key, const Vector3& v) {
  json.key(key);
  json.begin_array(JsonWriter::Style::inline_);
  for (int i = 0; i < 3; ++i) json.number(v[i] + 0.0);
  json.end_array();
}

inline void write_rotation(JsonWriter& json, const Matrix3& R) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) json.number(R(row, column) + 0.0);
}

// Twelve numbers: R row by row, then the origin.
inline void write_pose(JsonWriter& json, std::string_view key, const RigidTransform& X) {
  json.key(key);
  json.begin_array(JsonWriter::Style::inline_);
  write_rotation(json, X.R);
  for (int i = 0; i < 3; ++i) json.number(X.p[i] + 0.0);
  json.end_array();
}

}  // namespace romas::studio
