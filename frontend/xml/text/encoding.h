// The encoding of an XML text: UTF-8 is checked byte for byte, UTF-16 and ISO-8859-1 are turned into UTF-8.
#pragma once

#include <string>

#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

// Makes sure that the text is valid UTF-8 without NUL. Returns false and reports RM1019 at the exact byte
// where it is not, or where the declared encoding is none that romasc reads.
bool ensure_utf8(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics);

// Appends a code point, below 0x110000, as one to four bytes.
void append_utf8(std::string& out, char32_t c);

}  // namespace romas
