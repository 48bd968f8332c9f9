// The texts that are open in the editor. They count in place of those on the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lsp/protocol/positions.h"
#include "lsp/protocol/types.h"
#include "support/sources/source_manager.h"

namespace romas::lsp {

struct Document {
  std::string uri;  // as the client spells it
  std::string path;
  std::int32_t version = 0;
  std::string text;  // UTF-8
  // Halves of characters that the editor has sent apart, by their offset; `text` has U+FFFD in their places.
  // They become the character when an edit brings both together.
  std::map<std::size_t, char16_t> halves = {};
};

// The open documents, by the canonical names of their files (SourceManager::file_key). A URI that names no
// file has no document, because its text has no place in a build.
class Documents {
 public:
  // Returns nullptr if the URI names no file.
  const Document* open(const TextDocumentItem& item);
  // Applies edits one after the other, each to the text that the one before it leaves. Returns nullptr if the
  // document is not open.
  const Document* change(const DidChangeTextDocumentParams& params, PositionEncoding encoding);
  // Returns false if the document was not open.
  bool close(const std::string& uri);

  const Document* find_uri(const std::string& uri) const;
  const Document* find_key(const std::string& key) const;
  // The client's URI of an open file, else one made from the path.
  std::string uri(const std::string& path) const;

  // By key.
  const std::map<std::string, Document>& all() const { return documents_; }
  // The texts of all of them. The same object until a document changes.
  std::shared_ptr<const SourceManager::Texts> texts() const;

 private:
  std::map<std::string, Document> documents_;
  mutable std::shared_ptr<const SourceManager::Texts> texts_;
};

// The canonical name of the file of a URI; empty: it is that of no file.
std::string key_of_uri(const std::string& uri);

}  // namespace romas::lsp
