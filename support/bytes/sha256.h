// SHA-256 (FIPS 180-4). Browsers know by it which scripts of a page they may run.
#pragma once

#include <string>
#include <string_view>

namespace romas {

// The 32 bytes of the digest.
std::string sha256(std::string_view message);

}  // namespace romas
