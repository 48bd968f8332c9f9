// The files of the page, built into romas-studio: index.html, studio.js, studio.css, licences.txt.
#pragma once

#include <span>

#include "support/bytes/embedded.h"

namespace romas {

std::span<const EmbeddedFile> embedded_studio_page();

}  // namespace romas
