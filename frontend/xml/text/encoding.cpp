#include "frontend/xml/text/encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "frontend/xml/text/declaration.h"
#include "support/text/text.h"

namespace romas {

namespace {

enum class Encoding : unsigned char { utf8, ascii, latin1, utf16_little, utf16_big, unknown };

struct Declaration {
  std::string_view name;  // of the encoding; empty if the declaration names none
  std::size_t offset = 0;
};

// Reads the encoding from the XML declaration, which is plain ASCII at the start of the text.
Declaration find_declaration(std::string_view text) {
  const std::size_t start = document_begin(text);
  if (!text.substr(start).starts_with("<?xml")) return {};
  const std::size_t end = text.substr(0, 1000).find("?>", start);
  if (end == std::string_view::npos) return {};
  constexpr std::string_view kWord = "encoding";
  const std::size_t word = text.substr(0, end).find(kWord, start);
  if (word == std::string_view::npos) return {};
  const std::size_t quote = text.substr(0, end).find_first_of("'\"", word + kWord.size());
  if (quote == std::string_view::npos) return {};
  const std::size_t closing = text.substr(0, end).find(text[quote], quote + 1);
  if (closing == std::string_view::npos) return {};
  return {text.substr(quote + 1, closing - quote - 1), quote + 1};
}

Encoding encoding_of_name(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Encoding>, 13> kNames = {{
      {"", Encoding::utf8},
      {"utf-8", Encoding::utf8},
      {"utf8", Encoding::utf8},
      {"us-ascii", Encoding::ascii},
      {"ascii", Encoding::ascii},
      {"iso-8859-1", Encoding::latin1},
      {"iso8859-1", Encoding::latin1},
      {"iso_8859-1", Encoding::latin1},
      {"latin1", Encoding::latin1},
      {"latin-1", Encoding::latin1},
      {"utf-16", Encoding::utf16_little},
      {"utf-16le", Encoding::utf16_little},
      {"utf-16be", Encoding::utf16_big},
  }};
  const std::string lower = to_lower(name);
  const auto* found =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& row) { return row.first == lower; });
  return found == kNames.end() ? Encoding::unknown : found->second;
}

std::optional<Encoding> detect_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE")) return Encoding::utf16_little;
  if (text.starts_with("\xFE\xFF")) return Encoding::utf16_big;
  if (text.starts_with(std::string_view("<\0", 2))) return Encoding::utf16_little;
  if (text.starts_with(std::string_view("\0<", 2))) return Encoding::utf16_big;
  return std::nullopt;
}

std::string latin1_to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

// Nothing if the text is not valid UTF-16; `bad` is then the offset of the first wrong byte.
std::optional<std::string> utf16_to_utf8(std::string_view text, bool little, std::size_t& bad) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<char32_t>(little ? first | second << 8 : first << 8 | second);
  };
  std::string out;
  out.reserve(text.size() / 2 + text.size() / 8);
  for (std::size_t at = 0; at < text.size(); at += 2) {
    bad = at;
    if (at + 1 == text.size()) return std::nullopt;
    char32_t c = unit(at);
    if (c >= 0xDC00 && c < 0xE000) return std::nullopt;
    if (c >= 0xD800 && c < 0xDC00) {
      at += 2;
      if (at + 1 >= text.size()) return std::nullopt;
      const char32_t low = unit(at);
      if (low < 0xDC00 || low >= 0xE000) return std::nullopt;
      c = 0x10000 + ((c - 0xD800) << 10U) + (low - 0xDC00);
    }
    if (c != 0xFEFF || at != 0) append_utf8(out, c);
  }
  return out;
}

// The text with its declaration changed to "UTF-8", so that it stays right when the text is written back.
std::string with_utf8_declared(std::string text) {
  const Declaration declaration = find_declaration(text);
  if (!declaration.name.empty()) text.replace(declaration.offset, declaration.name.size(), "UTF-8");
  return text;
}

std::string hexadecimal(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
}

SourceRange byte_range(FileId file, std::size_t offset, std::size_t size = 1) {
  return {file, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + size)};
}

bool check_no_nul(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return true;
  diagnostics.report(Rule::bad_encoding, byte_range(file, nul),
                     "the file has a NUL byte, which XML does not allow; is it a text file?");
  return false;
}

bool check_utf8(FileId file, std::string_view text, Encoding declared, DiagnosticEngine& diagnostics) {
  const auto high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (declared == Encoding::ascii) {
    const auto* found = std::find_if(text.begin(), text.end(), high);
    if (found == text.end()) return true;
    diagnostics.report(Rule::bad_encoding, byte_range(file, static_cast<std::size_t>(found - text.begin())),
                       concat("the byte ", hexadecimal(*found),
                              " is not ASCII, the encoding that the XML declaration names"));
    return false;
  }
  const auto bad = find_invalid_utf8(text);
  if (!bad) return true;
  diagnostics.report(Rule::bad_encoding, byte_range(file, *bad),
                     concat("the byte ", hexadecimal(text[*bad]),
                            " is not UTF-8 here; name the encoding in the XML declaration (<?xml "
                            "version=\"1.0\" encoding=\"ISO-8859-1\"?>), or convert the "
                            "file to UTF-8"));
  return false;
}

bool convert_utf16(FileId file, Encoding encoding, SourceManager& sources, DiagnosticEngine& diagnostics) {
  std::size_t bad = 0;
  auto converted = utf16_to_utf8(sources.text(file), encoding == Encoding::utf16_little, bad);
  if (!converted) {
    diagnostics.report(Rule::bad_encoding, byte_range(file, bad),
                       "the text begins as UTF-16, but is not valid UTF-16 here; convert the file to UTF-8");
    return false;
  }
  sources.replace_text(file, with_utf8_declared(std::move(*converted)));
  return check_no_nul(file, sources.text(file), diagnostics);
}

}  // namespace

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | c >> 6U);
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | c >> 12U);
    put(0x80U | (c >> 6U & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | c >> 18U);
    put(0x80U | (c >> 12U & 0x3FU));
    put(0x80U | (c >> 6U & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

bool ensure_utf8(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics) {
  const std::string_view text = sources.text(file);
  if (const auto utf16 = detect_utf16(text)) return convert_utf16(file, *utf16, sources, diagnostics);
  if (!check_no_nul(file, text, diagnostics)) return false;
  const Declaration declaration = find_declaration(text);
  const Encoding encoding = encoding_of_name(declaration.name);
  switch (encoding) {
    case Encoding::latin1: sources.replace_text(file, with_utf8_declared(latin1_to_utf8(text))); return true;
    case Encoding::utf16_little:
    case Encoding::utf16_big:
      diagnostics.report(Rule::bad_encoding, byte_range(file, declaration.offset, declaration.name.size()),
                         concat("the XML declaration says ", declaration.name,
                                ", but the bytes are not; remove or correct the encoding"));
      return false;
    case Encoding::unknown:
      diagnostics.report(Rule::bad_encoding, byte_range(file, declaration.offset, declaration.name.size()),
                         concat("romasc does not read the encoding '", declaration.name,
                                "', only UTF-8, UTF-16 and ISO-8859-1; convert the file to UTF-8"));
      return false;
    default: return check_utf8(file, text, encoding, diagnostics);
  }
}

}  // namespace romas
