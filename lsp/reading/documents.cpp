#include "lsp/reading/documents.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "lsp/protocol/halved_text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD";
static_assert(kNoCharacter.size() == kHalfSize, "offsets stay the same");

// Takes halves of characters out of the text, and puts them back in.
void take_halves(Document& document) {
  join_halves(document.text);
  std::string& text = document.text;
  for (std::size_t at = text.find('\xED'); at != std::string::npos; at = text.find('\xED', at + 1))
    if (const auto half = half_at(text, at)) {
      document.halves[at] = *half;
      text.replace(at, kHalfSize, kNoCharacter);
    }
}
void put_halves_back(Document& document) {
  for (const auto& [at, half] : document.halves) document.text.replace(at, kHalfSize, half_text(half));
  document.halves.clear();
}

// An editor of UTF-16 may end an edit between the two halves of a character. Both take two code units.
void divide_pair(std::string& text, Position place, PositionEncoding encoding) {
  if (const auto at = TextPositions(text, encoding).divided(place))
    text.replace(*at, 4, divided_pair(std::string_view(text).substr(*at, 4)));
}

struct Extent {
  std::size_t begin, end;
};

Extent extent_of(std::string& text, const Range& range, PositionEncoding encoding) {
  const TextPositions positions(text, encoding);
  if (positions.divided(range.start) || positions.divided(range.end)) {
    divide_pair(text, range.start, encoding);
    divide_pair(text, range.end, encoding);
    return extent_of(text, range, encoding);
  }
  const std::size_t begin = positions.offset(range.start);
  return {begin, std::max(begin, positions.offset(range.end))};
}

}  // namespace

std::string key_of_uri(const std::string& uri) {
  const std::string path = path_of_uri(uri);
  return path.empty() ? path : SourceManager::file_key(path);
}

const Document* Documents::open(const TextDocumentItem& item) {
  const std::string key = key_of_uri(item.uri);
  if (key.empty()) return nullptr;
  texts_.reset();
  Document& document = documents_[key];
  document = {item.uri, path_of_uri(item.uri), item.version, item.text, {}};
  take_halves(document);
  return &document;
}

const Document* Documents::change(const DidChangeTextDocumentParams& params, PositionEncoding encoding) {
  const auto found = documents_.find(key_of_uri(params.textDocument.uri));
  if (found == documents_.end()) return nullptr;
  texts_.reset();
  Document& document = found->second;
  put_halves_back(document);
  for (const TextDocumentContentChangeEvent& change : params.contentChanges) {
    if (!change.range) {
      document.text = change.text;
      continue;
    }
    const Extent extent = extent_of(document.text, *change.range, encoding);
    document.text.replace(extent.begin, extent.end - extent.begin, change.text);
  }
  take_halves(document);
  document.version = params.textDocument.version;
  return &document;
}

bool Documents::close(const std::string& uri) {
  texts_.reset();
  return documents_.erase(key_of_uri(uri)) != 0;
}

const Document* Documents::find_uri(const std::string& uri) const { return find_key(key_of_uri(uri)); }

const Document* Documents::find_key(const std::string& key) const {
  const auto found = documents_.find(key);
  return found == documents_.end() ? nullptr : &found->second;
}

std::string Documents::uri(const std::string& path) const {
  const std::string key = SourceManager::file_key(path);
  const Document* document = find_key(key);
  return document != nullptr ? document->uri : uri_of_path(key);
}

std::shared_ptr<const SourceManager::Texts> Documents::texts() const {
  if (!texts_) {
    auto texts = std::make_shared<SourceManager::Texts>();
    for (const auto& [key, document] : documents_) texts->emplace(key, document.text);
    texts_ = std::move(texts);
  }
  return texts_;
}

}  // namespace romas::lsp
