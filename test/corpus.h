// Access to the corpus of real robots, if it is present.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "test/folders.h"

namespace romas::test {

inline std::filesystem::path corpus_folder() { return corpus_path(); }

// Files of a folder of the corpus with this extension, in alphabetical order; empty without the corpus.
inline std::vector<std::filesystem::path> corpus_files(const std::string& folder,
                                                       const std::string& extension) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / folder, error))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace romas::test

// In a test body: reports the test as skipped where the corpus is absent.
#define ROMAS_NEEDS_CORPUS()                                          \
  if (!std::filesystem::is_directory(::romas::test::corpus_folder())) \
  GTEST_SKIP() << "no corpus at " << ::romas::test::corpus_folder()
