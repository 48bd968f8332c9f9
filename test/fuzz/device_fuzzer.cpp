// Reads arbitrary bytes as a device file. The result must be sound: registers hold the ends of their ranges,
// and every place lies in the text.
#include "frontend/servo/device_reader.h"
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using romas::fuzzing::require;
  const std::string text(reinterpret_cast<const char*>(data), size);
  romas::SourceManager sources;
  romas::DiagnosticEngine diagnostics;
  const romas::FileId file = sources.add_text("a.yaml", text);
  romas::ServoDeviceFiles files;
  romas::DeviceFileProblems problems(diagnostics);
  romas::read_device_file(file, sources, {}, files, problems);
  for (const romas::Diagnostic& diagnostic : diagnostics.sorted()) {
    require(diagnostic.range.begin <= diagnostic.range.end && diagnostic.range.end <= size,
            "a place outside of the text", text);
    sources.line_column(diagnostic.range.start());
  }
  for (const romas::ServoDeviceEntry& entry : files.devices) {
    require(entry.device.family < files.families.size(), "a device without a family", text);
    for (const romas::ServoRegister& reg : entry.device.registers) {
      require(reg.lowest <= reg.highest, "a register that takes nothing", text);
      if (reg.encoding == romas::ServoEncoding::real) continue;
      for (const std::int64_t value : {reg.lowest, reg.highest})
        require(reg.decode(reg.encode(value)) == value, "a register that does not hold its range", text);
    }
  }
  return 0;
}
