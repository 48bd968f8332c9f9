#include "frontend/language/words/library.h"

#include "support/bytes/embedded.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::string_view kEnding = ".romas";

std::string_view part_of(const EmbeddedFile& file) {
  return file.path.substr(0, file.path.size() - kEnding.size());
}
// "materials" of "std.materials"; empty for other names.
std::string_view part_in(std::string_view name) {
  const std::size_t length = kStandardLibrary.size();
  const bool is_in = name.starts_with(kStandardLibrary) && name.substr(length).starts_with('.');
  return is_in ? name.substr(length + 1) : std::string_view();
}

}  // namespace

std::vector<std::string_view> library_parts() {
  std::vector<std::string_view> parts;
  for (const EmbeddedFile& file : embedded_standard_library()) parts.push_back(part_of(file));
  return parts;
}

std::optional<std::string_view> library_text(std::string_view name) {
  for (const EmbeddedFile& file : embedded_standard_library())
    if (part_of(file) == part_in(name)) return file.text;
  return std::nullopt;
}

bool is_library_file(std::string_view shown_name) {
  return shown_name.starts_with(concat("<", kStandardLibrary, ">/"));
}

std::string library_file(std::string_view name) {
  return concat("<", kStandardLibrary, ">/", part_in(name), kEnding);
}

}  // namespace romas::language
