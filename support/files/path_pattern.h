// Patterns of paths, as .gitignore writes them.
//
//   *.urdf      a name in any folder            /arm.urdf, a/b.urdf   a path from the base folder
//   build/      folders of that name            **/gen, a/**/b, a/**  ** stands for folders, of any number
//   !arm.urdf   the opposite of a match         [a-z], ?, \*          a character of a set, any one, literally *
//
// Neither * nor ? nor a set matches a '/'.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

class PathPattern {
 public:
  // A line of a .gitignore, without its line end; nothing for an empty line and a comment.
  static std::optional<PathPattern> parse(std::string_view line);

  // Whether the path of a file or folder, from the base folder and without "." and "..", matches. It takes
  // time linear in the path and the pattern. The negation is not taken into account.
  bool matches(std::string_view path, bool is_folder) const;
  // Whether the path of a file or one of the folders that it lies in matches.
  bool covers(std::string_view path) const;

  bool negated() const { return negated_; }

 private:
  enum class Kind : unsigned char {
    character,   // one of a set
    star,        // any number of characters, without '/'
    folders,     // "**/": nothing, or anything that ends with '/'
    everything,  // "**" at the end
  };
  struct Part {
    Kind kind = Kind::character;
    std::bitset<256> set;
  };

  void add_stars(std::string_view pattern, std::size_t& at);
  bool add_set(std::string_view pattern, std::size_t& at);
  void add_character(char c);
  bool matches_text(std::string_view text) const;

  std::vector<Part> parts_;
  bool negated_ = false;
  bool folders_only_ = false;
  bool name_only_ = false;   // no '/' in the pattern: only the last name of a path counts
  bool impossible_ = false;  // a set without its end: matches nothing
};

// Patterns of one file, of which the last match decides.
class PathPatterns {
 public:
  // The text of a .gitignore.
  static PathPatterns read(std::string_view text);
  void add(PathPattern pattern) { patterns_.push_back(std::move(pattern)); }

  // True: ignored; false: a negated pattern takes it back; nothing: no pattern matches.
  std::optional<bool> decide(std::string_view path, bool is_folder) const;
  bool empty() const { return patterns_.empty(); }

 private:
  std::vector<PathPattern> patterns_;
};

}  // namespace romas
