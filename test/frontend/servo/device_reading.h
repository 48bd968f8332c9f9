// Reads texts as device files in tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/servo/device_files.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas::test {

// The devices that the compiler carries along and those of the given texts, with everything that was
// reported, as "LINE:COLUMN message".
struct DeviceReading {
  explicit DeviceReading(const std::vector<std::string_view>& texts,
                         const std::vector<std::string>& wanted = {}) {
    const FrontendOptions options;
    std::vector<std::string> files_read;
    FrontendContext context{sources, diagnostics, options, files_read};
    const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string folder =
        concat(::testing::TempDir(), "romas_devices_", info == nullptr ? "" : info->name());
    std::filesystem::create_directories(folder);
    std::vector<std::string> paths;
    for (const std::string_view text : texts) {
      paths.push_back(concat(folder, "/", paths.size(), ".yaml"));
      std::ofstream(paths.back(), std::ios::binary) << text;
    }
    library = read_servo_devices(paths, context, wanted);
    std::filesystem::remove_all(folder);
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      const LineColumn at = sources.line_column(diagnostic.range.start());
      const std::string slug(rule_info(diagnostic.rule).slug);
      out.push_back(
          concat(at.line, ":", at.column, " ", slug == "servo-device" ? "" : slug + " ", diagnostic.message));
    }
    return out;
  }

  SourceManager sources;
  DiagnosticEngine diagnostics;
  ServoDeviceLibrary library;
};

// The devices that the compiler carries along, read once.
inline const ServoDeviceLibrary& all_devices() {
  static const DeviceReading reading({});
  return reading.library;
}

// A device of it, and a register of a device; the test program ends where there is none.
inline const ServoDevice& device_of(std::string_view family, std::string_view name) {
  const ServoDevice* found = all_devices().find(family, name);
  if (found == nullptr) {
    ADD_FAILURE() << "no " << family << " " << name;
    std::abort();
  }
  return *found;
}
inline const ServoRegister& register_of(const ServoDevice& device, std::string_view name) {
  const ServoRegister* found = device.find_named(name);
  if (found == nullptr) {
    ADD_FAILURE() << device.name << " has no " << name;
    std::abort();
  }
  return *found;
}

}  // namespace romas::test
