#include "tools/studio/scene/mesh_references.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::studio {

namespace {

class Names {
 public:
  void add(std::string_view name) {
    name = trim(name);
    if (name.empty() || name.starts_with("data:")) return;
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.emplace_back(name);
  }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
};

// Adds the names in lines: the rest of "mtllib robot.mtl", and the last word of "map_Kd -s 1 1 1 skin.png".
void add_from_lines(std::string_view text, std::string_view format, Names& names) {
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    const std::string key = to_lower(line.substr(0, blank));
    const std::string_view rest = trim(line.substr(blank));
    if (format == "obj" && key == "mtllib") names.add(rest);
    if (format == "mtl" && key.starts_with("map_")) names.add(rest.substr(rest.find_last_of(" \t") + 1));
  }
}

// Adds the texts between two words, wherever both are found.
void add_between(std::string_view text, std::string_view begin, std::string_view end, Names& names) {
  for (std::size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at)) {
    at += begin.size();
    const std::size_t stop = text.find(end, at);
    if (stop == std::string_view::npos) return;
    names.add(text.substr(at, stop - at));
    at = stop;
  }
}

// "uri": "NAME", with blanks wherever JSON has them.
void add_uris(std::string_view text, Names& names) {
  constexpr std::string_view kKey = "\"uri\"";
  for (std::size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at)) {
    at += kKey.size();
    const std::size_t open = text.find('"', at);
    if (open == std::string_view::npos || trim(text.substr(at, open - at)) != ":") continue;
    const std::size_t close = text.find('"', open + 1);
    if (close == std::string_view::npos) return;
    names.add(text.substr(open + 1, close - open - 1));
    at = close;
  }
}

}  // namespace

std::vector<std::string> mesh_references(std::string_view text, std::string_view format) {
  Names names;
  if (format == "obj" || format == "mtl") add_from_lines(text, format, names);
  if (format == "dae") add_between(text, "<init_from>", "</init_from>", names);
  if (format == "gltf" || format == "glb") add_uris(text, names);
  return names.take();
}

}  // namespace romas::studio
