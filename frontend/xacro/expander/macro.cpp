#include "frontend/xacro/expander/macro.h"

#include <algorithm>

#include "frontend/xml/text/xml_space.h"
#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

class ParameterReader {
 public:
  explicit ParameterReader(const XmlText& all) : all_(all), text_(all.text) {}

  std::vector<MacroParameter> read() {
    std::vector<MacroParameter> parameters;
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) parameters.push_back(read_one());
    return parameters;
  }

 private:
  void skip_spaces() { at_ = behind_spaces(at_); }
  std::size_t behind_spaces(std::size_t at) const { return skip_xml_space(text_, at); }
  bool ends_word(std::size_t at) const { return at >= text_.size() || is_xml_space(text_[at]); }

  MacroParameter read_one() {
    const std::size_t begin = at_;
    std::size_t end = begin;
    while (!ends_word(end) && text_[end] != ':' && text_[end] != '=') ++end;
    MacroParameter parameter;
    std::size_t next = behind_spaces(end);
    if (next + 1 < text_.size() && text_[next] == ':' && text_[next + 1] == '=') ++next;
    if (end > begin && next < text_.size() && text_[next] == '=' && read_default(next + 1, parameter)) {
      set_name(parameter, begin, end);
      return parameter;
    }
    parameter = {};
    while (!ends_word(end)) ++end;
    at_ = end;
    set_name(parameter, begin, end);
    return parameter;
  }

  void set_name(MacroParameter& parameter, std::size_t begin, std::size_t end) const {
    parameter.name = text_.substr(begin, end - begin);
    parameter.range = all_.part(begin, end - begin);
  }

  // From behind the '='. The forms are tried in xacro's order; each must end where a word ends.
  bool read_default(std::size_t begin, MacroParameter& parameter) {
    begin = behind_spaces(begin);
    if (begin < text_.size() && text_[begin] == '^') {
      parameter.forwarded = true;
      begin += text_.substr(begin).starts_with("^|") ? 2 : 1;
    }
    const std::optional<std::size_t> end = default_end(begin);
    if (!end) return false;
    if (*end > begin)
      parameter.default_text =
          XmlText{text_.substr(begin, *end - begin), all_.part(begin, *end - begin), all_.literal};
    at_ = *end;
    return true;
  }

  std::optional<std::size_t> default_end(std::size_t begin) const {
    const std::string_view rest = text_.substr(begin);
    for (const auto& [opening, closing] : {std::pair("${", '}'), std::pair("$(", ')')}) {
      if (!rest.starts_with(opening)) continue;
      for (std::size_t end = text_.find(closing, begin); end != std::string_view::npos;
           end = text_.find(closing, end + 1))
        if (ends_word(end + 1)) return end + 1;
    }
    std::vector<bool> failed(rest.size() + 1);
    return words_end(begin, begin, failed);
  }

  // Behind pieces '…', "…" and bare ones, up to the end of a word. A quotation ends at the first quote from
  // which the rest can be read: ''' is one quote in quotes.
  std::optional<std::size_t> words_end(std::size_t begin, std::size_t at, std::vector<bool>& failed) const {
    while (!ends_word(at) && text_[at] != '\'' && text_[at] != '"') ++at;
    if (ends_word(at)) return at;
    if (failed[at - begin]) return std::nullopt;
    constexpr std::size_t kLeastStack = 65'536;
    for (std::size_t closing = text_.find(text_[at], at + 1);
         closing != std::string_view::npos && stack_left() > kLeastStack;
         closing = text_.find(text_[at], closing + 1))
      if (const auto end = words_end(begin, closing + 1, failed)) return end;
    failed[at - begin] = true;
    return std::nullopt;
  }

  const XmlText& all_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const MacroParameter* Macro::parameter(std::string_view wanted) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const MacroParameter& p) { return p.name == wanted; });
  return found == parameters.end() ? nullptr : &*found;
}

std::vector<MacroParameter> read_parameters(const XmlText& text) { return ParameterReader(text).read(); }

std::string describe_parameters(const Macro& macro) {
  if (macro.parameters.empty()) return "no parameters";
  return join(macro.parameters, ", ", [](const MacroParameter& p) {
    if (p.is_block()) return concat("the block ", p.name);
    if (p.default_text) return concat(p.name, " (", p.default_text->text, " if it is left out)");
    return concat(p.name, p.forwarded ? " (the caller's if it is left out)" : "");
  });
}

}  // namespace romas::xacro
