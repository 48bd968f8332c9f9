// Keeps results of inputs for later runs (--cache). docs/scale.md says what is kept, and when it is used.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "driver/cache/cache_folder.h"
#include "driver/host/known_files.h"
#include "driver/stages/compile.h"
#include "support/files/files.h"

namespace romas::driver {

// An entry is found by everything that is known before an input is worked on: the program, its options, the
// working folder, the name, arguments and content of the input. It counts if all other answers of the disk
// and the environment are what they were when it was made. May be used from several threads.
class ResultCache {
 public:
  // `options`: the program and all that it was told, but for the inputs. Two runs of which the same input may
  // have different results have different ones.
  ResultCache(std::unique_ptr<CacheFolder> folder, std::string options,
              std::shared_ptr<PackageIndex> packages);

  // Results depend on more than was known before. Call it before they are looked for.
  void depend_on(std::string_view more) { options_ += more; }

  // The kinds of entries that an input can have. Each has its own format.
  enum class Kind : std::uint8_t { result, part, reading };

  // An input at the beginning of the work on it.
  struct Place {
    std::string key;   // empty: nothing can be kept of the input
    std::string text;  // of the input
    ContentHash hash;
  };
  Place place_of(Kind kind, const Input& input) const;
  // Returns the content of an entry, if it still counts.
  std::optional<std::string> find(const Place& place, const Input& input);
  void keep(const Place& place, const Input& input, const FileRecord& record, std::string_view content);

  // For a run that needs only the text of findings of each input: the function that makes the text of a
  // result, and a name that tells this form of text from others. There is no text for results that are needed
  // as data.
  struct Form {
    std::string name;
    std::function<std::optional<std::string>(const CompileResult&)> show;
  };
  void show_as(Form form) { form_ = std::move(form); }

  // Returns the result of an input, from the cache or by compiling it. With a form, a known result may have
  // only its text and its tally. The request and the pipelines must live as long as the result.
  CompileResult compile(const Input& input, const CompileRequest& request, const Pipelines& pipelines);

  // From now on, entries wait for write_waiting() (CacheFolder).
  void write_later() { folder_->write_later(); }
  void write_waiting(const std::function<bool()>& go_on) { folder_->write_waiting(go_on); }

  // Removes old entries, and says why entries could not be written: a sentence, or nothing.
  std::string finish();

 private:
  std::optional<CompileResult> restore(std::string_view content, const Input& input,
                                       const std::string& text) const;

  std::unique_ptr<CacheFolder> folder_;
  std::string options_;
  Form form_;
  KnownFiles files_;
};

}  // namespace romas::driver
