#include "lsp/reading/mended_text.h"

#include <algorithm>
#include <iterator>

#include "lsp/reading/moved_offsets.h"

namespace romas::lsp {

TextSpan with_tags(std::string_view text, TextSpan part) {
  // The '<' of the tag around an offset; npos outside of tags.
  const auto tag_around = [&](std::size_t offset) {
    const std::size_t at = offset == 0 ? std::string_view::npos : text.find_last_of("<>", offset - 1);
    return at != std::string_view::npos && text[at] == '<' ? at : std::string_view::npos;
  };
  if (tag_around(part.end) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of("<>", part.end), text.size());
    part.end = end < text.size() && text[end] == '>' ? end + 1 : end;
  }
  part.begin = std::min(part.begin, tag_around(part.begin));
  return part;
}

MendedText mend(std::string_view before, std::string_view now, const std::vector<TextSpan>& mistakes) {
  auto differences = MovedOffsets(before, now).differences();
  std::erase_if(differences, [&](const MovedOffsets::Difference& part) {
    return before.substr(part.from, part.from_end - part.from) == now.substr(part.to, part.to_end - part.to);
  });
  const auto is_touched = [&](const MovedOffsets::Difference& part) {
    return std::ranges::any_of(mistakes, [&](const TextSpan& mistake) {
      return mistake.begin <= part.to_end && part.to <= mistake.end;
    });
  };
  const auto changes_tags = [&](const MovedOffsets::Difference& part) {
    return before.substr(part.from, part.from_end - part.from).find_first_of("<>/") !=
               std::string_view::npos ||
           now.substr(part.to, part.to_end - part.to).find_first_of("<>/") != std::string_view::npos;
  };
  std::vector<MovedOffsets::Difference> chosen;
  std::ranges::copy_if(differences, std::back_inserter(chosen), is_touched);
  if (chosen.empty()) std::ranges::copy_if(differences, std::back_inserter(chosen), changes_tags);
  if (chosen.empty()) chosen = differences;
  // The mistake is told at a tag that fits no longer, and the nearest change of another tag is the likeliest
  // cause.
  if (!mistakes.empty() && !std::ranges::any_of(chosen, is_touched))
    chosen = {*std::ranges::min_element(chosen, {}, [&](const MovedOffsets::Difference& part) {
      const std::size_t begin = mistakes.front().begin, end = mistakes.front().end;
      return part.to > end ? part.to - end : part.to_end < begin ? begin - part.to_end : 0;
    })};
  MendedText mended;
  std::size_t done = 0;  // of `now`
  for (const auto& part : chosen) {
    mended.text += now.substr(done, part.to - done);
    const std::size_t begin = mended.text.size();
    mended.text += before.substr(part.from, part.from_end - part.from);
    mended.parts.push_back({{part.to, part.to_end}, {begin, mended.text.size()}});
    done = part.to_end;
  }
  mended.text += now.substr(done);
  for (auto& [broken, put_back] : mended.parts) {
    broken = with_tags(now, broken);
    put_back = with_tags(mended.text, put_back);
  }
  return mended;
}

}  // namespace romas::lsp
