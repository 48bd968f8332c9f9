// JSON (RFC 8259) as located nodes.
#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "frontend/language/values/data_files.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

class JsonReader {
 public:
  JsonReader(FileId file, std::string_view text, DiagnosticEngine& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  std::optional<YamlNode> read() {
    YamlNode root;
    if (!value(root, 0)) return std::nullopt;
    skip_space();
    if (at_ == text_.size()) return root;
    fail(Rule::syntax, "the text continues after its value");
    return std::nullopt;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  SourceRange range(std::size_t begin) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
  bool fail(Rule rule, std::string message) {
    const std::size_t end = std::min(at_ + 1, text_.size());
    diagnostics_.report(rule, {file_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)},
                        std::move(message));
    return false;
  }
  std::string found() const { return at_ == text_.size() ? "the end of the file" : in_quotes(character()); }
  // The character at the place, all of its bytes.
  std::string_view character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    return text_.substr(at_, end - at_);
  }

  bool value(YamlNode& node, std::size_t depth);
  bool list(YamlNode& node, std::size_t depth);
  bool object(YamlNode& node, std::size_t depth);
  bool word(YamlNode& node);
  bool number(YamlNode& node);
  bool string(YamlNode& node);
  bool escape(std::string& text);
  std::optional<std::uint32_t> four_digits();
  // Behind an element: true at a ',' behind which another one follows.
  bool goes_on(char close, bool& more);

  FileId file_;
  std::string_view text_;
  DiagnosticEngine& diagnostics_;
  std::size_t at_ = 0;
  std::size_t nodes_ = 0;
};

// The recursion is as deep as the limit allows.
bool JsonReader::value(YamlNode& node, std::size_t depth) {
  constexpr YamlLimits kLimits;
  skip_space();
  if (depth > kLimits.depth)
    return fail(Rule::input_limit, concat("lists and objects are nested deeper than ", kLimits.depth));
  if (++nodes_ > kLimits.nodes)
    return fail(Rule::input_limit, concat("the file has more than ", kLimits.nodes, " values"));
  const std::size_t begin = at_;
  const char c = next();
  bool good = false;
  if (c == '[')
    good = list(node, depth + 1);
  else if (c == '{')
    good = object(node, depth + 1);
  else if (c == '"')
    good = string(node);
  else if (c == '-' || (c >= '0' && c <= '9'))
    good = number(node);
  else
    good = word(node);
  node.range = range(begin);
  return good;
}

bool JsonReader::goes_on(char close, bool& more) {
  skip_space();
  more = take(',');
  if (more || take(close)) return true;
  return fail(Rule::syntax, concat("expected ',' or '", close, "', found ", found()));
}

bool JsonReader::list(YamlNode& node, std::size_t depth) {
  node.kind = YamlNode::Kind::sequence;
  take('[');
  skip_space();
  bool more = !take(']');
  while (more)
    if (!value(node.items.emplace_back(), depth) || !goes_on(']', more)) return false;
  return true;
}

bool JsonReader::object(YamlNode& node, std::size_t depth) {
  node.kind = YamlNode::Kind::mapping;
  take('{');
  skip_space();
  bool more = !take('}');
  std::unordered_map<std::string, SourceRange> known;
  while (more) {
    skip_space();
    if (next() != '"') return fail(Rule::syntax, concat("expected a name in quotes, found ", found()));
    YamlEntry entry;
    const std::size_t begin = at_;
    if (!string(entry.key)) return false;
    entry.key.range = range(begin);
    skip_space();
    if (!take(':')) return fail(Rule::syntax, concat("expected ':', found ", found()));
    if (!value(entry.value, depth)) return false;
    if (const auto [first, fresh] = known.try_emplace(entry.key.text, entry.key.range); !fresh)
      diagnostics_.report(Rule::syntax, entry.key.range, concat("'", entry.key.text, "' occurs twice"))
          .note(first->second, "the first is here");
    node.entries.push_back(std::move(entry));
    if (!goes_on('}', more)) return false;
  }
  return true;
}

bool JsonReader::word(YamlNode& node) {
  std::size_t end = at_;
  while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  if (word != "true" && word != "false" && word != "null")
    return fail(Rule::syntax, concat("expected a value, found ", found(),
                                     word.empty() ? "" : "; write texts in double quotes"));
  at_ = end;
  if (word == "null") return true;
  node.kind = YamlNode::Kind::scalar;
  node.text = word;
  return true;
}

bool JsonReader::number(YamlNode& node) {
  const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
  node.kind = YamlNode::Kind::scalar;
  node.text = text_.substr(at_, end - at_);
  if (!data_number(node.text)) return fail(Rule::bad_number, concat("'", node.text, "' is not a number"));
  at_ = end;
  return true;
}

std::optional<std::uint32_t> JsonReader::four_digits() {
  constexpr std::size_t kDigits = 4;
  const std::string_view digits = text_.substr(at_, kDigits);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() < kDigits || error != std::errc() || end != digits.data() + kDigits) return std::nullopt;
  at_ += kDigits;
  return code;
}

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
  }
  put(0x80U | (code & 0x3FU));
}

}  // namespace

bool JsonReader::escape(std::string& text) {
  constexpr std::string_view kSigns = "\"\\/bfnrt";
  constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  if (const std::size_t sign = kSigns.find(next()); at_ < text_.size() && sign != std::string_view::npos) {
    ++at_;
    text.push_back(kMeant[sign]);
    return true;
  }
  if (!take('u')) return fail(Rule::syntax, concat("'\\' cannot be followed by ", found()));
  auto code = four_digits();
  if (code && *code >= 0xD800 && *code < 0xDC00) {  // the first half of a pair
    const bool pair = take('\\') && take('u');
    const auto low = pair ? four_digits() : std::nullopt;
    code = low && *low >= 0xDC00 && *low < 0xE000
               ? std::optional(0x10000 + ((*code - 0xD800) << 10U) + (*low - 0xDC00))
               : std::nullopt;
  } else if (code && *code >= 0xDC00 && *code < 0xE000) {
    code.reset();
  }
  if (!code || *code == 0) return fail(Rule::syntax, "'\\u' takes four hexadecimal digits of a character");
  append_utf8(text, *code);
  return true;
}

bool JsonReader::string(YamlNode& node) {
  node.kind = YamlNode::Kind::scalar;
  node.quoted = true;
  take('"');
  while (!take('"')) {
    if (at_ == text_.size() || static_cast<unsigned char>(next()) < 0x20)
      return fail(Rule::syntax, "the text is not closed in its line; it ends with '\"'");
    if (take('\\')) {
      if (!escape(node.text)) return false;
    } else {
      node.text.push_back(text_[at_++]);
    }
  }
  return true;
}

}  // namespace

std::optional<YamlNode> read_json(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics) {
  return JsonReader(file, sources.text(file), diagnostics).read();
}

}  // namespace romas::language
