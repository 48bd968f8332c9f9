// The state that all parts of the expansion of one xacro file share.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/xacro/expander/scope.h"
#include "frontend/xacro/expander/text_template.h"
#include "frontend/xacro/expressions/values/budget.h"

namespace romas::xacro {

class Trace;
struct TracedText;

// The values of <xacro:arg>: those that the caller gives, and the defaults of the file. The first one counts.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::pair<std::string, std::string>>& given);
  // The value; null if there is none. It counts as read.
  const std::string* read(std::string_view name);
  bool has(std::string_view name) const { return values_.contains(name); }
  void set_default(std::string_view name, std::string value) {
    values_.emplace(name, Argument{std::move(value)});
  }
  // `written_name` is that of the declaration.
  void declare(std::string_view name, SourceRange written_name);
  // The first declaration so far; invalid if there is none.
  SourceRange declaration(std::string_view name) const;
  std::vector<std::string> names() const;
  // Those that were given, and neither declared nor read.
  std::vector<std::string> unused() const;

 private:
  struct Argument {
    std::string value;
    bool given = false;
    bool used = false;  // read or declared
  };
  std::map<std::string, Argument, std::less<>> values_;
  std::map<std::string, SourceRange, std::less<>> declarations_;
};

// A file that is being read, the main file first.
struct OpenFile {
  std::string path;
  std::string identity;  // SourceManager::file_key
  SourceRange place;     // of the include
};

struct Expansion {
  // `traced`: what the expansion does is added to it; null: nobody asks.
  Expansion(FrontendContext& in, const std::string& main_path, Trace* traced);

  // A range of a document, seen through the chain of what is read now.
  SourceRange seen(SourceRange range);
  // The same for an element of that chain.
  FileId seen(FileId file);
  // `range` is that of a document.
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message);
  // Spends steps of the limits; false, and reported once, when there are none left.
  bool spend(std::size_t steps, SourceRange range);
  // Counts bytes before they are taken. False, and reported once, if the limit leaves no room for them.
  bool take_memory(std::uint64_t bytes, SourceRange range);
  // Keeps a computed text until the end; empty if the limit leaves no room for it.
  std::string_view keep(std::string_view text, SourceRange range) {
    return take_memory(text.size(), range) ? expansions.keep(text) : std::string_view();
  }
  // A step of the chain, with its memory and time counted. `range` is that of a document.
  SourceStep& add_step(SourceStep step, SourceRange range);
  void add_origin(const ValueOrigin& origin, SourceRange range);
  void stop(SourceRange range, std::string message);
  // Begins a call, include or insertion, one level deeper. False, and reported, beyond the limits.
  bool enter(const XmlElement& at);
  void leave() { --depth_; }
  // An attribute that a word of xacro needs; null, and reported, if it is missing.
  const XmlAttribute* required(const XmlElement& word, std::string_view name);
  // Reports the absence of an attribute: at an unknown one that is probably meant as it, with a fix that
  // renames that; else at the tag, with `help` behind the message.
  void report_missing(Rule rule, const XmlElement& word, std::string_view name, std::string message,
                      std::string_view help = {});
  // Reports attributes that a word does not have, but for those that are meant as a required one.
  void check_attributes(const XmlElement& element, std::string_view word);
  // A text in the evaluation that has just been made, which gave `value`, for the trace.
  TracedText traced_text(const XmlText& text, Scope& scope, const Value& value);
  // Returns how an argument gets its value: "length:=VALUE on the command line".
  std::string how_given(std::string_view argument) const;
  // An <include> of SDF: arguments have their defaults alone.
  bool is_given_none = false;
  // Records the meaning of a name, if names are recorded. Both places are of documents.
  void record(ProgramName::Kind kind, std::string_view name, SourceRange use, SourceRange definition) {
    if (ProgramNames* names = expansions.names())
      names->add({kind, name, expansions.written(use), expansions.written(definition)});
  }
  // The path that a relative name means where it stands.
  std::string absolute(std::string_view name) const;
  // The path of a file that is read, as messages show it: from the working folder, where the main file's path
  // begins there and the file lies below it.
  std::string named_like_main(const std::string& path) const;

  // Remembers an element that would be a word of xacro with its prefix.
  void add_without_prefix(const XmlElement& element);
  // True if `name` is unknown at `use` because the element that would define it has no prefix. The finding,
  // which is one of `rule`, stands at that element, once. `word` is what would define it: property, arg or
  // macro.
  bool lacks_prefix(std::string_view word, std::string_view name, Rule rule, SourceRange use);

  FrontendContext& context;
  Trace* const trace;
  Expansions& expansions;
  Budget budget;
  TextTemplates templates;
  Arguments arguments;
  Reading reading;
  std::vector<OpenFile> open_files;
  bool stopped = false;         // beyond a limit
  bool include_failed = false;  // which was reported: what its file would define is missing, and is not told

 private:
  struct WithoutPrefix {
    const XmlElement* element = nullptr;
    FileId file = 0;  // as seen
    bool reported = false;
  };
  std::vector<WithoutPrefix> without_prefix_;
  std::size_t depth_ = 0;        // of calls, includes and insertions
  std::uint64_t bytes_ = 0;      // that the expansion has taken
  std::string working_folder_;   // with '/' at its end; empty: paths are shown as they are
  FileId plain_ = 0, seen_ = 0;  // the last file that was looked up
  const SourceStep* step_ = nullptr;
};

// Reads a part of the documents through another chain while it lives.
class ReadThrough {
 public:
  ReadThrough(Expansion& run, Reading reading) : run_(run), before_(run.reading) { run.reading = reading; }
  ~ReadThrough() { run_.reading = before_; }
  ReadThrough(const ReadThrough&) = delete;
  ReadThrough& operator=(const ReadThrough&) = delete;

 private:
  Expansion& run_;
  Reading before_;
};

// Bytes that an element takes without its children, with the spare room beside it in its parent.
std::uint64_t memory_of(const XmlElement& element);

// The bytes of a document that say a part of a text, also where entities stand in it.
SourceRange part_of(const XmlText& text, std::size_t begin, std::size_t end, const SourceManager& sources);

}  // namespace romas::xacro
