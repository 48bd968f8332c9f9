// The folders of this checkout's files and of the corpus. They are compiled into one object file, so that all
// other object files are the same in every checkout.
#pragma once

#include <string>
#include <string_view>

namespace romas::test {

// The absolute path of a file of the project: source_path("docs/passes.md").
std::string source_path(std::string_view file);

// The folder of the corpus of real robots, whether it exists or not.
std::string corpus_path();

}  // namespace romas::test
