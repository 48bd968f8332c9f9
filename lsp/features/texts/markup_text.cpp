#include "lsp/features/texts/markup_text.h"

#include "frontend/frontend.h"
#include "support/text/text.h"

namespace romas::lsp {

bool is_markup(const Document& document) {
  const FrontendInfo* format = detect_frontend(document.path, document.text);
  if (format != nullptr) return format->name != "romas" && format->name != "mesh";
  return trim(document.text).starts_with('<');
}

}  // namespace romas::lsp
