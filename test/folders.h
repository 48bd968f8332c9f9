// Where the tests find the files of this checkout, and the corpus. One object file knows the folders, so that
// the others are the same in every checkout.
#pragma once

#include <string>
#include <string_view>

namespace romas::test {

// The absolute path of a file of the project: source_path("docs/passes.md").
std::string source_path(std::string_view file);

// The folder of the corpus of real robots, whether it is there or not.
std::string corpus_path();

}  // namespace romas::test
