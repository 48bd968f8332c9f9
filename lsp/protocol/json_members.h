// Values of the protocol from and to JSON. A type of the protocol is a struct, and `Members` names each of
// its members once; reading and writing follow from that.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "support/text/text.h"

namespace romas::lsp {

using Json = nlohmann::json;

// Thrown where a message does not hold what its type says: "params.position.line: a whole number is missing".
struct InvalidParams {
  std::string message;
};

template <class Struct, class Value>
struct Member {
  std::string_view name;
  Value Struct::*pointer;
};
template <class Struct, class Value>
constexpr Member<Struct, Value> member(std::string_view name, Value Struct::*pointer) {
  return {name, pointer};
}

// Specialised for each type: `static constexpr auto rows = std::tuple(member("line", &Position::line), …)`.
template <class Struct>
struct Members;

// The members of a type, one row each; T is the type.
#define ROMAS_LSP_MEMBERS(Type, ...)                      \
  template <>                                             \
  struct Members<Type> {                                  \
    using T = Type;                                       \
    static constexpr auto rows = std::tuple(__VA_ARGS__); \
  }

template <class Value, class = void>
struct JsonValue;

// Reads a value at `path`, which errors name. Unknown members are ignored.
template <class Value>
void read_json(const Json& json, Value& value, const std::string& path) {
  JsonValue<Value>::read(json, value, path);
}
template <class Value>
Json write_json(const Value& value) {
  return JsonValue<Value>::write(value);
}

template <>
struct JsonValue<Json> {
  static void read(const Json& json, Json& value, const std::string& /*path*/) { value = json; }
  static Json write(const Json& value) { return value; }
};

template <>
struct JsonValue<std::string> {
  static void read(const Json& json, std::string& value, const std::string& path) {
    if (!json.is_string()) throw InvalidParams{concat(path, ": a text is missing")};
    value = json.get<std::string>();
  }
  static Json write(const std::string& value) { return value; }
};

template <>
struct JsonValue<bool> {
  static void read(const Json& json, bool& value, const std::string& path) {
    if (!json.is_boolean()) throw InvalidParams{concat(path, ": true or false is missing")};
    value = json.get<bool>();
  }
  static Json write(bool value) { return value; }
};

// Whole numbers, and enumerations by their numbers.
template <class Value>
struct JsonValue<Value, std::enable_if_t<(std::is_integral_v<Value> && !std::is_same_v<Value, bool>) ||
                                         std::is_enum_v<Value>>> {
  static void read(const Json& json, Value& value, const std::string& path) {
    if (!json.is_number()) throw InvalidParams{concat(path, ": a whole number is missing")};
    // Some clients write 3.0.
    const auto number = json.get<double>();
    constexpr bool is_signed = std::is_signed_v<Value>;
    constexpr double lowest = is_signed ? std::numeric_limits<std::int32_t>::min() : 0.0;
    constexpr double largest =
        is_signed ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::uint32_t>::max();
    if (number != std::floor(number) || number < lowest || number > largest)
      throw InvalidParams{concat(path, ": ", json.dump(), " is not a whole number of the protocol")};
    value = static_cast<Value>(static_cast<std::int64_t>(number));
  }
  static Json write(Value value) { return static_cast<std::int64_t>(value); }
};

template <>
struct JsonValue<double> {
  static void read(const Json& json, double& value, const std::string& path) {
    if (!json.is_number()) throw InvalidParams{concat(path, ": a number is missing")};
    value = json.get<double>();
  }
  static Json write(double value) { return value; }
};

// null and a member that is left out mean the same.
template <class Value>
struct JsonValue<std::optional<Value>> {
  static void read(const Json& json, std::optional<Value>& value, const std::string& path) {
    if (json.is_null()) return value.reset();
    read_json(json, value.emplace(), path);
  }
  static Json write(const std::optional<Value>& value) { return value ? write_json(*value) : Json(); }
};

template <class Value>
struct JsonValue<std::vector<Value>> {
  static void read(const Json& json, std::vector<Value>& value, const std::string& path) {
    if (!json.is_array()) throw InvalidParams{concat(path, ": a list is missing")};
    value.clear();
    for (const Json& item : json) {
      const std::string place = concat(path, "[", value.size(), "]");
      read_json(item, value.emplace_back(), place);
    }
  }
  static Json write(const std::vector<Value>& value) {
    Json list = Json::array();
    for (const Value& item : value) list.push_back(write_json(item));
    return list;
  }
};

template <class Value>
struct JsonValue<std::map<std::string, Value>> {
  static void read(const Json& json, std::map<std::string, Value>& value, const std::string& path) {
    if (!json.is_object()) throw InvalidParams{concat(path, ": an object is missing")};
    value.clear();
    for (const auto& [name, item] : json.items()) read_json(item, value[name], concat(path, ".", name));
  }
  static Json write(const std::map<std::string, Value>& value) {
    Json object = Json::object();
    for (const auto& [name, item] : value) object[name] = write_json(item);
    return object;
  }
};

// Is only written: what is read has one form.
template <class... Values>
struct JsonValue<std::variant<Values...>> {
  static Json write(const std::variant<Values...>& value) {
    return std::visit([](const auto& held) { return write_json(held); }, value);
  }
};

template <class Value>
struct IsOptional : std::false_type {};
template <class Value>
struct IsOptional<std::optional<Value>> : std::true_type {};

template <class Struct>
struct JsonValue<Struct, std::void_t<decltype(Members<Struct>::rows)>> {
  static void read(const Json& json, Struct& value, const std::string& path) {
    if (!json.is_object()) throw InvalidParams{concat(path, ": an object is missing")};
    std::apply([&](const auto&... row) { (read_member(json, value, row, path), ...); },
               Members<Struct>::rows);
  }
  static Json write(const Struct& value) {
    Json object = Json::object();
    std::apply([&](const auto&... row) { (write_member(object, value, row), ...); }, Members<Struct>::rows);
    return object;
  }

 private:
  // Rows may be those of a base.
  template <class Owner, class Value>
  static void read_member(const Json& json, Struct& value, const Member<Owner, Value>& row,
                          const std::string& path) {
    const auto found = json.find(row.name);
    if (found == json.end()) {
      if constexpr (!IsOptional<Value>::value && !std::is_same_v<Value, Json>)
        throw InvalidParams{concat(path, ": '", row.name, "' is missing")};
      return;
    }
    read_json(*found, value.*row.pointer, concat(path, ".", row.name));
  }
  template <class Owner, class Value>
  static void write_member(Json& object, const Struct& value, const Member<Owner, Value>& row) {
    if constexpr (IsOptional<Value>::value) {
      if (!(value.*row.pointer)) return;
    } else if constexpr (std::is_same_v<Value, Json>) {
      if ((value.*row.pointer).is_null()) return;
    }
    object[std::string(row.name)] = write_json(value.*row.pointer);
  }
};

}  // namespace romas::lsp
