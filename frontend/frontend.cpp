#include "frontend/frontend.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/words/package_manifest.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array kFrontends = {
#define FRONTEND(name, extensions, roots, function, summary) \
  FrontendInfo{name, extensions, roots, function, summary},
#include "frontend/frontends.def"
#undef FRONTEND
};

bool names(std::string_view list, std::string_view word) {
  const auto words = split_words(list);
  return std::any_of(words.begin(), words.end(), [&](const Token& token) { return token.text == word; });
}

// The start tag of the first element, without its '<'. A guess at the format: nothing is parsed.
std::string_view guess_root_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    const auto skip_behind = [&](std::string_view end) {
      const std::size_t found = text.find(end, at);
      at = found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (rest.starts_with("<!--")) {
      skip_behind("-->");
    } else if (rest.starts_with("<?")) {
      skip_behind("?>");
    } else if (rest.starts_with("<!")) {
      skip_behind(">");
    } else {
      return rest.substr(1, rest.find('>') - 1);
    }
  }
  return {};
}

// The name in a start tag, without its prefix.
std::string_view name_of_tag(std::string_view tag) {
  std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
  if (const auto colon = name.find(':'); colon != std::string_view::npos) name.remove_prefix(colon + 1);
  return name;
}

// XML whose root declares the prefix of xacro, and that has an element with it.
bool is_xacro(std::string_view text) {
  const std::string_view root = guess_root_tag(text);
  if (root.find("xmlns:xacro") == std::string_view::npos) return false;
  const auto behind = static_cast<std::size_t>(root.data() + root.size() - text.data());
  return text.find("<xacro:", behind) != std::string_view::npos;
}

}  // namespace

std::string_view guess_root_name(std::string_view text) {
  const std::string_view tag = guess_root_tag(text);
  for (std::size_t at = tag.find("name"); at != std::string_view::npos; at = tag.find("name", at + 1)) {
    if (at == 0 || std::string_view(" \t\r\n").find(tag[at - 1]) == std::string_view::npos) continue;
    const std::string_view rest = trim(tag.substr(at + 4));
    if (!rest.starts_with('=')) continue;
    const std::string_view value = trim(rest.substr(1));
    if (value.empty() || (value.front() != '"' && value.front() != '\'')) continue;
    const std::size_t end = value.find(value.front(), 1);
    return end == std::string_view::npos ? std::string_view() : trim(value.substr(1, end - 1));
  }
  return {};
}

FileSearch file_search(const std::string& source, const FrontendOptions& options) {
  const std::filesystem::path folder = source == "-" ? "." : std::filesystem::path(source).parent_path();
  return {folder.string(), options.package_paths, read_package_name, options.places};
}

std::span<const FrontendInfo> all_frontends() { return kFrontends; }

const FrontendInfo* find_frontend(std::string_view name) {
  const auto* found =
      std::find_if(kFrontends.begin(), kFrontends.end(), [&](const auto& info) { return info.name == name; });
  return found == kFrontends.end() ? nullptr : found;
}

const FrontendInfo* frontend_of_root(std::string_view local_name) {
  for (const FrontendInfo& info : kFrontends)
    if (!local_name.empty() && names(info.root_elements, local_name)) return &info;
  return nullptr;
}

const FrontendInfo* detect_frontend(std::string_view path, std::string_view text) {
  const std::string lower = to_lower(path);
  const FrontendInfo* best = nullptr;
  std::size_t best_length = 0;
  for (const FrontendInfo& info : kFrontends) {
    for (const Token& extension : split_words(info.extensions)) {
      if (!lower.ends_with(extension.text) || extension.text.size() <= best_length) continue;
      best = &info;
      best_length = extension.text.size();
    }
  }
  if (best == nullptr) {
    best = frontend_of_root(name_of_tag(guess_root_tag(text)));
    if (best != nullptr && best->parse == parse_urdf && is_srdf_text(text)) best = find_frontend("srdf");
  }
  const bool is_xml = best == nullptr || !best->root_elements.empty();
  return is_xml && is_xacro(text) ? find_frontend("xacro") : best;
}

bool read_document(FileId file, FrontendContext& context, const XmlSink& sink) {
  return context.document != nullptr ? (*context.document)(sink)
                                     : read_xml(file, context.sources, context.diagnostics, sink,
                                                context.options.xml_parser(), context.options.max_elements);
}

}  // namespace romas
