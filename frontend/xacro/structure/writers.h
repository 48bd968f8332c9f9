// Writes what an expansion did as a program of the language: macros as modules, properties and arguments as
// values, conditions as conditions. Everything else is written out at its place, with a remark.
#pragma once

#include <string>

#include "frontend/xacro/structure/conditions.h"
#include "frontend/xacro/structure/elements.h"
#include "frontend/xacro/structure/modules.h"
#include "frontend/xacro/structure/names.h"
#include "frontend/xacro/structure/statements.h"

namespace romas::xacro {

// The parts of one attempt, which need each other: the body of a module has calls, and their arguments have
// conditions and functions.
struct Writers {
  Writers(Unkept unkept, const Trace& trace, const Structure::CoreForm& core_form,
          const Structure::IsBuiltIn& is_built_in, Dimensions& dimensions, const FrontendContext& context,
          std::string folder, const UnreadData& unread)
      : program(trace, core_form, unkept),
        names(*this, context, is_built_in, dimensions, std::move(folder), unread),
        conditions(*this),
        modules(*this),
        elements(*this),
        statements(*this) {}

  WrittenStructure write();

  Program program;
  WrittenNames names;
  Conditions conditions;
  Modules modules;
  Elements elements;
  Statements statements;

 private:
  std::string robot_name();
  void robot_properties();
};

}  // namespace romas::xacro
