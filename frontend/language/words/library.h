// The standard library: files of the language that the compiler brings along, `import std.materials;`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romas::language {

// Begins the names of its parts: "std".
inline constexpr std::string_view kStandardLibrary = "std";
// "materials", …
std::vector<std::string_view> library_parts();
// The text of "std.materials"; nothing for other names.
std::optional<std::string_view> library_text(std::string_view name);
// How messages name the file of "std.materials": "<std>/materials.romas".
std::string library_file(std::string_view name);
bool is_library_file(std::string_view shown_name);

}  // namespace romas::language
