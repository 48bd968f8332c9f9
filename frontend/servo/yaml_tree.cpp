#include "frontend/servo/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "support/text.h"

namespace romas {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Refusal {
  SourceRange range;
  std::string message;
};

// Takes the parser's events; its marks count bytes from behind the byte order mark.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(FileId file, std::string_view text, std::uint32_t start) : file_(file), text_(text), start_(start) {}

  YamlNode take_root() { return std::move(root_); }
  bool has_root() const { return has_root_; }

  SourceRange at(const YAML::Mark& mark) const { return range(mark, 1); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse(mark, "an anchor; every value is written out in a device file"); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse(mark, "an alias; every value is written out in a device file"); }

  // A value that is missing stands where its key does.
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    YamlNode node;
    const bool value = !open_.empty() && open_.back().keys.size() > open_.back().items.size();
    node.range = value ? open_.back().keys.back().range : range(mark, 0);
    add(std::move(node), mark);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    check_tag(mark, tag);
    if (value.size() > YamlNode::kMaxScalar) refuse(mark, concat("a text of more than ", YamlNode::kMaxScalar, " bytes"));
    YamlNode node;
    node.text = value;
    node.range = range(mark, 0);
    const std::string_view rest = text_.substr(node.range.begin);
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
      node.quoted = true;
      node.range.end += length_of_quoted(rest);
    } else if (rest.starts_with(value)) {
      node.range.end += static_cast<std::uint32_t>(value.size());
    } else {  // a text of several lines
      node.quoted = true;
      node.range.end += static_cast<std::uint32_t>(std::min(rest.find('\n'), rest.size()));
    }
    add(std::move(node), mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    check_tag(mark, tag);
    open(YamlNode::Kind::sequence, mark);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    check_tag(mark, tag);
    open(YamlNode::Kind::map, mark);
  }
  void OnMapEnd() override { close(); }

 private:
  SourceRange range(const YAML::Mark& mark, std::size_t length) const {
    const std::size_t begin = std::min(text_.size(), start_ + static_cast<std::size_t>(std::max(mark.pos, 0)));
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min(text_.size(), begin + length))};
  }
  [[noreturn]] void refuse(const YAML::Mark& mark, std::string message) const { throw Refusal{range(mark, 1), std::move(message)}; }
  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (!tag.empty() && tag != "?" && tag != "!") refuse(mark, concat("a YAML tag '", tag, "'; a device file has none"));
  }

  static std::uint32_t length_of_quoted(std::string_view rest) {
    const char quote = rest.front();
    for (std::size_t i = 1; i < rest.size(); ++i) {
      if (quote == '"' && rest[i] == '\\') {
        ++i;
      } else if (rest[i] == quote) {
        if (quote == '"' || i + 1 >= rest.size() || rest[i + 1] != quote) return static_cast<std::uint32_t>(i + 1);
        ++i;
      }
    }
    return static_cast<std::uint32_t>(rest.size());
  }

  void add(YamlNode node, const YAML::Mark& mark) {
    if (++nodes_ > YamlNode::kMaxNodes) refuse(mark, concat("more than ", YamlNode::kMaxNodes, " values in a device file"));
    if (open_.empty()) {
      root_ = std::move(node);
      has_root_ = true;
      return;
    }
    YamlNode& parent = open_.back();
    parent.range.end = std::max(parent.range.end, node.range.end);
    const bool key = parent.kind == YamlNode::Kind::map && parent.keys.size() == parent.items.size();
    (key ? parent.keys : parent.items).push_back(std::move(node));
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark) {
    if (!open_.empty() && open_.back().kind == YamlNode::Kind::map && open_.back().keys.size() == open_.back().items.size())
      refuse(mark, "a key that is no plain name");
    if (open_.size() >= YamlNode::kMaxDepth) refuse(mark, concat("values nested more than ", YamlNode::kMaxDepth, " deep"));
    YamlNode node;
    node.kind = kind;
    node.range = range(mark, 1);
    open_.push_back(std::move(node));
  }

  void close() {
    YamlNode node = std::move(open_.back());
    open_.pop_back();
    YAML::Mark mark;
    mark.pos = static_cast<int>(node.range.begin - start_);
    add(std::move(node), mark);
  }

  FileId file_;
  std::string_view text_;
  std::uint32_t start_;
  std::vector<YamlNode> open_;  // from the root to the one that is being read
  YamlNode root_;
  std::size_t nodes_ = 0;
  bool has_root_ = false;
};

// What a text may not hold, before the parser sees it: it would take some of these for the end of the text.
std::optional<Refusal> find_foreign_bytes(FileId file, std::string_view text) {
  const auto refuse = [&](std::size_t offset, std::string message) {
    const auto at = static_cast<std::uint32_t>(offset);
    return Refusal{{file, at, static_cast<std::uint32_t>(std::min(text.size(), offset + 1))}, std::move(message)};
  };
  if (text.size() > YamlNode::kMaxText) return refuse(0, concat("a device file of more than ", YamlNode::kMaxText, " bytes"));
  if (const auto offset = find_invalid_utf8(text)) return refuse(*offset, "a byte that is not UTF-8");
  const auto control = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
  });
  if (control != text.end()) return refuse(static_cast<std::size_t>(control - text.begin()), "a control character");
  return std::nullopt;
}

YamlNode parse(FileId file, std::string_view text) {
  if (auto foreign = find_foreign_bytes(file, text)) throw std::move(*foreign);
  const std::size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  TreeBuilder builder(file, text, static_cast<std::uint32_t>(start));
  try {
    std::istringstream stream{std::string(text.substr(start))};
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (!builder.has_root()) throw Refusal{{file, 0, 0}, "an empty device file"};
    YamlNode root = builder.take_root();
    TreeBuilder rest(file, text, static_cast<std::uint32_t>(start));
    parser.HandleNextDocument(rest);
    if (rest.has_root()) throw Refusal{rest.take_root().range, "a second document; a device file has one"};
    return root;
  } catch (const YAML::Exception& problem) {
    throw Refusal{builder.at(problem.mark), concat("no YAML: ", problem.msg)};
  }
}

}  // namespace

std::optional<YamlNode> read_yaml(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics) {
  try {
    return parse(file, sources.text(file));
  } catch (const Refusal& refusal) {
    diagnostics.report(Rule::servo_device, refusal.range, refusal.message);
    return std::nullopt;
  }
}

}  // namespace romas
