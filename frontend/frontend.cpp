#include "frontend/frontend.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "frontend/xml/package_manifest.h"
#include "support/text.h"

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

// The name of the first element, without its prefix. A guess at the format: nothing is parsed.
std::string_view guess_root_element(std::string_view text) {
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
      std::string_view name = rest.substr(1, rest.find_first_of(" \t\r\n/>", 1) - 1);
      if (const auto colon = name.find(':'); colon != std::string_view::npos) name.remove_prefix(colon + 1);
      return name;
    }
  }
  return {};
}

}  // namespace

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
  if (best != nullptr) return best;
  const std::string_view root = guess_root_element(text);
  for (const FrontendInfo& info : kFrontends)
    if (!root.empty() && names(info.root_elements, root)) return &info;
  return nullptr;
}

}  // namespace romas
