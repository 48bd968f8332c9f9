#include "tools/romasc/console.h"

#include <algorithm>
#include <cerrno>

#include "support/process/standard_streams.h"
#include "support/text/text.h"
#include "tools/romasc/report.h"

namespace romas::tool {

int say(std::string_view text, int code) {
  const int error = write_standard_error(text);
  return error == 0 || error == EPIPE || error == EBADF ? code : std::max<int>(code, kFiles);
}

int usage_error(std::string_view message) {
  std::string all;
  for (const std::string_view line : split(message, '\n')) all += concat("romasc: error: ", line, "\n");
  return say(all, kUsage);
}

int print(std::string text, int code) {
  OutputSet out;
  out.add("-", std::move(text));
  const auto failure = out.commit();
  return failure ? file_error(*failure) : code;
}

int file_error(const OutputSet::Failure& failure) {
  return say(render_text(write_problem(failure).report, {}), kFiles);
}

}  // namespace romas::tool
