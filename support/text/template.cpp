#include "support/text/template.h"

#include <algorithm>
#include <stdexcept>

#include "support/text/text.h"

namespace romas {

namespace {

bool is_hole_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

}  // namespace

std::string fill_template(std::string_view text, const TemplateValues& values) {
  std::string out;
  bool line_begins = true;  // with the text that is left
  while (true) {
    const std::size_t begin = text.find('@');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('@', begin + 1);
    if (end == std::string_view::npos) return out.append(text);
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    out.append(text.substr(0, begin));
    if (!is_hole_name(name)) {
      out += '@';
      text.remove_prefix(begin + 1);
      line_begins = false;
      continue;
    }
    const auto found = values.find(name);
    if (found == values.end()) throw std::logic_error(concat("no value for @", name, "@ of a template"));
    const std::string& value = found->second;
    const bool alone =
        (begin == 0 ? line_begins : text[begin - 1] == '\n') && text.substr(end + 1).starts_with('\n');
    out += value;
    line_begins = alone && (value.empty() || value.back() == '\n');
    text.remove_prefix(end + (line_begins ? 2 : 1));
  }
}

const EmbeddedFile& embedded_file(std::span<const EmbeddedFile> files, std::string_view path) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path == path; });
  if (found == files.end()) throw std::logic_error(concat("no template ", path));
  return *found;
}

std::string_view name_of_template(const EmbeddedFile& file) {
  constexpr std::string_view kEnding = ".in";
  return file.path.substr(0, file.path.size() - kEnding.size());
}

}  // namespace romas
