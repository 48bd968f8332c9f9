// Source texts and positions in them. A position is a plain value (file, byte offset); line and column are
// computed on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/sources/expansions.h"
#include "support/sources/source_range.h"

namespace romas {

// Owns the texts of one compilation. Addresses of texts are stable. Not for use from two threads at once.
class SourceManager {
 public:
  static constexpr std::uint64_t kDefaultMaxInput = 1'000'000'000;

  // Why a file could not be read: a sentence fragment such as "it is a folder".
  struct ReadError {
    std::string reason;
    bool too_large = false;
  };

  // Texts that replace files on the disk, by file_key.
  using Texts = std::map<std::string, std::string, std::less<>>;
  // The canonical name of a file, whether or not it exists: without symbolic links and "..". The name of
  // standard input is "-".
  static std::string file_key(const std::string& path);

  SourceManager();
  ~SourceManager();
  SourceManager(const SourceManager&) = delete;
  SourceManager& operator=(const SourceManager&) = delete;

  // True if a text replaces the path, or the path exists on the disk (readable or not).
  bool exists(const std::string& path) const;

  // Reads these texts instead of files from now on. They must outlive the reading.
  void read_instead(const Texts* texts) { texts_ = texts; }

  // The kinds of files that may be read. Files that a text names must be regular, so that no text can make us
  // wait for a pipe or read a device. Files that a person names may also be pipes or terminals. /dev/null is
  // an empty file.
  enum class Kinds : std::uint8_t { regular, streams };

  // Reads a file ("-": standard input). Returns 0 and fills `error` when it cannot be read or is larger than
  // max_bytes.
  FileId read_file(const std::string& path, ReadError& error, std::uint64_t max_bytes = kDefaultMaxInput,
                   Kinds kinds = Kinds::regular);
  // Takes a text that is already in memory; `name` is what diagnostics show.
  FileId add_text(std::string name, std::string text);
  // Puts another form of the same text (its UTF-8 form) in its place; positions refer to the new one from now
  // on.
  void replace_text(FileId file, std::string text);
  // The bytes that were read: text(), unless it was replaced.
  std::string_view original_text(FileId file) const;

  std::string_view name(FileId file) const;
  std::string_view text(FileId file) const;
  std::string_view text(SourceRange range) const;
  std::size_t file_count() const { return files_.size(); }  // valid ids are 1 .. file_count()

  // Texts that are seen through chains of expansions. Everything here takes their ids for those of the texts.
  Expansions& expansions() { return expansions_; }
  const Expansions& expansions() const { return expansions_; }
  // The place in the text itself.
  SourceRange written(SourceRange range) const { return expansions_.written(range); }

  LineColumn line_column(SourceLocation location) const;
  // The text of a line (counted from 1) without its line end.
  std::string_view line_text(FileId file, std::uint32_t line) const;
  // Offset of the first byte of a line (counted from 1); the end of the text for lines behind the last.
  std::uint32_t line_start(FileId file, std::uint32_t line) const;

 private:
  struct File;
  const File& file(FileId id) const;
  std::vector<std::unique_ptr<File>> files_;
  Expansions expansions_;
  const Texts* texts_ = nullptr;
};

}  // namespace romas
