#include "driver/cache/kept_result.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "support/bytes/bytes.h"
#include "support/bytes/content_hash.h"

namespace romas::driver {

namespace {

// How the text of a file of the sources is kept.
enum class KeptText : std::uint8_t {
  unused,   // no finding refers to it
  on_disk,  // its size and hash are known
  inside,   // it is no file, or was read in another encoding
};

// The files that findings refer to; nothing if one is seen through an expansion.
class Referred {
 public:
  void add(SourceRange range) {
    if (Expansions::is_instance(range.file)) plain_ = false;
    if (range.file != 0) files_.insert(range.file);
  }
  void add(const std::vector<Diagnostic>& findings) {
    for (const Diagnostic& finding : findings) {
      add(finding.range);
      for (const DiagnosticNote& note : finding.notes) add(note.range);
      for (const FixIt& fix : finding.fixes) add(fix.range);
    }
  }
  bool plain() const { return plain_; }
  bool contains(FileId file) const { return files_.contains(file); }

 private:
  std::set<FileId> files_;
  bool plain_ = true;
};

void write_range(ByteWriter& to, SourceRange range) {
  to.number(range.file).number(range.begin).number(range.end);
}

void write_findings(ByteWriter& to, const std::vector<Diagnostic>& findings) {
  to.number(findings.size());
  for (const Diagnostic& finding : findings) {
    to.number(static_cast<std::uint64_t>(finding.rule));
    to.number(static_cast<std::uint64_t>(finding.severity));
    write_range(to, finding.range);
    to.text(finding.message).number(finding.instances);
    to.number(finding.notes.size());
    for (const DiagnosticNote& note : finding.notes) {
      write_range(to, note.range);
      to.text(note.message).flag(note.step);
    }
    to.number(finding.fixes.size());
    for (const FixIt& fix : finding.fixes) {
      write_range(to, fix.range);
      to.text(fix.replacement).flag(fix.guess);
    }
  }
}

void write_sources(ByteWriter& to, const CompileResult& result, const Referred& referred) {
  const SourceManager& sources = *result.sources;
  const std::set<std::string_view> read(result.files_read.begin(), result.files_read.end());
  to.number(sources.file_count());
  for (FileId file = 1; file <= sources.file_count(); ++file) {
    const std::string_view name = sources.name(file);
    const std::string_view text = sources.text(file);
    const bool on_disk = read.contains(name) && sources.original_text(file).data() == text.data();
    const KeptText how = !referred.contains(file) ? KeptText::unused
                         : on_disk                ? KeptText::on_disk
                                                  : KeptText::inside;
    to.text(name).number(static_cast<std::uint64_t>(how));
    if (how == KeptText::on_disk) to.text(content_hash(text).hex());
    if (how == KeptText::inside) to.text(text);
  }
}

void write_texts(ByteWriter& to, const std::vector<std::string>& texts) {
  to.number(texts.size());
  for (const std::string& text : texts) to.text(text);
}

class Reader {
 public:
  Reader(std::string_view kept, const Input& input, const std::string& text)
      : from_(kept), input_(input), text_(text) {}

  std::optional<CompileResult> read() {
    result_.status =
        static_cast<CompileStatus>(from_.number(static_cast<unsigned>(CompileStatus::unreadable)));
    result_.format = from_.text();
    result_.is_root = from_.flag();
    result_.unchecked = from_.flag();
    result_.printed = from_.text();
    read_texts(result_.files_read);
    for (std::size_t left = from_.count(); left > 0; --left)
      result_.unknown_servo_joints.push_back(from_.number(std::numeric_limits<std::size_t>::max()));
    for (std::size_t left = from_.count(); left > 0; --left) {
      OutputFile& file = result_.files.emplace_back();
      file.path = from_.text();
      file.text = from_.text();
      file.shared = from_.flag();
    }
    if (!read_sources()) return std::nullopt;
    result_.report.sources = result_.sources.get();
    read_findings(result_.report.diagnostics);
    read_findings(result_.losses);
    for (std::size_t left = from_.count(); left > 0; --left) {
      const Rule rule = read_rule();
      result_.report.omitted[rule] = from_.number();
    }
    result_.file = input_.file;
    result_.label = label(input_);
    if (!from_.done()) return std::nullopt;
    return std::move(result_);
  }

 private:
  void read_texts(std::vector<std::string>& texts) {
    for (std::size_t left = from_.count(); left > 0; --left) texts.emplace_back(from_.text());
  }

  Rule read_rule() { return static_cast<Rule>(from_.number(all_rules().size() - 1)); }

  // Within a text that is there.
  SourceRange read_range() {
    SourceRange range;
    range.file = static_cast<FileId>(from_.number(result_.sources->file_count()));
    const std::size_t size = range.file == 0 ? std::numeric_limits<std::uint32_t>::max()
                                             : result_.sources->text(range.file).size();
    range.end = 0;
    range.begin = static_cast<std::uint32_t>(from_.number(size));
    range.end = static_cast<std::uint32_t>(from_.number(size));
    if (range.end < range.begin) from_.fail();
    return range;
  }

  void read_findings(std::vector<Diagnostic>& findings) {
    for (std::size_t left = from_.count(); left > 0 && from_.ok(); --left) {
      Diagnostic& finding = findings.emplace_back();
      finding.rule = read_rule();
      finding.severity = static_cast<Severity>(from_.number(static_cast<unsigned>(Severity::error)));
      finding.range = read_range();
      finding.message = from_.text();
      finding.instances = from_.number();
      for (std::size_t notes = from_.count(); notes > 0; --notes) {
        DiagnosticNote& note = finding.notes.emplace_back();
        note.range = read_range();
        note.message = from_.text();
        note.step = from_.flag();
      }
      for (std::size_t fixes = from_.count(); fixes > 0; --fixes) {
        FixIt& fix = finding.fixes.emplace_back();
        fix.range = read_range();
        fix.replacement = from_.text();
        fix.guess = from_.flag();
      }
    }
  }

  bool read_sources() {
    for (std::size_t left = from_.count(); left > 0 && from_.ok(); --left) {
      std::string name(from_.text());
      const auto how = static_cast<KeptText>(from_.number(static_cast<unsigned>(KeptText::inside)));
      if (how == KeptText::on_disk) {
        if (!add_from_disk(std::move(name), from_.text())) return false;
      } else {
        result_.sources->add_text(std::move(name), std::string(how == KeptText::inside ? from_.text() : ""));
      }
    }
    return from_.ok();
  }

  bool add_from_disk(std::string name, std::string_view hash) {
    if (name == input_.file) {
      result_.sources->add_text(std::move(name), text_);
    } else {
      SourceManager::ReadError error;
      if (result_.sources->read_file(name, error) == 0) return false;
    }
    const auto file = static_cast<FileId>(result_.sources->file_count());
    return content_hash(result_.sources->text(file)).hex() == hash;
  }

  ByteReader from_;
  const Input& input_;
  const std::string& text_;
  CompileResult result_;
};

}  // namespace

std::optional<std::string> keep_result(const CompileResult& result) {
  Referred referred;
  referred.add(result.report.diagnostics);
  referred.add(result.losses);
  if (result.status == CompileStatus::internal_error || !result.copies.empty() || !result.shown.empty() ||
      result.report.sources == nullptr || !referred.plain())
    return std::nullopt;
  ByteWriter to;
  to.number(static_cast<std::uint64_t>(result.status)).text(result.format);
  to.flag(result.is_root).flag(result.unchecked).text(result.printed);
  write_texts(to, result.files_read);
  to.number(result.unknown_servo_joints.size());
  for (const std::size_t joint : result.unknown_servo_joints) to.number(joint);
  to.number(result.files.size());
  for (const OutputFile& file : result.files) to.text(file.path).text(file.text).flag(file.shared);
  write_sources(to, result, referred);
  write_findings(to, result.report.diagnostics);
  write_findings(to, result.losses);
  to.number(result.report.omitted.size());
  for (const auto& [rule, count] : result.report.omitted)
    to.number(static_cast<std::uint64_t>(rule)).number(count);
  return to.take();
}

std::optional<CompileResult> restore_result(std::string_view kept, const Input& input,
                                            const std::string& text) {
  return Reader(kept, input, text).read();
}

std::string keep_shown(const CompileResult& result, std::string_view shown) {
  ByteWriter to;
  to.number(static_cast<std::uint64_t>(result.status)).text(result.format).text(shown);
  const Tally::Found found = Tally::found_in(result.report);
  to.number(found.size());
  for (const auto& [rule, count] : found)
    to.number(static_cast<std::uint64_t>(rule.first))
        .number(static_cast<std::uint64_t>(rule.second))
        .number(count);
  return to.take();
}

std::optional<CompileResult> restore_shown(std::string_view kept, const Input& input) {
  ByteReader from(kept);
  CompileResult result;
  result.status = static_cast<CompileStatus>(from.number(static_cast<unsigned>(CompileStatus::unreadable)));
  result.format = from.text();
  result.shown = from.text();
  Tally::Found found;
  for (std::size_t left = from.count(); left > 0 && from.ok(); --left) {
    const Rule rule = static_cast<Rule>(from.number(all_rules().size() - 1));
    const auto severity = static_cast<Severity>(from.number(static_cast<unsigned>(Severity::error)));
    found[{rule, severity}] = from.number();
  }
  result.tally.add(found);
  result.sources.reset();
  result.file = input.file;
  result.label = label(input);
  return from.done() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace romas::driver
