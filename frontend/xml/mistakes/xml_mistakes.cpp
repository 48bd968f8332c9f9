#include "frontend/xml/mistakes/xml_mistakes.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

BrokenXml read_tags(std::string_view text) {
  BrokenXml xml = scan_tags(text);
  balance_tags(xml);
  return xml;
}

std::vector<XmlMistake> find_xml_mistakes(const BrokenXml& xml) {
  constexpr std::size_t kMostTried = 50'000'000;  // bytes
  const std::string_view text = xml.text;
  std::vector<XmlMistake> mistakes = xml.mistakes;
  std::size_t tried = 0;
  for (XmlMistake& mistake : mistakes) {
    if (!mistake.fix) continue;
    const XmlMistake::Fix& fix = *mistake.fix;
    tried += text.size();
    const std::string fixed = concat(text.substr(0, fix.begin), fix.replacement, text.substr(fix.end));
    if (tried > kMostTried || read_tags(fixed).mistakes.size() >= mistakes.size()) mistake.fix.reset();
  }
  std::stable_sort(mistakes.begin(), mistakes.end(),
                   [](const XmlMistake& a, const XmlMistake& b) { return a.begin < b.begin; });
  if (mistakes.size() > kMaxXmlMistakes) mistakes.resize(kMaxXmlMistakes);
  return mistakes;
}

}  // namespace romas
