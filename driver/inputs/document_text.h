// The page of --emit=doc: what the comments of a file of the language say of its definitions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/target.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"

namespace romas::driver {

// Whether a request asks for the page.
bool documents(const EmitRequest& request);

// The page of a file, as a request asks for it. `format`: that of the file; one other than the language is an
// error. `models`: its robots, which are checked, for pictures of where they come to. Empty after an error.
std::vector<OutputFile> document_text(const std::string& file, std::string_view text, std::string_view format,
                                      const std::vector<Model>& models, const EmitRequest& request,
                                      Stage& stage);

}  // namespace romas::driver
