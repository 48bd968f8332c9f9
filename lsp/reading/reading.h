// A robot as the compiler reads it from the texts of one moment: what every feature works on.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/project/project_file.h"
#include "driver/several/baseline.h"
#include "driver/stages/compile.h"
#include "lsp/protocol/positions.h"
#include "lsp/reading/file_stamp.h"
#include "lsp/reading/mended_text.h"
#include "lsp/reading/moved_offsets.h"
#include "lsp/reading/names.h"
#include "lsp/reading/program_table.h"
#include "support/sources/source_manager.h"

namespace romas::lsp {

// How the files of a project are compiled.
struct ProjectRequest {
  driver::CompileRequest request;
  driver::Pipelines pipelines;
  std::string file;                  // the project file that counts; empty: none
  bool may_be_made = true;           // a project file counts that is written beside the robots
  std::vector<driver::Input> roots;  // that the project file names
  std::string baseline;              // empty: none
  std::string identity;              // requests that read a text differently have different ones
  std::string problem;               // why the project file or the baseline does not count; empty: it does
};

// The stamps of files by key, which tell whether the files are still those that were read. A file that is not
// there has no stamp.
using FileStamps = std::map<std::string, std::optional<FileStamp>>;

class Reading {
 public:
  // `servo_map`: the path of a map that is applied to the robot; empty: none. Without an input the map is
  // read alone.
  Reading(driver::Input input, const ProjectRequest& project,
          std::shared_ptr<const SourceManager::Texts> texts, std::string servo_map = {});

  // The key of the map; empty: none.
  const std::string& servo_map() const { return servo_map_; }
  // Names the input and the servo map of the reading.
  std::string label() const;

  const driver::Input& input() const { return input_; }
  // The texts of the editor that it was made from.
  const SourceManager::Texts& texts() const { return *texts_; }
  const driver::CompileResult& result() const { return result_; }
  const SourceManager& sources() const { return *result_.sources; }
  // The robots of the input; of an SRDF the one that it is about.
  const std::vector<Model>& models() const { return result_.semantics ? result_.described : result_.models; }
  const std::optional<Semantics>& semantics() const { return result_.semantics; }
  // Null: the SRDF's robot was not found.
  const Model* model(std::uint32_t robot) const {
    return robot < models().size() ? &models()[robot] : nullptr;
  }
  const NameTable& names() const { return names_; }
  const ProgramTable& program() const { return program_; }
  // No two readings of a process have the same number. Addresses of texts return when readings are forgotten.
  std::uint64_t serial() const { return serial_; }
  // How long the compiler took.
  std::chrono::milliseconds time() const { return time_; }

  // The text of a file (by its key) in this reading; 0: it was not read.
  FileId file(const std::string& key) const;
  // By key.
  const std::map<std::string, FileId>& files() const { return files_; }
  // The key of a text; empty for what is no file.
  const std::string& key(FileId file) const;

  // All of the text was understood: there are robots, or an SRDF.
  bool is_meaningful() const;
  // The text has mistakes of syntax: it is what could be read around them.
  bool is_broken() const;
  // Texts without mistakes, in a format that is known: they may have other errors.
  bool is_sound() const;
  // There is no robot and no error: the text has definitions for other files.
  bool is_library() const;
  // Whether the texts that it was read from are still those of the editor and the disk.
  bool is_current(const SourceManager::Texts& texts) const;
  // The same robot with the broken parts of its texts as they were before; null if that is not known.
  const std::shared_ptr<const Reading>& before_mistakes() const { return before_mistakes_; }
  // Compiles the texts with the parts around their mistakes as they were in an earlier, sound reading, or
  // takes that reading if these are its texts.
  void look_back(const std::shared_ptr<const Reading>& sound, const ProjectRequest& project);
  // The findings to show: those of the reading, or, around its mistakes, those that were there before.
  struct Shown {
    const Reading* reading;  // this one, or before_mistakes()
    const romas::Diagnostic* finding;
  };
  std::vector<Shown> shown_findings() const;
  // Whether the reading has a finding, shown or held back; if there is one before its mistakes, whether that
  // has it.
  bool knows(Rule rule, std::string_view message) const;
  // The stamps of the files that were not open. Returns nullopt if one of them may have changed while it was
  // read.
  std::optional<FileStamps> stamps() const {
    return changed_while_read_ ? std::nullopt : std::optional(stamps_);
  }

 private:
  using PutBack = std::map<std::string, std::vector<PartPutBack>>;  // by the key of the file
  // Puts back parts of a sound reading in the texts of files with mistakes: those at the mistakes, or those
  // that change tags.
  PutBack put_back(const Reading& sound, bool is_at_mistakes, SourceManager::Texts& texts) const;

  driver::Input input_;
  std::string servo_map_;
  std::shared_ptr<const SourceManager::Texts> texts_;
  driver::CompileResult result_;
  std::vector<romas::Diagnostic> held_back_;
  std::shared_ptr<const Reading> before_mistakes_;
  PutBack put_back_;
  NameTable names_;
  ProgramTable program_;
  std::map<std::string, FileId> files_;
  FileStamps stamps_;                // of files that were not open
  bool changed_while_read_ = false;  // a file may have: the next question reads again
  std::chrono::milliseconds time_{0};
  static std::uint64_t next_serial();
  std::uint64_t serial_ = next_serial();
};

}  // namespace romas::lsp
