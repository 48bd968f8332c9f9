// Work that was not saved when the studio ended without being asked to. It is kept beside the settings, and
// offered at the next start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/assembly/assembly.h"

namespace romas::studio {

struct Draft {
  std::string path;  // of the assembly; empty: it was never saved
  std::string text;  // Assembly XML
  std::optional<SlideLimit> default_limit;
  std::vector<std::string> libraries;  // that its Blocks came from
  friend bool operator==(const Draft&, const Draft&) = default;
};

// The file of a studio's draft, beside that of the settings. Studios that run at the same time have one each:
// a draft belongs to the process that holds the lock beside it, until that process ends, however it ends.
class DraftPlace {
 public:
  // Finds a draft that an earlier run left and that no other studio holds. `read_only`: no file is made, and
  // none can be kept.
  DraftPlace(const std::string& preferences_file, bool read_only);
  ~DraftPlace();
  DraftPlace(const DraftPlace&) = delete;
  DraftPlace& operator=(const DraftPlace&) = delete;

  // Empty: there is none (yet).
  const std::string& file() const { return file_; }
  // Takes a place where no draft is, if there is none yet. False where none can be had.
  bool take();

 private:
  enum class Wanted : unsigned char { with_draft, without_draft };
  bool find(Wanted wanted);

  std::string folder_;  // empty: no draft is kept
  bool read_only_;
  std::string file_;
  int lock_ = -1;
};

// Returns nullopt if the file is missing or not understood.
std::optional<Draft> read_draft(const std::string& file);
// A draft that cannot be written is not reported: the work itself is not lost by that.
void write_draft(const std::string& file, const Draft& draft);
void remove_draft(const std::string& file);

}  // namespace romas::studio
