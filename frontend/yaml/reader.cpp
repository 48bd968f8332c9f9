#include "frontend/yaml/reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "support/text/text.h"

namespace romas {

namespace {

// Thrown where a text is refused; read_yaml catches and reports it.
struct Refused {
  Rule rule;
  SourceRange range;
  std::string message;
};

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(FileId file, std::string_view text, DiagnosticEngine& diagnostics, Rule rule,
              const YamlLimits& limits, YamlFeatures features)
      : file_(file),
        text_(text),
        diagnostics_(diagnostics),
        rule_(rule),
        limits_(limits),
        all_(features == YamlFeatures::all),
        tags_(features == YamlFeatures::tags) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw Refused{rule_, at(mark), "a file holds one document; this is a second one"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, anchor, {});
    YamlNode node;
    node.range = at(mark);
    // The parser's mark of an empty value is the place of what follows it.
    const std::string_view rest = text_.substr(node.range.begin);
    if (rest.starts_with('~'))
      node.range.end = node.range.begin + 1;
    else if (rest.starts_with("null") || rest.starts_with("Null") || rest.starts_with("NULL"))
      node.range.end = node.range.begin + 4;
    else if (!open_.empty() && open_.back().key)
      node.range = open_.back().key->range;
    add(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (!all_) refuse_alias(mark);
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) throw Refused{rule_, at(mark), "a value cannot hold itself"};
    count(mark, found->second.size);
    add(found->second.node, YAML::NullAnchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check(mark, anchor, tags_ ? std::string() : tag);
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.quoted = tag == "!";
    node.tag = written_tag(tag);
    node.text = value;
    node.range = at(mark);
    node.range.end = scalar_end(node.range.begin, value);
    add(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, YamlNode::Kind::sequence);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, YamlNode::Kind::mapping);
  }
  void OnMapEnd() override { close(); }

  // The place of a parser's mark. Marks count bytes after the byte order mark.
  SourceRange at(const YAML::Mark& mark) const {
    const std::size_t skipped = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    const std::size_t offset =
        std::min(mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos) + skipped, text_.size());
    return {file_, static_cast<std::uint32_t>(offset),
            static_cast<std::uint32_t>(std::min(offset + 1, text_.size()))};
  }
  [[noreturn]] void refuse_alias(const YAML::Mark& mark) const {
    throw Refused{rule_, at(mark),
                  "anchors (&) and aliases (*) are not read; write the value where it is used"};
  }
  YamlNode take_root() { return std::move(root_); }

 private:
  struct Open {
    YamlNode node;
    std::optional<YamlNode> key;  // of a mapping, when its value comes next
    std::unordered_map<std::string, SourceRange> keys;
    bool repeated = false;  // the key is a duplicate: its value is dropped
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::size_t nodes_before = 0;
  };
  struct Anchored {
    YamlNode node;
    std::size_t size;  // in nodes
  };

  static std::string written_tag(const std::string& tag) {
    return tag == "?" || tag == "!" ? std::string() : tag;
  }
  void check(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag) {
    if (anchor != YAML::NullAnchor && !all_) refuse_alias(mark);
    if (!all_ && !written_tag(tag).empty())
      throw Refused{rule_, at(mark), concat("tags such as '", tag, "' are not read; write the value alone")};
    count(mark, 1);
  }
  void count(const YAML::Mark& mark, std::size_t nodes) {
    nodes_ += nodes;
    if (nodes_ <= limits_.nodes) return;
    const std::string_view why = nodes > 1 ? " when its aliases are written out" : "";
    throw Refused{Rule::input_limit, at(mark),
                  concat("the file has more than ", limits_.nodes, " values", why)};
  }

  // The end of a scalar; of its first line, if its text spans several lines or differs from its value.
  std::uint32_t scalar_end(std::uint32_t begin, std::string_view value) const {
    const std::string_view rest = text_.substr(begin);
    std::size_t length = value.size();
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      for (length = 1; length < rest.size() && rest[length] != '\n'; ++length) {
        if (rest[0] == '"' && rest[length] == '\\') {
          ++length;
        } else if (rest[length] == rest[0]) {
          if (rest[0] == '"' || rest.substr(length + 1, 1) != "'") break;
          ++length;  // '' is a quote
        }
      }
      length = std::min(length + 1, rest.size());
    } else if (!rest.starts_with(value)) {
      length = std::min(rest.find('\n'), rest.size());
    }
    return begin + static_cast<std::uint32_t>(length);
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind) {
    check(mark, anchor, tag);
    if (open_.size() >= limits_.depth)
      throw Refused{Rule::input_limit, at(mark),
                    concat("lists and tables are nested deeper than ", limits_.depth)};
    Open entry;
    entry.node.kind = kind;
    entry.node.range = at(mark);
    entry.node.tag = written_tag(tag);
    entry.anchor = anchor;
    entry.nodes_before = nodes_ - 1;
    open_.push_back(std::move(entry));
  }

  void close() {
    Open entry = std::move(open_.back());
    open_.pop_back();
    add(std::move(entry.node), entry.anchor, nodes_ - entry.nodes_before);
  }

  void add(YamlNode node, YAML::anchor_t anchor, std::size_t size = 1) {
    if (anchor != YAML::NullAnchor) {
      nodes_ += size - 1;  // the copy that is kept; checked with the next node
      if (nodes_ <= limits_.nodes) anchored_.insert_or_assign(anchor, Anchored{node, size});
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    parent.node.range.end = std::max(parent.node.range.end, node.range.end);
    if (parent.node.kind == YamlNode::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      take_key(parent, std::move(node));
    } else {
      if (!parent.repeated) parent.node.entries.push_back({*std::move(parent.key), std::move(node)});
      parent.key.reset();
    }
  }

  void take_key(Open& parent, YamlNode node) {
    if (all_) {
      parent.key = std::move(node);
      return;
    }
    if (node.kind != YamlNode::Kind::scalar)
      throw Refused{rule_, node.range, concat("a key is a name, not ", describe(node))};
    const auto [first, fresh] = parent.keys.emplace(node.text, node.range);
    parent.repeated = !fresh;
    if (!fresh)
      diagnostics_.report(rule_, node.range, concat("'", node.text, "' occurs twice"))
          .note(first->second, "the first is here");
    parent.key = std::move(node);
  }

  FileId file_;
  std::string_view text_;
  DiagnosticEngine& diagnostics_;
  Rule rule_;
  YamlLimits limits_;
  bool all_;
  bool tags_;  // of scalars
  YamlNode root_;
  std::unordered_map<YAML::anchor_t, Anchored> anchored_;
  std::vector<Open> open_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

// Refuses invalid UTF-8 and control characters: the parser's marks after them would be wrong.
bool check_bytes(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  const auto wrong = [&](std::size_t offset, std::string_view why) {
    diagnostics.report(Rule::bad_encoding,
                       {file, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + 1)},
                       std::string(why));
    return false;
  };
  if (const auto offset = find_invalid_utf8(text)) return wrong(*offset, "this byte is not UTF-8");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F)
      return wrong(i, "the text holds a control character");
  }
  return true;
}

}  // namespace

YamlNode::YamlNode(const YamlNode&) = default;
YamlNode& YamlNode::operator=(const YamlNode&) = default;
YamlNode& YamlNode::operator=(YamlNode&&) noexcept = default;
YamlNode::~YamlNode() = default;

const YamlEntry* YamlNode::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const YamlEntry& entry) { return entry.key.text == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::string_view describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null: return "nothing";
    case YamlNode::Kind::scalar: return "a single value";
    case YamlNode::Kind::sequence: return "a list";
    case YamlNode::Kind::mapping: return "a table";
  }
  return {};
}

std::optional<YamlNode> read_yaml(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                                  Rule rule, const YamlLimits& limits, YamlFeatures features) {
  const std::string_view text = sources.text(file);
  if (text.size() > limits.bytes) {
    diagnostics.report(Rule::input_limit, {file, 0, 0},
                       concat("the file has more than ", limits.bytes, " bytes"));
    return std::nullopt;
  }
  if (!check_bytes(file, text, diagnostics)) return std::nullopt;
  TreeBuilder builder(file, text, diagnostics, rule, limits, features);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take_root();
  } catch (const Refused& refused) {
    diagnostics.report(refused.rule, refused.range, refused.message);
  } catch (const YAML::Exception& problem) {
    if (features != YamlFeatures::all && problem.msg.starts_with("the referenced anchor"))
      diagnostics.report(rule, builder.at(problem.mark),
                         "anchors (&) and aliases (*) are not read; write the value where it is used");
    else
      diagnostics.report(rule, builder.at(problem.mark), concat("this is not valid YAML: ", problem.msg));
  }
  return std::nullopt;
}

FileId open_yaml_file(const std::string& path, std::string_view what, FrontendContext& context) {
  SourceManager::ReadError error;
  const FileId file = context.sources.read_file(path, error, context.options.max_input);
  if (file != 0) {
    context.files_read.push_back(path);
    return file;
  }
  context.diagnostics.report(error.too_large ? Rule::input_limit : Rule::unreadable_file, {},
                             concat("cannot read the ", what, " '", path, "': ", error.reason,
                                    error.too_large ? "; --max-input raises the limit" : ""));
  return 0;
}

}  // namespace romas
