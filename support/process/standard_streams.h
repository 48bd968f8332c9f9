// All access to standard output and standard error: every writer learns whether its text was written.
#pragma once

#include <string_view>

namespace romas {

// Opens those of standard input, output and error that are closed, so that no file opened later gets their
// descriptor. Reading and writing them still fails.
void open_standard_streams();

// Both write all of a text and return 0, or the errno value of what went wrong. A Capture takes the text.
int write_standard_output(std::string_view text);
int write_standard_error(std::string_view text);

// Whether standard error is a terminal.
bool shows_standard_error();

// Writes all of a text to a descriptor; the same result.
int write_all(int fd, std::string_view text);

}  // namespace romas
