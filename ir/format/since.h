// Since which version of a format elements and attributes exist (sdf_since.def, mjcf_since.def).
//
// `path`: the names of the elements around, the outermost first; `name`: of an element, or "@name" of an
// attribute. Nothing is younger than what is in it.
#pragma once

#include <span>
#include <string_view>

namespace romas {

namespace sdf {
// "1.8", of SDFormat; empty: since 1.4 or before.
std::string_view since(std::span<const std::string_view> path, std::string_view name);
}  // namespace sdf

namespace mjcf {
// "3.1.4", of MuJoCo; empty: since 2.2.0 or before.
std::string_view since(std::span<const std::string_view> path, std::string_view name);
}  // namespace mjcf

}  // namespace romas
