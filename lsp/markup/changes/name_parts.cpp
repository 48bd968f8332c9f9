#include "lsp/markup/changes/name_parts.h"

#include <algorithm>

#include "support/text/characters.h"

namespace romas::markup {

namespace {

std::uint32_t bytes_of_pieces(const std::vector<std::string_view>& pieces, std::size_t begin,
                              std::size_t end) {
  std::size_t sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += pieces[i].size();
  return static_cast<std::uint32_t>(sum);
}

std::string_view front(const NamePart& part) { return part.name.substr(0, part.before); }
std::string_view back(const NamePart& part) { return part.name.substr(part.name.size() - part.behind); }

bool all_begin_with_it(const std::vector<NamePart>& parts) {
  return std::ranges::all_of(parts, [](const NamePart& part) { return part.before == 0; });
}
bool all_end_with_it(const std::vector<NamePart>& parts) {
  return std::ranges::all_of(parts, [](const NamePart& part) { return part.behind == 0; });
}

}  // namespace

void split_name(std::string_view text, std::vector<std::string_view>& pieces) {
  const auto class_of = [](char c) {
    return is_digit(c) ? 1 : is_letter(c) || static_cast<unsigned char>(c) >= 0x80 ? 2 : 0;
  };
  for (std::size_t begin = 0, end; begin < text.size(); begin = end) {
    const int kind = class_of(text[begin]);
    end = begin + 1;
    while (kind != 0 && end < text.size() && class_of(text[end]) == kind &&
           !(is_lower(text[end - 1]) && is_upper(text[end])))
      ++end;
    pieces.push_back(text.substr(begin, end - begin));
  }
}

NamePart shared_part(std::string_view first, const std::vector<std::vector<std::string_view>>& pieces) {
  const std::size_t least =
      std::ranges::min_element(pieces, {}, [](const auto& name) { return name.size(); })->size();
  const auto all_have = [&](auto piece_of) {
    return std::ranges::all_of(pieces,
                               [&](const auto& name) { return piece_of(name) == piece_of(pieces[0]); });
  };
  std::size_t begin = 0, end = 0;
  while (begin < least && all_have([&](const auto& name) { return name[begin]; })) ++begin;
  while (begin + end < least && all_have([&](const auto& name) { return name[name.size() - 1 - end]; }))
    ++end;
  const auto& name = pieces.front();
  return {first, bytes_of_pieces(name, 0, begin), bytes_of_pieces(name, name.size() - end, name.size())};
}

void widen(std::vector<NamePart>& parts) {
  constexpr std::string_view kSigns = "_-/";
  const auto all = [&](auto side, auto sign_of) {
    const std::string_view first = side(parts.front());
    const char sign = first.empty() ? '\0' : sign_of(first);
    return kSigns.find(sign) != std::string_view::npos &&
           std::ranges::all_of(parts, [&](const NamePart& part) {
             const std::string_view text = side(part);
             return !text.empty() && sign_of(text) == sign;
           });
  };
  if (all_begin_with_it(parts) && all(back, [](std::string_view text) { return text.front(); }))
    for (NamePart& part : parts) --part.behind;
  else if (all_end_with_it(parts) && all(front, [](std::string_view text) { return text.back(); }))
    for (NamePart& part : parts) --part.before;
}

std::vector<std::string> names_of_part(const std::vector<NamePart>& parts) {
  std::vector<std::string> names;
  if (std::ranges::all_of(parts, [](const NamePart& part) { return part.before + part.behind == 0; }))
    return names;
  if (all_begin_with_it(parts)) names.emplace_back("prefix");
  if (all_end_with_it(parts)) names.emplace_back("suffix");
  names.emplace_back("part");
  return names;
}

}  // namespace romas::markup
