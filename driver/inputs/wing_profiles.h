// The profiles of a robot's wings: those with a known name, and polars in files.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "driver/request/stage.h"
#include "ir/analysis/loads/described_forces.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"

namespace romas::driver {

// Finds the profile of each wing of `model`, for generated code. Files are looked for as those of meshes are,
// are of at most max_bytes, and are entered into stage.files_read; what is questionable about a polar is
// reported. A polar of the Reynolds number at the wing's nominal speed is taken from those of its file.
WingProfiles find_wing_profiles(const Model& model, const FileSearch& search, std::uint64_t max_bytes,
                                Stage& stage);

}  // namespace romas::driver
