// The frontend of MJCF.
#include "frontend/frontend.h"
#include "frontend/mjcf/bodies/mjcf_reader.h"

namespace romas {

FrontendResult parse_mjcf(FileId file, FrontendContext& context) {
  FrontendResult result;
  mjcf::MjcfReader reader(context);
  result.malformed = !reader.read(file);
  if (result.malformed) return result;
  result.models.push_back(reader.take());
  result.part_names = reader.take_names();
  return result;
}

}  // namespace romas
