// Protects the reader of device files against arbitrary text: no mutation of a file stops it, and what it
// accepts is sound.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "frontend/servo/device_reader.h"
#include "support/bytes/embedded.h"
#include "support/text/text.h"

namespace romas {
namespace {

// Reads a text as a device file, looks at everything that was said, and holds what came of it against what
// the header promises.
std::size_t read(const std::string& text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("mutated.yaml", text);
  ServoDeviceFiles files;
  DeviceFileProblems problems(diagnostics);
  read_device_file(file, sources, {}, files, problems);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    EXPECT_TRUE(diagnostic.rule == Rule::servo_device || diagnostic.rule == Rule::input_limit ||
                diagnostic.rule == Rule::bad_encoding);
    EXPECT_LE(diagnostic.range.begin, diagnostic.range.end);
    EXPECT_LE(diagnostic.range.end, text.size());
    sources.line_column(diagnostic.range.start());
  }
  for (const ServoDeviceEntry& entry : files.devices) {
    EXPECT_LT(entry.device.family, files.families.size());
    for (const ServoRegister& reg : entry.device.registers) {
      EXPECT_TRUE(reg.size == 1 || reg.size == 2 || reg.size == 4 || reg.size == 8);
      EXPECT_LE(reg.lowest, reg.highest);
      if (reg.encoding == ServoEncoding::real) continue;
      EXPECT_EQ(reg.decode(reg.encode(reg.lowest)), reg.lowest) << reg.name;
      EXPECT_EQ(reg.decode(reg.encode(reg.highest)), reg.highest) << reg.name;
    }
  }
  return files.devices.size();
}

std::string mutate(std::string text, std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"{",
                                          "}",
                                          "[",
                                          "]",
                                          ":",
                                          ": ",
                                          ",",
                                          "-",
                                          "- ",
                                          "\n",
                                          "\n  ",
                                          "#",
                                          "&a ",
                                          "*a",
                                          "!x ",
                                          "? ",
                                          "|",
                                          ">",
                                          "'",
                                          "\"",
                                          "0x",
                                          "-1",
                                          "9223372036854775808",
                                          "1e999",
                                          "nan",
                                          "\xEF\xBB\xBF",
                                          "\xC3\xA9",
                                          "\xFF",
                                          "\x04",
                                          "\r\n",
                                          "size",
                                          "real",
                                          "open",
                                          "---\n",
                                          "...\n",
                                          "%YAML 1.2\n"};
  const auto place = [&] { return text.empty() ? 0 : random() % text.size(); };
  const auto changes = 1 + random() % 4;
  for (unsigned i = 0; i < changes; ++i) {
    switch (random() % 5) {
      case 0: text.insert(place(), kPieces[random() % std::size(kPieces)]); break;
      case 1: text.erase(place(), 1 + random() % 30); break;
      case 2: text.insert(place(), text.substr(place(), random() % 60)); break;
      case 3: text[place()] = static_cast<char>(random()); break;
      default: {  // the value behind a colon
        const std::size_t colon = text.find(": ", place());
        if (colon != std::string::npos)
          text.replace(colon + 2, std::min<std::size_t>(random() % 6, text.size() - colon - 2),
                       kPieces[random() % std::size(kPieces)]);
      }
    }
  }
  return text;
}

TEST(MutatedDeviceFiles, stopNobody) {
  std::mt19937 random(1857);
  std::size_t devices = 0;
  for (const EmbeddedFile& file : embedded_servo_devices()) {
    const std::string text(file.text.substr(0, 6000));
    for (int i = 0; i < 150; ++i) devices += read(mutate(text, random));
  }
  EXPECT_GT(devices, 100U) << "some mutations leave devices whole";
}

// Texts that cost the most of each part of the reader, each close to what is allowed.
TEST(MutatedDeviceFiles, takeNoTime) {
  const auto repeated = [](std::string_view piece, std::size_t bytes) {
    std::string out;
    while (out.size() + piece.size() < bytes) out += piece;
    return out;
  };
  constexpr std::size_t kMost = kDeviceFileLimits.bytes;
  std::vector<std::string> texts;
  for (const std::string_view piece :
       {"[",   "{",    "a: ",     "- ",   "? ",         "'",      "\"",   ":",   "\n",    " ",  "#",
        "a\n", "a a ", "{a: b, ", "[a, ", "? a\n: b\n", "a: b\n", "%a\n", "*a ", "---\n", "|\n"})
    texts.push_back(repeated(piece, kMost));
  const std::string head = "family: toy\ntitle: t\nsource: s\nprotocol: timer\n";
  std::string registers = head + "registers:\n";
  for (int i = 0; i < 8000; ++i) registers += concat("  r", i, ": {address: ", i, ", size: 1}\n");
  texts.push_back(registers);
  std::string both = head + "registers:\n";
  for (int i = 0; i < 500; ++i)
    both += concat("  register_", i, ": {address: ", i, ", size: 1, label: ", std::string(100, 'x'), "}\n");
  both += "devices:\n";
  for (int i = 0; i < 500; ++i) both += concat("  D", i, ": {counts_per_turn: 1}\n");
  texts.push_back(both);
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    read(text);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LT(seconds, 10) << text.substr(0, 60);
    if (std::getenv("ROMAS_SHOW_TIMES") != nullptr)  // NOLINT(concurrency-mt-unsafe): nobody sets it
      std::printf("%6.3f s  %s\n", seconds, text.substr(0, 12).c_str());
  }
}

}  // namespace
}  // namespace romas
