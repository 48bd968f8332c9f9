// Names of Python that are made of a robot's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace romas::python {

// Members of an enum, one for each name, in order: identifiers of C++ (backends/code/enumerators.h), with an
// underscore behind what Python's language or its enums keep for themselves.
std::vector<std::string> member_names(const std::vector<std::string>& names);

// A package: an identifier, with an underscore behind what Python keeps for itself, and behind the names of
// the modules that the package imports.
std::string package_name(std::string_view identifier);

}  // namespace romas::python
