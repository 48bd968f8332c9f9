// Source texts and positions in them. A position is a plain value (file, byte offset); line and column are
// computed only when somebody looks at them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

// Index of a source text; 0 is "no file" (built-in values, command line).
using FileId = std::uint32_t;

struct SourceLocation {
  FileId file = 0;
  std::uint32_t offset = 0;  // in bytes
  bool valid() const { return file != 0; }
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

// Half-open range of bytes [begin, end) of one file.
struct SourceRange {
  FileId file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool valid() const { return file != 0; }
  SourceLocation start() const { return {file, begin}; }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// Both count from 1. A column counts Unicode code points, so that it agrees with what editors show.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Owns the texts of one compilation. Addresses of texts are stable. Not for use from two threads at once.
class SourceManager {
 public:
  static constexpr std::uint64_t kDefaultMaxInput = 1'000'000'000;

  // Why a file could not be read: a sentence fragment such as "it is a folder".
  struct ReadError {
    std::string reason;
    bool too_large = false;
  };

  // Texts that stand for what is on the disk, by file_key.
  using Texts = std::map<std::string, std::string, std::less<>>;
  // One name for a file, however it is reached: without symbolic links and "..", on the disk or not. "-",
  // standard input, is its own.
  static std::string file_key(const std::string& path);

  SourceManager();
  ~SourceManager();
  SourceManager(const SourceManager&) = delete;
  SourceManager& operator=(const SourceManager&) = delete;

  // A text stands for the path, or there is something on the disk, readable or not.
  bool exists(const std::string& path) const;

  // From now on these texts are read where they have one; they must live as long as the manager reads.
  void read_instead(const Texts* texts) { texts_ = texts; }

  // What a path may lead to. Files that another text names are regular: to wait for the other end of a pipe,
  // or to read a device, is nobody's wish then. What a person names may be a pipe or a terminal as well.
  // /dev/null is an empty file.
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
  // The bytes that were read: text(), but for one that was replaced.
  std::string_view original_text(FileId file) const;

  std::string_view name(FileId file) const;
  std::string_view text(FileId file) const;
  std::string_view text(SourceRange range) const;
  std::size_t file_count() const { return files_.size(); }  // valid ids are 1 .. file_count()

  LineColumn line_column(SourceLocation location) const;
  // The text of a line (counted from 1) without its line end.
  std::string_view line_text(FileId file, std::uint32_t line) const;
  // Offset of the first byte of a line (counted from 1); the end of the text for lines behind the last.
  std::uint32_t line_start(FileId file, std::uint32_t line) const;

 private:
  struct File;
  const File& file(FileId id) const;
  std::vector<std::unique_ptr<File>> files_;
  const Texts* texts_ = nullptr;
};

}  // namespace romas
