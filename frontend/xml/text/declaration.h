// Finds where a document begins in its text.
#pragma once

#include <cstddef>
#include <string_view>

namespace romas {

// The offset at which a text in UTF-8 begins: behind a byte order mark, and behind white space that stands in
// front of <?xml, which XML forbids and most readers of robots read past.
std::size_t document_begin(std::string_view text);

// The offset behind a byte order mark.
std::size_t behind_byte_order_mark(std::string_view text);

}  // namespace romas
