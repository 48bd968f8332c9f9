#include "lsp/documents.h"

#include <utility>

namespace romas::lsp {

std::string key_of_uri(const std::string& uri) {
  const std::string path = path_of_uri(uri);
  return path.empty() ? path : SourceManager::file_key(path);
}

const Document* Documents::open(const TextDocumentItem& item) {
  const std::string key = key_of_uri(item.uri);
  if (key.empty()) return nullptr;
  texts_.reset();
  Document& document = documents_[key];
  document = {item.uri, path_of_uri(item.uri), item.version, item.text};
  return &document;
}

const Document* Documents::change(const DidChangeTextDocumentParams& params, PositionEncoding encoding) {
  const auto found = documents_.find(key_of_uri(params.textDocument.uri));
  if (found == documents_.end()) return nullptr;
  texts_.reset();
  Document& document = found->second;
  for (const TextDocumentContentChangeEvent& change : params.contentChanges) {
    if (!change.range) {
      document.text = change.text;
      continue;
    }
    const TextPositions positions(document.text, encoding);
    const std::size_t begin = positions.offset(change.range->start);
    const std::size_t end = std::max(begin, positions.offset(change.range->end));
    document.text.replace(begin, end - begin, change.text);
  }
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
