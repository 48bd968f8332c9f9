// The shared parts of tests of texts that are being typed: cursors, and the texts of the examples.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "test/folders.h"

namespace romas::typing {

struct Cursor {
  std::string text;
  std::uint32_t offset;
};
// The text without its first '|'.
inline Cursor cursor_in(std::string text) {
  const std::size_t mark = text.find('|');
  text.erase(mark, 1);
  return {std::move(text), static_cast<std::uint32_t>(mark)};
}

// Every text of the language below examples/, in order of its path.
inline std::vector<std::string> example_texts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path("examples")))
    if (entry.path().extension() == ".romas") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

}  // namespace romas::typing
