// The triangles of files of scenes, COLLADA and glTF, which another program reads.
#pragma once

#include <functional>
#include <string>

namespace romas {

struct SceneText {
  std::string obj;      // in metres, where the nodes of the scene have them, along the file's own axes
  std::string why_not;  // empty if they were read
};

// Reads the file of that path. The driver provides it, as no frontend starts programs.
using SceneReader = std::function<SceneText(const std::string& path)>;

}  // namespace romas
