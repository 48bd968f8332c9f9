#include "frontend/xml/reader/xml_errors.h"

#include <algorithm>
#include <array>
#include <optional>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kNameEnds = " \t\r\n/><=\"'&;";

// The text between the n-th pair of quotes of a complaint.
std::string_view quoted(std::string_view complaint, int n = 0) {
  for (std::size_t at = complaint.find('\''); at != std::string_view::npos;
       at = complaint.find('\'', at + 1)) {
    const std::size_t end = complaint.find('\'', at + 1);
    if (end == std::string_view::npos) return {};
    if (n-- == 0) return complaint.substr(at + 1, end - at - 1);
    at = end;
  }
  return {};
}

// The content of an end tag between '</' and its '>', or the next '<'.
struct EndTag {
  std::size_t begin, end;
  std::string_view name;  // its first word
};

EndTag end_tag_at(std::string_view text, std::size_t begin) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::size_t end = begin;
  while ((end = text.find_first_of("<>\"'", end)) != std::string_view::npos && text[end] != '<' &&
         text[end] != '>') {
    const std::size_t quote = text.find_first_of(concat("<\n", text[end]), end + 1);
    end = quote != std::string_view::npos && text[quote] == text[end] ? quote + 1 : end + 1;
  }
  end = std::min(end, text.size());
  const std::size_t name = std::min(text.find_first_not_of(kBlanks, begin), end);
  const std::size_t name_end = std::min(text.find_first_of(kNameEnds, name), end);
  if (end == text.size() || text[end] == '<')  // what stands behind it stays on its line
    while (end > begin && kBlanks.find(text[end - 1]) != std::string_view::npos) --end;
  return {begin, end, text.substr(name, name_end - name)};
}

// Offset behind the markup that begins with '<' at `at`; npos if it has no end.
std::size_t markup_end(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view closing) {
    const std::size_t found = text.find(closing, at);
    return found == std::string_view::npos ? found : found + closing.size();
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return behind("-->");
  if (rest.starts_with("<![CDATA[")) return behind("]]>");
  if (rest.starts_with("<?")) return behind("?>");
  if (rest.starts_with("</")) {
    const std::size_t end = end_tag_at(text, at + 2).end;
    return text.substr(end).starts_with('>') ? end + 1 : end;
  }
  while ((at = text.find_first_of("\"'>", at)) != std::string_view::npos) {
    if (text[at] == '>') return at + 1;
    at = text.find(text[at], at + 1);
    if (at == std::string_view::npos) return at;
    ++at;
  }
  return at;
}

// The names of the end tags behind `at` that close none of the start tags behind it, at most one more than
// `most`. Nothing if the text ends inside of markup.
std::optional<std::vector<std::string_view>> outer_end_tags(std::string_view text, std::size_t at,
                                                            std::size_t most) {
  std::vector<std::string_view> names;
  for (std::size_t depth = 0; names.size() <= most && (at = text.find('<', at)) != std::string_view::npos;) {
    const std::size_t end = markup_end(text, at);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view markup = text.substr(at, end - at);
    if (markup.starts_with("</")) {
      if (depth == 0)
        names.push_back(end_tag_at(text, at + 2).name);
      else
        --depth;
    } else if (!markup.starts_with("<!") && !markup.starts_with("<?") && !markup.ends_with("/>")) {
      ++depth;
    }
    at = end;
  }
  return names;
}

// A complaint of the parser with a better wording. `size` is the number of marked characters.
struct Wording {
  std::string_view complaint;  // how it begins
  std::string_view message;
};
constexpr std::array kWordings = {
    Wording{"whitespace expected", "white space is missing between two attributes"},
    Wording{"attribute value expected", "the value of an attribute must be in quotes: name=\"value\""},
    Wording{"attribute name expected", "an attribute name is expected here: name=\"value\""},
    Wording{"expected equal sign", "'=' and a value in quotes are expected after the name of an attribute"},
    Wording{"'--' sequence is illegal in comment", "'--' is not allowed inside a comment"},
    Wording{"invalid character reference", "'&#' gives the number of a character that XML does not allow"},
    Wording{"XML or TEXT declaration must start at line 1, column 1",
            "the XML declaration must be the very first thing in the file"},
    Wording{"comment or processing instruction expected",
            "the root element is closed above; only comments can follow it"},
    Wording{"']]>' sequence is illegal", "']]>' must be written ']]&gt;' in text"},
    Wording{"CDATA section is illegal outside the root element", "text is outside the root element"},
};

}  // namespace

DiagnosticBuilder XmlErrorReporter::report(std::size_t begin, std::size_t end, std::string message) {
  const std::size_t size = text_.size();
  const SourceRange range{file_, static_cast<std::uint32_t>(std::min(begin, size)),
                          static_cast<std::uint32_t>(std::min(end, size))};
  return diagnostics_.report(Rule::xml_malformed, range, std::move(message));
}

void XmlErrorReporter::element_started(std::string_view name, std::size_t end) {
  const std::string tag = concat('<', name);
  const std::size_t found = text_.substr(0, end).rfind(tag);
  const auto begin = static_cast<std::uint32_t>(found == std::string_view::npos ? end : found);
  open_.push_back(
      {found == std::string_view::npos ? std::string_view() : text_.substr(begin + 1, name.size()),
       SourceRange{file_, begin, static_cast<std::uint32_t>(end)}});
}

void XmlErrorReporter::element_ended() {
  if (!open_.empty()) open_.pop_back();
}

bool XmlErrorReporter::complain(std::string_view complaint, std::size_t offset) {
  offset = std::min(offset, text_.size());
  const std::uint32_t line = sources_.line_column({file_, static_cast<std::uint32_t>(offset)}).line;
  const bool about_nesting =
      complaint.starts_with("expected end of tag") || complaint.starts_with("input ended before");
  if (complaint.starts_with("XML document cannot be empty") && complaints_ > 0) return true;
  if (about_nesting && nesting_lost_) return true;
  if (line == last_line_) {
    if (about_nesting) element_ended();
    return ++complaints_ < kMaxErrors;
  }
  last_line_ = line;
  explain(complaint, offset);
  return ++complaints_ < kMaxErrors;
}

void XmlErrorReporter::explain(std::string_view complaint, std::size_t offset) {
  if (complaint.starts_with("expected end of tag")) return mismatched_end_tag(offset);
  if (complaint.starts_with("input ended before") || complaint.starts_with("unexpected end of input"))
    return input_ended(offset);
  if (complaint.starts_with("unterminated end tag")) return unterminated_end_tag(quoted(complaint), offset);
  if (complaint.starts_with("unterminated start tag")) return broken_start_tag(quoted(complaint), offset);
  if (complaint.starts_with("expected version, encoding") ||
      complaint.starts_with("version declaration is required"))
    return bad_declaration(offset);
  if (complaint.starts_with("attribute '"))
    return repeated_attribute(quoted(complaint), quoted(complaint, 1), offset);
  if (complaint.starts_with("invalid document structure") ||
      complaint.starts_with("XML document cannot be empty"))
    return no_document(offset);
  if (complaint.starts_with("entity '")) return bad_reference(quoted(complaint), offset);
  if (complaint.starts_with("expected entity name for reference")) return bad_reference({}, offset);
  other(complaint, offset);
}

SourceRange XmlErrorReporter::range(std::size_t begin, std::size_t end) const {
  return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

bool XmlErrorReporter::closes_outer(std::string_view name) const {
  return std::any_of(open_.begin(), open_.end(), [&](const auto& e) { return e.name == name; });
}

// True if the text behind `offset` closes the first `open` of the open elements, and no others.
bool XmlErrorReporter::rest_closes(std::size_t offset, std::size_t open) const {
  const auto names = outer_end_tags(text_, offset, open);
  return names && std::equal(names->rbegin(), names->rend(), open_.begin(), open_.begin() + open,
                             [](std::string_view name, const auto& element) { return name == element.name; });
}

void XmlErrorReporter::mismatched_end_tag(std::size_t offset) {
  const std::size_t start = text_.rfind("</", offset - 1);
  const bool starts_here = start != std::string_view::npos &&
                           text_.substr(start, offset - start).find('>') == std::string_view::npos;
  const EndTag tag = end_tag_at(text_, starts_here ? start + 2 : offset);
  const auto expected = open_.empty() ? XmlTreeBuilder::OpenElement{} : open_.back();
  const std::string written = concat("'</", text_.substr(tag.begin, tag.end - tag.begin), ">'");
  const bool outer = tag.name != expected.name && closes_outer(tag.name);
  const bool stray = !outer && !open_.empty() && rest_closes(tag.end, open_.size());
  {
    auto diagnostic = report(
        tag.begin, tag.end,
        stray ? concat(written, " closes no open element; remove it, or open its element")
              : concat(written, " does not close '<", expected.name, ">'; ", outer ? "put '</" : "write '</",
                       expected.name, ">'", outer ? " before it" : ""));
    if (expected.start_tag.valid())
      diagnostic.note(expected.start_tag, concat("'<", expected.name, ">' starts here"));
    if (!outer && !open_.empty() && !nesting_doubtful_ && rest_closes(tag.end, open_.size() - 1))
      diagnostic.suggest(range(tag.begin, tag.end),
                         concat(expected.name, text_.substr(tag.end).starts_with('>') ? "" : ">"));
  }
  nesting_lost_ = outer || stray;
  element_ended();
}

// The name is right, and something else than '>' stands behind it.
void XmlErrorReporter::unterminated_end_tag(std::string_view element, std::size_t offset) {
  nesting_doubtful_ = true;
  const std::size_t start = text_.rfind("</", offset - 1);
  const EndTag tag = end_tag_at(text_, start == std::string_view::npos ? offset : start + 2);
  const bool closed = text_.substr(tag.end).starts_with('>');
  auto diagnostic = report(tag.begin, tag.end,
                           closed ? concat("an end tag holds only its name; write '</", element, ">'")
                                  : concat("the end tag '</", element, "' has no '>'"));
  if (!open_.empty() && rest_closes(tag.end, open_.size() - 1))
    diagnostic.suggest(range(tag.begin, tag.end), concat(element, closed ? "" : ">"));
}

void XmlErrorReporter::input_ended(std::size_t offset) {
  const std::size_t begin = text_.find_last_of('<');
  const bool in_markup = begin != std::string_view::npos && text_.find('>', begin) == std::string_view::npos;
  std::string message =
      in_markup ? "the text ends inside a tag or comment" : "the text ends before all elements are closed";
  if (!in_markup && !open_.empty())
    message = concat("the text ends, but '<", open_.back().name, ">' is not closed");
  auto diagnostic = report(offset, offset, std::move(message));
  if (in_markup) {
    diagnostic.note({file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 1)},
                    "it starts here");
  } else if (!open_.empty()) {
    diagnostic.note(open_.back().start_tag, concat("'<", open_.back().name, ">' starts here"));
  }
}

void XmlErrorReporter::broken_start_tag(std::string_view element, std::size_t offset) {
  nesting_doubtful_ = true;
  const std::string_view next = text_.substr(offset, 1);
  if (next == "/" && offset > 0 && text_[offset - 1] == '/') {
    auto diagnostic =
        report(offset, offset + 1, concat("the tag '<", element, ">' ends with a second '/'; remove it"));
    if (rest_closes(offset, open_.size())) diagnostic.fix(range(offset, offset + 1), "");
    return;
  }
  report(offset, offset + 1,
         concat("the tag '<", element, ">' continues with '", next,
                "', where an attribute, '>' or '/>' is expected"))
      .note({file_, static_cast<std::uint32_t>(tag_start(offset)), static_cast<std::uint32_t>(offset)},
            "the tag starts here");
}

std::size_t XmlErrorReporter::tag_start(std::size_t offset) const {
  const std::size_t found = text_.substr(0, offset).rfind('<');
  return found == std::string_view::npos ? offset : found;
}

void XmlErrorReporter::bad_declaration(std::size_t offset) {
  const std::size_t begin = std::min(text_.find_first_not_of(" \t\r\n", tag_start(offset) + 5), text_.size());
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n=?>", begin), text_.size());
  const std::string_view word = text_.substr(begin, end - begin);
  constexpr std::array<std::string_view, 3> kWords = {"version", "encoding", "standalone"};
  const std::string_view near = nearest_name(word, kWords);
  auto diagnostic = report(
      begin, end,
      concat("the XML declaration has '", word, "' where 'version' is expected: <?xml version=\"1.0\"?>"));
  if (near == "version")
    diagnostic.fix({file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, "version");
}

void XmlErrorReporter::repeated_attribute(std::string_view attribute, std::string_view element,
                                          std::size_t offset) {
  // The parser's offset is behind the second one.
  const std::string_view tag = text_.substr(0, offset);
  const std::size_t second = tag.rfind(attribute, tag.find_last_of('='));
  const std::size_t first = text_.find(attribute, tag_start(offset) + 1 + element.size());
  if (second == std::string_view::npos || first >= second) {
    report(offset, offset + 1, concat("the attribute '", attribute, "' occurs twice in '<", element, ">'"));
    return;
  }
  // The six numbers of an inertia tensor are easily mixed up: a second ixx is probably meant as ixz, which
  // ends the usual order.
  const bool tensor = to_lower(element) == "inertia" && attribute.size() == 3 &&
                      (to_lower(attribute) == "ixx" || attribute == "lxx");
  const std::string advice = tensor
                                 ? concat("the last one is probably '",
                                          attribute.substr(0, 1) == "l" ? "I" : attribute.substr(0, 1), "xz'")
                                 : "remove one";
  report(second, second + attribute.size(),
         concat("the attribute '", attribute, "' occurs twice in '<", element, ">'; ", advice))
      .note({file_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + attribute.size())},
            "the first is here");
}

void XmlErrorReporter::no_document(std::size_t offset) {
  complaints_ = kMaxErrors;  // further errors of the parser in such a text are of no use
  std::size_t begin = text_.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) {
    report(0, 0, "the file is empty; a root element such as <robot name=\"…\"> is expected");
  } else if (text_.substr(begin).starts_with("<!--") || text_.substr(begin).starts_with("<?")) {
    const bool at_end = text_.find_first_not_of(" \t\r\n", offset) == std::string_view::npos;
    report(offset, offset + 1,
           at_end ? "the text ends without a root element" : "text comes before the root element");
  } else {
    begin = std::max(begin, offset < text_.size() ? offset : begin);
    const std::size_t end = std::min({text_.find_first_of("\r\n<", begin), text_.size(), begin + 40});
    report(begin, end, "text comes before the root element; is this an XML file?");
  }
}

void XmlErrorReporter::bad_reference(std::string_view name, std::size_t offset) {
  const std::size_t found = text_.substr(0, offset).rfind('&');
  const std::size_t begin = found == std::string_view::npos ? offset : found;
  if (name.empty()) {
    report(begin, begin + 1, "'&' begins a reference such as '&lt;'; write '&amp;' for the character itself")
        .fix({file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 1)}, "&amp;");
    return;
  }
  report(begin, offset,
         concat("the entity '&", name,
                ";' is not one of '&lt;', '&gt;', '&amp;', '&quot;' and '&apos;', and entities of a DOCTYPE "
                "are not expanded; write the text itself"));
}

void XmlErrorReporter::other(std::string_view complaint, std::size_t offset) {
  if (complaint.starts_with("'<' character cannot be used in attribute value")) {
    report(offset > 0 ? offset - 1 : 0, offset,
           concat("the value of the attribute '", quoted(complaint.substr(3)),
                  "' contains '<'; write '&lt;', or close the quotes before it"));
    return;
  }
  nesting_doubtful_ = true;
  const auto* found = std::find_if(kWordings.begin(), kWordings.end(),
                                   [&](const Wording& w) { return complaint.starts_with(w.complaint); });
  std::string message(found == kWordings.end() ? complaint : found->message);
  if (message.size() > 1 && message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a')
    message[0] = static_cast<char>(message[0] - 'A' + 'a');
  report(offset, offset + 1, std::move(message));
}

}  // namespace romas
