#include "frontend/language/lower/session.h"

#include "ir/packages/relative_paths.h"

namespace romas::language {

std::string path_from_main(const Session& session, FileId file, std::string_view path) {
  if (file == session.main_file || file == 0) return std::string(path);
  return path_from(session.sources.name(session.main_file), session.sources.name(file), path);
}

}  // namespace romas::language
