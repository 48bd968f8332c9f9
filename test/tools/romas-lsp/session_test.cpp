// A session over pipes, in this process: what happens while a request is being answered.
#include "tools/romas-lsp/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "driver/request/pipelines.h"
#include "tools/romas-lsp/errors.h"

namespace romas::lsp {
namespace {

// A session with a client that has a robot open and its findings. If the baseline of the project changes, the
// thread that answers next reads the project again, and calls `within`.
class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    if (::pipe(to_.data()) != 0 || ::pipe(from_.data()) != 0) std::abort();
    reader_.emplace(from_[0]);
    std::filesystem::remove(baseline_);
    SessionSettings settings;
    settings.compilation = [this](const std::vector<std::string>&, std::string&) {
      return [this](const std::string&) {
        ProjectRequest made;
        std::string error;
        EXPECT_TRUE(driver::make_pipelines(made.request, made.pipelines, error)) << error;
        made.baseline = baseline_;
        if (within_) std::exchange(within_, nullptr)();
        return made;
      };
    };
    session_ = new Session(std::move(settings), to_[0], from_[1]);
    running_ = std::thread([this] { session_->run(); });
    request(1, "initialize", {{"capabilities", Json::object()}});
    notify("initialized", Json::object());
    open();
  }
  ~SessionTest() override {
    request(99, "shutdown", nullptr);
    notify("exit", nullptr);
    running_.join();
    // The thread that reads ends with the input; the session stays for it.
    static auto* const kept = new std::vector<Session*>();
    kept->push_back(session_);
    ::close(to_[1]);
    std::filesystem::remove(baseline_);
  }

  void send(const Json& message) { MessageWriter(to_[1]).write(message.dump()); }
  void notify(const char* method, const Json& parameters) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  void begin(int id, const char* method, const Json& parameters) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}});
  }
  Json next() { return Json::parse(reader_->next().value_or("null")); }
  Json answer(int id) {
    for (;;) {
      Json message = next();
      if (message.contains("id") && message.at("id") == id && !message.contains("method")) return message;
    }
  }
  Json request(int id, const char* method, const Json& parameters) {
    begin(id, method, parameters);
    return answer(id);
  }
  void open() {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", kUri}, {"languageId", "xml"}, {"version", 1}, {"text", kRobot}}}});
    while (next().value("method", "") != "textDocument/publishDiagnostics") continue;
  }
  // The next request does this while it is answered.
  void meanwhile(std::function<void()> work) {
    within_ = std::move(work);
    std::ofstream(baseline_) << "changed\n";
  }
  // Waits until the work of this thread is unwanted, as a long compilation does at its elements.
  static void work_for_ever() {
    for (;;) {
      stop_point();
      std::this_thread::yield();
    }
  }

  static constexpr const char* kUri = "file:///nowhere/r.urdf";
  static constexpr const char* kRobot = "<robot name='r'><link name='base'/></robot>";
  const Json document_ = {{"textDocument", {{"uri", kUri}}}};
  const std::string baseline_ = testing::TempDir() + "romas_session_baseline.json";
  std::array<int, 2> to_{}, from_{};
  std::optional<MessageReader> reader_;
  std::function<void()> within_;
  Session* session_ = nullptr;
  std::thread running_;
};

TEST_F(SessionTest, stopsWhatTheClientCancels) {
  meanwhile([this] {
    notify("$/cancelRequest", {{"id", 7}});
    work_for_ever();
  });
  const Json cancelled = request(7, "textDocument/documentSymbol", document_);
  EXPECT_EQ(cancelled.at("error").at("code"), kRequestCancelled) << cancelled;
  EXPECT_EQ(request(8, "textDocument/documentSymbol", document_).at("result").size(), 1U);
}

TEST_F(SessionTest, stopsWhatANewerTextOutdates) {
  meanwhile([this] {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", kUri}, {"version", 2}}},
            {"contentChanges", {{{"text", "<robot name='new'><link name='a'/></robot>"}}}}});
    work_for_ever();
  });
  const Json outdated = request(7, "textDocument/documentSymbol", document_);
  EXPECT_EQ(outdated.at("error").at("code"), kContentModified) << outdated;
  EXPECT_EQ(request(8, "textDocument/documentSymbol", document_).at("result")[0].at("name"), "new");
}

// The protocol lets the server give up a request for findings, which the client then sends again.
TEST_F(SessionTest, givesUpFindingsOfAnOlderText) {
  meanwhile([this] {
    notify("textDocument/didChange", {{"textDocument", {{"uri", kUri}, {"version", 2}}},
                                      {"contentChanges", {{{"text", "<robot name='new'/>"}}}}});
    work_for_ever();
  });
  const Json outdated = request(7, "textDocument/diagnostic", document_).at("error");
  EXPECT_EQ(outdated.at("code"), kServerCancelled) << outdated;
  EXPECT_EQ(outdated.at("data"), Json({{"retriggerRequest", true}})) << outdated;
  EXPECT_TRUE(request(8, "textDocument/diagnostic", document_).contains("result"));
}

// The cancelling of a request that was answered is not kept for a later one of the same number.
TEST_F(SessionTest, forgetsWhatCancelsNothing) {
  request(7, "textDocument/documentSymbol", document_);
  notify("$/cancelRequest", {{"id", 7}});
  EXPECT_TRUE(request(7, "textDocument/documentSymbol", document_).contains("result"));
}

}  // namespace
}  // namespace romas::lsp
