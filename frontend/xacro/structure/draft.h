// A robot or module that is being written.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xacro/expander/trace.h"
#include "frontend/xacro/structure.h"
#include "frontend/xacro/structure/term.h"

namespace romas::xacro {

// One thing of the document in all instances that share a piece of the program.
using Group = std::vector<const TraceNode*>;
using ProgramLine = WrittenStructure::Line;

// The place where parts are written: a link, a joint, a <gazebo>, or the robot itself.
struct Shell {
  enum class Of : std::uint8_t { robot, link, joint, gazebo } of = Of::robot;
  std::string type;  // of the joint, because the units of its values depend on that
  bool holds_parts() const { return of != Of::robot; }
  bool in_robot() const { return of == Of::robot || of == Of::gazebo; }
  bool is_fixed() const { return type == "fixed"; }
  // The tags around a part, and the name of the link or joint in them.
  std::string open() const;
  std::string_view close() const;
  std::string_view name() const { return of == Of::link ? "link fragment_l" : "joint fragment_j"; }
  friend bool operator==(const Shell&, const Shell&) = default;
};

// Returns the shell that an element of the document is around its parts.
Shell shell_of(const TraceNode& element);

struct Draft {
  std::vector<const TraceNode*> calls;  // of a module: its instances
  std::map<const void*, std::string> declared;
  std::set<const void*> used;
  struct Handed {  // what a call hands over beside its parameters
    std::string name, key;
    bool link = false;
    const void* identity = nullptr;                // for what it measures
    std::map<const TraceNode*, TracedText> texts;  // by call
  };
  std::vector<Handed> handed;
  struct Given {  // a block whose statements calls give
    std::string name;
    std::size_t block = 0;
    bool content_only = false;
    Shell within;  // where it is inserted
  };
  std::vector<Given> given;
  bool function = false;
  Shell within;
  std::size_t head = 0;   // the line of the link or joint whose parts are being written
  std::string head_name;  // its name as the program writes it; empty: nothing can be said behind it
  int head_depth = 0;     // of its parts
  std::string behind;     // what is said of it behind it
  std::set<std::string> materials;
  std::map<const XmlElement*, std::string> guards;         // conditions that were decided, as assertions
  std::vector<std::string> holding;                        // what the conditions around say
  std::vector<std::pair<std::string, std::string>> texts;  // values that the next statement names
  std::size_t named_texts = 0;
  std::vector<std::string> assertions;  // in front of it, where they are about one way of a condition
  struct Named {
    std::string name, text;
    const void* owner = nullptr;
  };
  std::vector<Named> values;  // that are named at its begin
  std::vector<ProgramLine> lines;
  int depth = 1;
  const void* owner = nullptr;

  // The names of its parameters and values.
  std::set<std::string> names() const;
  // Assertions and what they are about, each once, in an order that no address decides.
  std::map<std::string, const void*> assertions_of_guards() const;
};

}  // namespace romas::xacro
