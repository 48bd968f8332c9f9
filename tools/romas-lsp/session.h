// The conversation with one client: which messages come when, and what answers them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lsp/features/edits/formatting.h"
#include "lsp/features/shown/inlay_hints.h"
#include "lsp/protocol/editing_types.h"
#include "lsp/protocol/session_types.h"
#include "lsp/workspace/workspace.h"
#include "support/process/stop.h"
#include "tools/romas-lsp/progress.h"
#include "tools/romas-lsp/transport.h"

namespace romas::lsp {

struct SessionSettings {
  // How projects are compiled, with further arguments that the client gives. `error` says what is wrong with
  // these.
  std::function<RequestOfProject(const std::vector<std::string>& arguments, std::string& error)> compilation;
  std::string rule_pages;  // a folder; empty: none
  // The folder that keeps the index from session to session, unless the client says otherwise; empty: none.
  std::string cache;
  bool has_threads = true;  // false: the session works only while one of its functions runs
};

class Session {
 public:
  Session(SessionSettings settings, int input, int output);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Until the client ends it; returns the exit status: 0 after "shutdown", else 1.
  int run();

  // For a host that reads the messages itself. arrive() takes the content of one; take_waiting() answers what
  // has arrived and tells what is due. It returns when something else will be due; nothing: only after the
  // next message.
  void arrive(std::string content);
  std::optional<std::chrono::milliseconds> take_waiting();
  // The status of run(), once the client has ended the session.
  std::optional<int> exit_status() const { return exit_; }

 private:
  using Clock = std::chrono::steady_clock;
  enum class State : std::uint8_t { created, initialized, shut_down };

  // --- messages (session.cpp) ---
  void read_messages();                   // on a thread of its own
  void cancel(const Json& message);       // `mutex_` is held
  std::optional<Json> waiting_message();  // `mutex_` is held
  std::optional<Json> next_message();
  void take(const Json& message);
  void answer(const Json& id, const std::string& method, const Json& parameters);
  Json wanted_result(const Json& id, const std::string& method, const Json& parameters, int& reason);
  Json result_of(const std::string& method, const Json& parameters);
  void notify(const std::string& method, const Json& parameters);
  // Why nobody wants the answer to a request any more, as the code of an error: it was cancelled, or a change
  // of the document that it is about waits behind it. 0: somebody does.
  int reason_to_stop(const Json& id, const Json& parameters);
  // The answer to a request whose document has changed since it was sent.
  Json outdated_response(const Json& id, const std::string& method) const;
  // Whether the process that started the server has ended, though something else keeps the input open.
  bool has_lost_client() const;
  // Whether findings would be outdated when they are told.
  bool has_waiting_change();
  // Asks again where a message has arrived since.
  Stoppable::IsUnwanted asked_at_arrivals(std::function<bool()> is_unwanted) const;
  void send(const Json& message);
  void send_notification(const std::string& method, const Json& parameters);
  void send_request(const std::string& method, const Json& parameters = nullptr);

  // --- the start (session.cpp) ---
  Json initialize(const Json& parameters);
  void initialized();

  // --- requests (requests.cpp) ---
  const Document& document_of(const TextDocumentIdentifier& document) const;
  View view_of(const TextDocumentIdentifier& document);
  Json hover(const TextDocumentPositionParams& parameters);
  Json definition(const TextDocumentPositionParams& parameters);
  Json references(const ReferenceParams& parameters);
  Json highlight(const TextDocumentPositionParams& parameters);
  Json document_symbols(const DocumentParams& parameters);
  Json workspace_symbols(const WorkspaceSymbolParams& parameters);
  Json code_actions(const CodeActionParams& parameters);
  Json prepare_rename(const TextDocumentPositionParams& parameters);
  Json rename(const RenameParams& parameters);
  Json format(const FormattingParams& parameters);
  Json format_range(const RangeFormattingParams& parameters);
  Json complete(const TextDocumentPositionParams& parameters);
  Json signature_help(const TextDocumentPositionParams& parameters);
  Json folding_ranges(const DocumentParams& parameters);
  Json selection_ranges(const SelectionRangeParams& parameters);
  Json linked_editing(const TextDocumentPositionParams& parameters);
  Json document_colors(const DocumentParams& parameters);
  Json color_presentations(const ColorPresentationParams& parameters);
  Json inlay_hints(const RangeParams& parameters);
  Json tokens(const DocumentParams& parameters);
  Json tokens_delta(const TokensDeltaParams& parameters);
  Json tokens_in_range(const RangeParams& parameters);
  Json keep_tokens(const std::string& uri, SemanticTokens tokens);
  Json prepare_calls(const TextDocumentPositionParams& parameters);
  Json incoming_calls(const HierarchyParams& parameters);
  Json outgoing_calls(const HierarchyParams& parameters);
  Json prepare_links(const TextDocumentPositionParams& parameters);
  Json parent_links(const HierarchyParams& parameters);
  Json child_links(const HierarchyParams& parameters);
  Json code_lenses(const DocumentParams& parameters);
  Json execute_command(const ExecuteCommandParams& parameters);
  Json document_links(const DocumentParams& parameters);
  Json pull_diagnostics(const DocumentParams& parameters);

  // --- documents and findings (following.cpp) ---
  void did_open(const DidOpenTextDocumentParams& parameters);
  void did_change(const DidChangeTextDocumentParams& parameters);
  void did_save(const DocumentParams& parameters);
  void did_close(const DocumentParams& parameters);
  void did_change_watched_files(const DidChangeWatchedFilesParams& parameters);
  void did_change_folders(const DidChangeWorkspaceFoldersParams& parameters);
  void publish_later();
  void publish();
  void tell_findings();
  void watch_baselines();
  void watch(const std::string& id, const Json& pattern);  // files that the client is to tell of
  void tell_models();
  void start_index();
  void make_index(const std::vector<std::string>& folders);  // on a thread of its own
  void take_index();
  // Waits until the folders are looked through: what is asked of the whole workspace would name the open
  // files alone.
  void look_through();
  void end_search();
  // Tells the client that what it shows of the open documents may differ now, although no text changed.
  void ask_again();

  SessionSettings settings_;
  MessageReader reader_;
  MessageWriter writer_;
  RequestOfProject request_of_;
  std::optional<Workspace> workspace_;
  State state_ = State::created;
  std::optional<int> exit_;
  bool pulls_ = false;            // the client asks for diagnostics
  bool refreshes_pulls_ = false;  // and can be told to ask again
  // Methods of the requests that tell the client to ask again for other things than findings.
  std::vector<std::string> refreshes_;
  bool tokens_cancellable_ = false;  // a request for tokens may be given up by the server
  std::optional<std::int32_t> client_process_;
  bool document_changes_ = false;  // it reads versioned edits
  bool creates_files_ = false;     // and makes files
  bool renames_by_parts_ = false;  // it asks what a new name replaces (prepareSupport)
  bool annotates_edits_ = false;   // and shows what edits do before they are made
  bool watches_files_ = false;     // it can be asked to tell of changes on the disk
  std::set<std::string> watched_baselines_;
  bool relative_patterns_ = false;  // of files, beside those that begin anywhere
  bool snippets_ = false;           // it knows places in what is inserted
  HintKinds hints_;
  FormatSettings format_;
  Progress progress_{[this](const Json& message) { send(message); }};
  std::chrono::milliseconds progress_after_{1000};  // work that takes longer is shown
  bool has_head_ = false;                           // the client can bring a document's text of HEAD
  bool tells_models_ = false;                       // and wants to know when a robot changes
  // The client's state of the robot of each open document, by URI; null: the text had no meaning.
  std::map<std::string, std::shared_ptr<const Reading>> told_models_;
  // The tokens that the client has of a document, under a number that counts up.
  struct SentTokens {
    std::string id;
    SemanticTokens tokens;
  };
  std::map<std::string, SentTokens> tokens_;  // by URI
  int next_tokens_ = 1;
  int next_request_ = 1;

  std::mutex mutex_;  // of what follows
  std::condition_variable arrived_;
  std::deque<Json> queue_;
  std::string running_;                   // the id of the request that is being answered, as JSON
  std::set<std::string> cancelled_;       // ids of requests that wait or run, as JSON
  bool ended_ = false;                    // there will be no more messages
  std::optional<RootIndex> index_;        // that was just made
  bool is_searching_ = false;             // and one that is not made yet
  std::atomic<std::size_t> arrivals_{0};  // messages so far; counted behind what they change

  std::optional<Clock::time_point> publish_at_;
  std::chrono::milliseconds last_time_{0};  // that reading for diagnostics took
  std::map<std::string, Json> published_;   // by URI
  std::atomic<bool> stop_index_{false};
  std::atomic<bool> forget_index_{false};  // what was found is not kept: it is looked for again
  std::thread indexing_, reading_;
};

}  // namespace romas::lsp
