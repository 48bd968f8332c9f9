// Names at a place of a xacro document: properties, blocks, macros and namespaces.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xml/reader/xml_element.h"
#include "support/sources/expansions.h"

namespace romas::xacro {

struct Macro;
struct Symbol;
struct TraceNode;

// The way in which a text of a document is read: the chain, which also tells where relative names begin.
struct Reading {
  const SourceStep* step = nullptr;  // null: in the main file
};

struct Property {
  enum class State : std::uint8_t {
    ready,
    lazy,        // evaluated when it is needed
    evaluating,  // is needed by itself
    failed,      // that was reported
  } state = State::ready;
  bool used = false;
  Value value;
  XmlText text;      // of a lazy one
  Reading reading;   // of a lazy one
  SourceRange name;  // where it is defined
  // The name itself in its definition, as written, and of what it is the name.
  SourceRange written_name;
  ProgramName::Kind kind = ProgramName::Kind::property;
  Symbol* symbol = nullptr;  // in the trace, where there is one
};

// An element, or the content of one, that insert_block inserts.
struct Block {
  // A property's: evaluated where it is inserted.
  const XmlElement* source = nullptr;
  Reading reading;
  // A macro's argument: evaluated in the scope of the call.
  const XmlElement* evaluated = nullptr;
  std::size_t first_origin = 0, last_origin = 0;  // of its values, among those of the expansion
  SourceRange written_name;                       // of the property or parameter
  const TraceNode* call = nullptr;                // in the trace, where there is one
  std::size_t index = 0;                          // of the element in the content of that call
};

class Scope;

// Evaluates lazy properties.
class PropertyReader {
 public:
  virtual ~PropertyReader() = default;
  // Returns false if that fails, which is reported.
  virtual bool evaluate(std::string_view name, Property& property, Scope& scope) = 0;
};

class Scope : public Names {
 public:
  enum class Kind : std::uint8_t { global, macro, name_space };
  // A namespace sees the properties around it, and none of the macros.
  Scope(Kind kind, Scope* parent, PropertyReader& reader) : kind_(kind), parent_(parent), reader_(reader) {}
  ~Scope() override;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  Kind kind() const { return kind_; }
  Scope* parent() const { return parent_; }
  Scope& top();

  Outcome find(std::string_view name, Value& value) override;
  std::vector<std::string> known() const override;

  // Finds a property of this scope or one around it. Returns null if there is none.
  Property* property(std::string_view name);
  bool has(std::string_view name);
  // A property of this scope itself, which may replace one. The name lives as long as the sources.
  Property& define(std::string_view name) { return properties_[name] = Property(); }
  // Everywhere but in namespaces of other files.
  void remove(std::string_view name);
  const std::unordered_map<std::string_view, Property>& own_properties() const { return properties_; }

  // `name` begins with "*" or "**", as parameters say it.
  const Block* block(std::string_view name) const;
  void define_block(std::string_view name, Block block) { blocks_[name] = block; }

  // By names with dots. `found_in` is the scope that a call of it sees.
  Macro* macro(std::string_view name, Scope*& found_in);
  Macro*& own_macro(std::string_view name) { return macros_[name]; }
  std::vector<std::string> known_macros() const;

  Scope& add_namespace(std::string_view name);

 private:
  Scope* find_namespace(std::string_view name);
  Macro* plain_macro(std::string_view name);

  Kind kind_;
  Scope* parent_;
  PropertyReader& reader_;
  std::unordered_map<std::string_view, Property> properties_;
  std::unordered_map<std::string_view, Block> blocks_;
  std::unordered_map<std::string_view, Macro*> macros_;
  std::unordered_map<std::string_view, std::unique_ptr<Scope>> namespaces_;
};

}  // namespace romas::xacro
