#include "support/process/version.h"

namespace romas {

std::string_view version() { return ROMAS_VERSION; }

}  // namespace romas
