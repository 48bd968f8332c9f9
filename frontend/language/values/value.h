// The values of expressions, and their types.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "frontend/language/syntax/ast.h"
#include "ir/model/units.h"
#include "ir/values/transform_expr.h"

namespace romas::language {

struct Quantity {
  double value = 0;  // SI
  Dimension dimension;
  bool bare_zero = false;         // a 0 without unit: fits every dimension
  bool si = true;                 // `digits` give the value in SI, not in another unit
  std::optional<double> degrees;  // an angle that was written in deg
  std::string_view digits;        // of a literal number in the source; empty after arithmetic
};

struct Pose {
  TransformExpr expression;
  bool grouped = false;  // in parentheses: a factor of its own
  // The number of poses that it is made of, and the depth of nested products and inverses.
  std::uint32_t parts = 1;
  std::uint32_t depth = 1;
};

// A text. Copies share it.
class String {
 public:
  String() = default;
  explicit String(std::string text) : text_(std::make_shared<const std::string>(std::move(text))) {}
  const std::string& operator*() const;
  const std::string* operator->() const { return &**this; }

 private:
  std::shared_ptr<const std::string> text_;
};

struct Value;

// The values of a list or tuple. Copies share them. Lists may be nested deeply: the last copy of a list frees
// the lists in it without recursion.
class Elements {
 public:
  Elements() = default;
  explicit Elements(std::vector<Value> values);
  Elements(const Elements&) = default;
  Elements(Elements&&) noexcept = default;
  Elements& operator=(const Elements&) = default;
  Elements& operator=(Elements&&) noexcept = default;
  ~Elements() = default;
  std::size_t size() const;
  const Value& operator[](std::size_t index) const;
  const Value* begin() const;
  const Value* end() const;

 private:
  struct Store;
  std::shared_ptr<const Store> values_;
};
struct Tuple : Elements {
  using Elements::Elements;
};
struct List : Elements {
  using Elements::Elements;
};

// The names of a record's members, each once. Finding one takes the same time however many there are.
class MemberNames {
 public:
  MemberNames() = default;
  explicit MemberNames(std::vector<Binding> names);
  MemberNames(const MemberNames&) = delete;
  MemberNames& operator=(const MemberNames&) = delete;
  const std::vector<Binding>& all() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::vector<Binding> names_;
  using Index = std::unordered_map<std::string_view, std::size_t>;
  std::unique_ptr<Index> index_;  // of many names: most records have few, and there may be many records
};

// Values with names, in the order in which they were written.
class Record : public Elements {
 public:
  using Names = std::shared_ptr<const MemberNames>;
  Record() = default;
  // As many names as values.
  Record(Names names, std::vector<Value> values, SourceRange where);
  const std::vector<Binding>& names() const;
  const Names& shared_names() const { return names_; }
  const Value* find(std::string_view name) const;
  // (name, value) for each.
  std::vector<Value> pairs() const;
  SourceRange where() const { return where_; }  // it is written, in a program or a data file

 private:
  Names names_;
  SourceRange where_;
};

// A link or joint of the robot that is being built, by its full name.
struct EntityRef {
  String name;
};

// A value of which nothing is known, such as that of a parameter without type while an unused module is
// checked.
struct Anything {};

struct Value {
  std::variant<Quantity, Tuple, Pose, String, bool, List, EntityRef, Anything, Record> content;
  SourceRange range;
  // The value is a placeholder for one that is known only in an instance. Its kind and dimension are right.
  bool unknown = false;
  SourceRange data = {};  // where a data file says it; invalid for what no data file says
};

// "a length", "a tuple", "a pose", …
std::string describe(const Value& value);
// "a number", "a tuple", …: the kind alone
std::string_view describe_kind(const Value& value);

// A result of arithmetic: a quantity without digits.
Quantity computed(double value, const Dimension& dimension);

struct Type {
  enum class Kind : std::uint8_t {
    anything,
    quantity,
    integer,
    boolean,
    text,
    pose,
    entity,
    list,
    tuple,
    record,
    choice  // one of several texts
  } kind = Kind::anything;
  Dimension dimension;             // of a quantity
  std::vector<Type> elements;      // one for a list
  std::vector<std::string> names;  // of a record's members, one for each element; or the texts
};

// "a length", "a list of lengths", …
std::string describe(const Type& type);
// Every name of a type: int, real, length, …
std::vector<std::string_view> type_names();
std::optional<Type> find_type(std::string_view name);
// A placeholder of the type for a value that is not known yet.
Value unknown_of(const Type& type, SourceRange range);
// The value as one of the type: a bare 0 takes the type's dimension. nullopt if it is of another type.
std::optional<Value> conform(const Value& value, const Type& type);

}  // namespace romas::language
