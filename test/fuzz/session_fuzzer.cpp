// Sessions of romas-lsp, a step for each few bytes: documents that are opened, edited, renamed in and closed,
// requests that are cancelled, files that other programs write, a folder that goes and comes. Afterwards the
// findings and outlines are those of a server that has just opened the same texts.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "driver/request/pipelines.h"
#include "lsp/protocol/positions.h"
#include "support/text/text.h"
#include "test/fuzz/fuzzing.h"
#include "tools/romas-lsp/errors.h"
#include "tools/romas-lsp/session.h"

namespace {

using namespace romas;
using namespace romas::lsp;
using fuzzing::require;

struct SomeFile {
  const char *name, *language, *text;
};
// One robot in three files, with an SRDF and controllers in a package of their own, and a program that uses
// it.
constexpr SomeFile kFiles[] = {
    {"arm/arm.urdf.xacro", "xml", R"(<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts.xacro"/>
  <xacro:property name="long" value="0.3"/>
  <link name="base"/>
  <xacro:bar prefix="left_" length="${long}"/>
  <xacro:if value="0"><xacro:bar prefix="right_" length="${2 * long}"/></xacro:if>
</robot>
)"},
    {"arm/parts.xacro", "xml", R"(<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="bar" params="prefix length">
    <link name="${prefix}bar"><inertial><mass value="${length}"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="${prefix}hinge" type="revolute"><parent link="base"/><child link="${prefix}bar"/>
      <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="10" velocity="2"/></joint>
  </xacro:macro>
</robot>
)"},
    {"arm_moveit/arm.srdf", "xml", R"(<robot name="arm">
  <group name="all"><joint name="left_hinge"/></group>
  <group_state name="home" group="all"><joint name="left_hinge" value="0"/></group_state>
</robot>
)"},
    {"arm_moveit/controllers.yaml", "yaml",
     "arm_controller:\n  ros__parameters:\n    joints:\n      - left_hinge\n"},
    {"arm/tip.urdf", "xml", "<robot name=\"tip\"><link name=\"tip\"/></robot>\n"},
    {"arm/cell.romas", "romas", R"(import "tip.urdf" as tip;
let far = 1 m;
robot cell {
  link floor;
  use tip as tool;
  joint mount : fixed floor -> tool.tip { at xyz(far, 0, 0); }
}
)"},
};
constexpr std::size_t kCount = std::size(kFiles);
constexpr std::string_view kTyped[] = {"<",
                                       ">",
                                       "/",
                                       "\"",
                                       "'",
                                       "${",
                                       "}",
                                       "{",
                                       ";",
                                       "<!--",
                                       "-->",
                                       "\n",
                                       " ",
                                       "x",
                                       "left_",
                                       "long",
                                       "é",
                                       "<link name=\"a\"/>",
                                       "<xacro:if value=\"0\">",
                                       "</robot>",
                                       "link a;",
                                       "- ",
                                       ": ",
                                       "hinge",
                                       "tip",
                                       "0"};
constexpr const char* kAsked[] = {
    "diagnostic",          "documentSymbol", "hover",         "definition",          "completion",
    "references",          "codeLens",       "signatureHelp", "semanticTokens/full", "inlayHint",
    "documentLink",        "codeAction",     "prepareRename", "foldingRange",        "prepareCallHierarchy",
    "prepareTypeHierarchy"};

// The files on the disk, which are those of kFiles in front of each session.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "romas-fuzz-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, "no folder", name);
    path_ = std::filesystem::canonical(name).string();
    for (const char* package : {"arm", "arm_moveit"}) {
      std::filesystem::create_directories(concat(path_, "/here/", package));
      std::ofstream(concat(path_, "/here/", package, "/package.xml"))
          << "<package><name>" << package << "</name></package>";
    }
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string here() const { return path_ + "/here"; }
  std::string output() const { return path_ + "/output"; }
  std::string file(std::size_t i) const { return concat(here(), "/", kFiles[i].name); }
  // A file gets the time of a change, as its size may be the same.
  void write(std::size_t i, const std::string& text) {
    if (disk_[i] == text) return;
    std::ofstream(file(i)) << text;
    std::filesystem::last_write_time(
        file(i), std::filesystem::file_time_type::clock::now() + std::chrono::milliseconds(++writes_));
    disk_[i] = text;
  }
  const std::string& text(std::size_t i) { return disk_[i]; }

 private:
  std::string path_;
  std::map<std::size_t, std::string> disk_;
  int writes_ = 0;
};

// A server in this thread, and its client.
class Client {
 public:
  explicit Client(const Folder& folder)
      : output_(::open(folder.output().c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600)),
        input_(::open(folder.output().c_str(), O_RDONLY)),
        reader_(input_),
        session_(settings(), -1, output_) {
    ::unlink(folder.output().c_str());  // the next client has a file of its own
    const Json folders = Json::array({{{"uri", uri_of_path(folder.here())}, {"name", "here"}}});
    request("initialize", {{"capabilities", {{"textDocument", {{"diagnostic", Json::object()}}}}},
                           {"workspaceFolders", folders}});
    notify("initialized", Json::object());
  }
  ~Client() {
    request("shutdown", nullptr);
    notify("exit", nullptr);
    ::close(output_);
    ::close(input_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(const Json& message) {
    session_.arrive(message.dump());
    session_.take_waiting();
  }
  void notify(const char* method, const Json& parameters) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  // A cancelled request has an answer, too.
  Json request(const std::string& method, const Json& parameters, bool is_cancelled = false) {
    const int id = ++last_;
    session_.arrive(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}}.dump());
    if (is_cancelled)
      session_.arrive(
          Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", id}}}}.dump());
    session_.take_waiting();
    while (auto content = reader_.next()) {
      Json message = Json::parse(*content);
      if (message.value("id", Json()) != id || message.contains("method")) continue;
      check(message, method);
      return message;
    }
    require(false, "a request without an answer", method);
    return {};
  }

 private:
  static SessionSettings settings() {
    SessionSettings made;
    made.has_threads = false;
    made.compilation = [](const std::vector<std::string>&, std::string&) {
      return [](const std::string&) {
        ProjectRequest project;
        std::string error;
        driver::make_pipelines(project.request, project.pipelines, error);
        return project;
      };
    };
    return made;
  }
  static void check(const Json& message, const std::string& method) {
    if (!message.contains("error")) return;
    const int code = message.at("error").at("code");
    const bool may_refuse = method.find("ename") != std::string::npos;
    require(code == kRequestCancelled || code == kContentModified || (may_refuse && code == kRequestFailed),
            "an error", method + ": " + message.dump());
  }

  int output_, input_, last_ = 0;
  MessageReader reader_;
  Session session_;
};

// Reads the steps of a session from bytes.
class Editor {
 public:
  Editor(Folder& folder, const std::uint8_t* data, std::size_t size)
      : folder_(folder), data_(data), size_(size), client_(folder) {}

  void play() {
    constexpr int kMost = 60;
    for (int i = 0; i < kMost && at_ < size_; ++i) step();
    // The files are those that the other server finds.
    Client fresh(folder_);
    for (const auto& [i, text] : texts_) open_in(fresh, i, text);
    compare(fresh);
  }

 private:
  std::size_t next(std::size_t below) { return at_ < size_ ? data_[at_++] % below : 0; }
  // A place in a text, as parts of 256 of its length and some bytes more.
  std::size_t place(const std::string& text) {
    std::size_t at = text.size() * next(256) / 256 + next(8);
    at = std::min(at, text.size());
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
    return at;
  }
  Json document(std::size_t i) const { return {{"uri", uri_of_path(folder_.file(i))}}; }
  static Json position(const std::string& text, std::size_t at) {
    return write_json(TextPositions(text, PositionEncoding::utf16).position(at));
  }
  void open_in(Client& client, std::size_t i, const std::string& text) const {
    Json opened = document(i);
    opened.update({{"languageId", kFiles[i].language}, {"version", 1}, {"text", text}});
    client.notify("textDocument/didOpen", {{"textDocument", opened}});
  }

  void step() {
    const std::size_t kind = next(16), i = next(kCount);
    const auto open = texts_.find(i);
    if (kind == 0) return change_disk(i);
    if (kind == 1) return change_folders();
    if (open == texts_.end()) {
      texts_[i] = folder_.text(i);
      return open_in(client_, i, texts_[i]);
    }
    if (kind == 2) {
      texts_.erase(open);
      return client_.notify("textDocument/didClose", {{"textDocument", document(i)}});
    }
    if (kind < 5) return rename(i);
    if (kind < 8) return ask(i);
    if (kind == 8) return replace(i, 0, open->second.size(), folder_.text(i));
    edit(i);
  }
  void replace(std::size_t i, std::size_t begin, std::size_t end, const std::string& put) {
    std::string& text = texts_[i];
    Json changed = document(i);
    changed["version"] = ++version_;
    const Json range = {{"start", position(text, begin)}, {"end", position(text, end)}};
    client_.notify(
        "textDocument/didChange",
        {{"textDocument", changed}, {"contentChanges", Json::array({{{"range", range}, {"text", put}}})}});
    text.replace(begin, end - begin, put);
  }
  void edit(std::size_t i) {
    const std::string& text = texts_[i];
    const std::size_t begin = place(text);
    std::size_t end = std::min(begin + std::array{0, 0, 1, 6, 40}[next(5)], text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    const std::size_t word = next(std::size(kTyped) + 4);
    constexpr std::size_t kLargest = 4000;
    replace(i, begin, end,
            word < std::size(kTyped) && text.size() < kLargest ? std::string(kTyped[word]) : std::string());
  }
  void ask(std::size_t i) {
    const std::string& text = texts_[i];
    const std::string method = kAsked[next(std::size(kAsked))];
    const Json everything = {{"start", position(text, 0)}, {"end", position(text, text.size())}};
    client_.request("textDocument/" + method,
                    {{"textDocument", document(i)},
                     {"position", position(text, place(text))},
                     {"range", everything},
                     {"context", {{"diagnostics", Json::array()}, {"includeDeclaration", true}}}},
                    next(4) == 0);
  }
  // Edits of files that are not open are made on the disk.
  void rename(std::size_t i) {
    const std::string& text = texts_[i];
    const std::string name = concat("renamed", next(4));
    const Json answer = client_.request(
        "textDocument/rename",
        {{"textDocument", document(i)}, {"position", position(text, place(text))}, {"newName", name}});
    if (!answer.contains("result") || !answer.at("result").contains("changes")) return;
    for (const auto& [target, edits] : answer.at("result").at("changes").items())
      for (std::size_t file = 0; file < kCount; ++file) {
        if (uri_of_path(folder_.file(file)) != target) continue;
        const bool is_open = texts_.contains(file);
        const std::string was = is_open ? texts_[file] : folder_.text(file);
        const std::string now = edited(was, edits);
        if (is_open)
          replace(file, 0, was.size(), now);
        else
          write(file, now);
      }
  }
  static std::string edited(const std::string& text, const Json& edits) {
    const TextPositions positions(text, PositionEncoding::utf16);
    std::map<std::size_t, std::pair<std::size_t, std::string>> places;
    for (const Json& edit : edits) {
      lsp::TextEdit read;
      read_json(edit, read, "edit");
      places[positions.offset(read.range.start)] = {positions.offset(read.range.end), read.newText};
    }
    std::string now;
    std::size_t at = 0;
    for (const auto& [begin, put] : places) {
      require(at <= begin && begin <= put.first, "edits overlap", edits.dump());
      now += text.substr(at, begin - at) + put.second;
      at = put.first;
    }
    return now + text.substr(at);
  }
  void write(std::size_t i, const std::string& text) {
    folder_.write(i, text);
    Json change = document(i);
    change["type"] = 2;
    client_.notify("workspace/didChangeWatchedFiles", {{"changes", Json::array({change})}});
  }
  void change_disk(std::size_t i) {
    std::string text = folder_.text(i);
    const std::size_t begin = place(text);
    text.insert(begin, kTyped[next(std::size(kTyped))]);
    write(i, text);
  }
  void change_folders() {
    const Json folder = Json::array({{{"uri", uri_of_path(folder_.here())}, {"name", "here"}}}),
               none = Json::array();
    client_.notify("workspace/didChangeWorkspaceFolders",
                   {{"event", {{"added", none}, {"removed", folder}}}});
    if (!texts_.empty()) ask(texts_.begin()->first);
    client_.notify("workspace/didChangeWorkspaceFolders",
                   {{"event", {{"added", folder}, {"removed", none}}}});
  }

  // A text with mistakes leaves these alone: a server that knew the text before goes on to show what it had.
  static bool is_mistake(const Json& finding) {
    return finding.at("code") == "xml-malformed" || finding.at("code") == "syntax";
  }
  static Json answer(Client& client, const std::string& method, const Json& parameters) {
    return client.request(method, parameters).at("result");
  }
  void compare(Client& fresh) {
    constexpr std::array kCompared = {"textDocument/diagnostic", "textDocument/documentSymbol",
                                      "textDocument/documentLink"};
    std::map<std::pair<std::size_t, std::string_view>, std::pair<Json, Json>> answers;
    for (const auto& [i, text] : texts_)
      for (const char* method : kCompared) {
        const Json parameters = {{"textDocument", document(i)}};
        answers[{i, method}] = {answer(client_, method, parameters), answer(fresh, method, parameters)};
      }
    // A robot with errors in any of its files may be shown as it was without them.
    bool is_broken = false, has_errors = false;
    for (std::size_t i = 0; i < kCount; ++i)
      if (!texts_.contains(i)) open_in(fresh, i, folder_.text(i));
    for (std::size_t i = 0; i < kCount; ++i)
      for (const Json& finding : findings_of(fresh, i)) {
        is_broken = is_broken || is_mistake(finding);
        has_errors = has_errors || finding.at("severity") == 1;
      }
    for (const auto& [asked, pair] : answers) {
      const auto& [here, there] = pair;
      const bool is_findings = asked.second == kCompared[0];
      if (!is_findings && has_errors) continue;
      const bool is_same = is_findings && is_broken ? mistakes(here) == mistakes(there) : here == there;
      require(is_same, "another answer than that of a fresh server",
              concat(asked.second, " ", describe(asked.first, here, there)));
    }
  }
  Json findings_of(Client& client, std::size_t i) const {
    return answer(client, "textDocument/diagnostic", {{"textDocument", document(i)}}).at("items");
  }
  static Json mistakes(const Json& report) {
    Json found = Json::array();
    for (const Json& finding : report.at("items"))
      if (is_mistake(finding)) found.push_back(finding.at("range"));
    return found;
  }
  std::string describe(std::size_t i, const Json& here, const Json& there) {
    std::string all = concat(kFiles[i].name, "\nhere: ", here.dump(), "\nfresh: ", there.dump());
    for (std::size_t file = 0; file < kCount; ++file)
      all += concat("\n--- ", kFiles[file].name, texts_.contains(file) ? " (open)\n" : "\n",
                    texts_.contains(file) ? texts_[file] : folder_.text(file));
    return all;
  }

  Folder& folder_;
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
  Client client_;
  std::map<std::size_t, std::string> texts_;  // of open documents
  int version_ = 1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Folder folder;
  for (std::size_t i = 0; i < kCount; ++i) folder.write(i, kFiles[i].text);
  Editor(folder, data, size).play();
  return 0;
}
