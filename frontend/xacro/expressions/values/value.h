// The values of xacro's expressions. They are Python's, because xacro is written in Python: lists, dicts and
// sets are shared and can be changed, texts are sequences of code points, and a bool is a whole number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/sources/source_manager.h"

namespace romas::xacro {

class Budget;
class Table;
struct Builtin;
struct Module;

enum class Kind : std::uint8_t {
  unbound,  // no value: a variable of a comprehension that has none yet
  none,
  boolean,
  integer,
  real,
  text,
  list,
  tuple,
  dict,
  set,
  range,
  slice,
  view,      // what dict.keys(), values() and items() give
  iterator,  // gives each element once: generators, map, zip, …
  function,  // a built-in function
  method,    // a method together with the value that it belongs to
  type,      // int, str, …
  module,    // math, python, xacro
  scope,     // names of the document behind a dot, such as those of an include with a namespace
};

// An object that several values may refer to. Values belong to one thread.
class Object {
 public:
  explicit Object(Kind kind) : kind_(kind) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;
  Kind kind() const { return kind_; }
  std::uint32_t users() const { return users_; }
  // Lets go of what the object holds, so that it cannot hold itself; see Budget.
  virtual void drop_contents() {}
  // True for the first call.
  bool remember() { return !std::exchange(remembered_, true); }

 private:
  friend void retain(Object* object);
  friend void release(Object* object);
  std::uint32_t users_ = 0;
  Kind kind_;
  bool remembered_ = false;
};

inline void retain(Object* object) { ++object->users_; }
// Deletes the object when this was its last user. Objects within objects are deleted in a loop, so that no
// depth of nesting exhausts the stack.
void release(Object* object);

// Shares an object, as std::shared_ptr does, in one word.
template <class T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(std::unique_ptr<T> object) : object_(object.release()) {
    if (object_ != nullptr) retain(object_);
  }
  explicit Ref(T& shared) : object_(&shared) { retain(object_); }
  Ref(const Ref& other) : object_(other.object_) {
    if (object_ != nullptr) retain(object_);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) release(object_);
  }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};
template <class T, class... Arguments>
Ref<T> make(Arguments&&... arguments) {
  return Ref<T>(std::make_unique<T>(std::forward<Arguments>(arguments)...));
}

enum class TypeId : std::uint8_t {
#define TYPE(enumerator, name) enumerator,
#include "frontend/xacro/expressions/values/types.def"
#undef TYPE
};

class Value {
 public:
  Value() : held_{.integer = 0}, kind_(Kind::none) {}
  explicit Value(bool value) : held_{.integer = value ? 1 : 0}, kind_(Kind::boolean) {}
  explicit Value(std::int64_t value) : held_{.integer = value}, kind_(Kind::integer) {}
  explicit Value(double value) : held_{.real = value}, kind_(Kind::real) {}
  explicit Value(std::string text);
  explicit Value(std::string_view text) : Value(std::string(text)) {}
  explicit Value(const char* text) : Value(std::string(text)) {}
  explicit Value(TypeId type) : held_{.integer = static_cast<std::int64_t>(type)}, kind_(Kind::type) {}
  explicit Value(const Builtin& function) : held_{.builtin = &function}, kind_(Kind::function) {}
  explicit Value(const Module& module) : held_{.module = &module}, kind_(Kind::module) {}
  template <class T>
  explicit Value(Ref<T> object) : held_{.object = object.get()}, kind_(object->kind()) {
    retain(held_.object);
  }
  static Value unbound() {
    Value value;
    value.kind_ = Kind::unbound;
    return value;
  }
  Value(const Value& other) : held_(other.held_), kind_(other.kind_), written_(other.written_) {
    if (shared()) retain(held_.object);
  }
  Value(Value&& other) noexcept : held_(other.held_), kind_(other.kind_), written_(other.written_) {
    other.kind_ = Kind::none;
  }
  Value& operator=(Value other) noexcept {
    std::swap(held_, other.held_);
    std::swap(kind_, other.kind_);
    std::swap(written_, other.written_);
    return *this;
  }
  ~Value() {
    if (shared()) release(held_.object);
  }

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool boolean() const { return held_.integer != 0; }
  // The value of a whole number, or of a bool: 0 or 1.
  std::int64_t integer() const { return held_.integer; }
  double real() const { return held_.real; }
  const std::string& text() const;
  TypeId type() const { return static_cast<TypeId>(held_.integer); }
  const Builtin& builtin() const { return *held_.builtin; }
  const Module& module() const { return *held_.module; }
  // The object of a value whose kind is that of T.
  template <class T>
  T& as() const {
    return static_cast<T&>(*held_.object);
  }
  Object* object() const { return shared() ? held_.object : nullptr; }

  // The place where the value was written: a scalar of a YAML file, a property. Invalid for computed values.
  // Copies keep it.
  SourceRange written() const { return written_; }
  Value&& at(SourceRange written) && {
    written_ = written;
    return std::move(*this);
  }
  void set_written(SourceRange written) { written_ = written; }

 private:
  bool shared() const {
    return (kind_ >= Kind::text && kind_ <= Kind::iterator) || kind_ == Kind::method || kind_ == Kind::scope;
  }
  // It is copied as a whole, because pointers may be shorter than numbers.
  union Held {
    Object* object;
    std::int64_t integer;
    double real;
    const Builtin* builtin;
    const Module* module;
  };
  Held held_;
  Kind kind_;
  SourceRange written_;
};

// A text in UTF-8.
struct Text : Object {
  explicit Text(std::string given) : Object(Kind::text), bytes(std::move(given)) {}
  // In code points.
  std::size_t length() const;
  bool ascii() const { return length() == bytes.size(); }

  const std::string bytes;

 private:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
  mutable std::size_t length_ = kUnknown;
};

// The elements of lists and tuples.
struct Items : Object {
  explicit Items(std::vector<Value> given) : Object(Kind::list), values(std::move(given)) {}
  std::vector<Value> values;
};

// A list. A dotted list comes from a YAML file: the dicts that are taken out of it have dotted names.
// Elements are taken out as copies, as in xacro. Copies share their elements until one of them is changed.
struct List : Object {
  explicit List(std::vector<Value> values, bool with_dots = false)
      : Object(Kind::list), items(make<Items>(std::move(values))), dotted(with_dots) {}
  List(Ref<Items> shared, bool with_dots) : Object(Kind::list), items(std::move(shared)), dotted(with_dots) {}
  const std::vector<Value>& values() const { return items->values; }
  // The elements to be changed: those of this list alone.
  std::vector<Value>& edit(Budget& budget);
  void drop_contents() override;

  Ref<Items> items;
  bool dotted;
};

struct Tuple : Object {
  explicit Tuple(std::vector<Value> values) : Object(Kind::tuple), items(std::move(values)) {}
  const std::vector<Value>& values() const { return items; }
  const std::vector<Value> items;
};

// The elements of a list or tuple.
inline const std::vector<Value>& values_of(const Value& sequence) {
  return sequence.is(Kind::list) ? sequence.as<List>().values() : sequence.as<Tuple>().values();
}

// A dict. One that is dotted gives `d.key` for `d['key']`.
struct Dict : Object {
  explicit Dict(bool with_dots = false);
  Dict(Ref<Table> shared, bool with_dots);
  ~Dict() override;
  const Table& entries() const { return *table; }
  Table& edit(Budget& budget);
  void drop_contents() override;

  Ref<Table> table;
  bool dotted;
};

struct Set : Object {
  explicit Set(bool is_frozen = false);
  ~Set() override;
  const Table& entries() const { return *table; }
  Table& edit() { return *table; }

  Ref<Table> table;
  bool frozen;
};

struct Range : Object {
  Range(std::int64_t from, std::int64_t to, std::int64_t by)
      : Object(Kind::range), start(from), stop(to), step(by) {}
  std::uint64_t size() const;
  std::int64_t operator[](std::uint64_t index) const;
  const std::int64_t start, stop, step;
};

struct Slice : Object {
  Slice(Value from, Value to, Value by)
      : Object(Kind::slice), start(std::move(from)), stop(std::move(to)), step(std::move(by)) {}
  const Value start, stop, step;
};

struct View : Object {
  enum class Of : std::uint8_t { keys, values, items };
  View(Ref<Dict> viewed, Of what) : Object(Kind::view), dict(std::move(viewed)), of(what) {}
  const Ref<Dict> dict;
  const Of of;
};

struct Method : Object {
  Method(Value receiver, const Builtin& called)
      : Object(Kind::method), self(std::move(receiver)), builtin(called) {}
  const Value self;
  const Builtin& builtin;
};

// Values as `elements` of a new list, tuple, …
Value make_list(std::vector<Value> elements);
Value make_tuple(std::vector<Value> elements);

bool is_number(const Value& value);     // bool, int, float
bool is_whole(const Value& value);      // bool, int
double as_double(const Value& number);  // of a number
TypeId type_of(const Value& value);
std::string_view type_name(TypeId type);  // as Python: "int", "NoneType"

// As Python's str() and repr(). The text of a container that is too large or too deep ends with "...";
// printing.h has functions that tell.
std::string str(const Value& value);
std::string repr(const Value& value);
// As Python's bool().
bool truth(const Value& value);
// For messages: "the text \"1 2\"", "the int 3", "None".
std::string describe(const Value& value);

// The value that a text stands for as a property, a parameter or a default: an int, else a float, else True
// or False, if it reads as one; the inside of '…' as a text; any other text as it is.
Value value_of_text(std::string_view text);

}  // namespace romas::xacro
