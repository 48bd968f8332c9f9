#include "tools/studio/server/http_server.h"

#include <utility>  // before asio 1.74, which needs it and does not say so

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <deque>
#include <functional>
#include <optional>

#include "support/text/text.h"
#include "tools/studio/server/beast_messages.h"
#include "tools/studio/server/shared.h"

namespace romas::studio {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;

// A WebSocket. A page that does not read costs no memory: the outbox keeps the newest of each kind alone.
class Live : public Listener, public std::enable_shared_from_this<Live> {
 public:
  Live(tcp::socket socket, std::unique_ptr<Place> place, Shared& shared)
      : stream_(std::move(socket)), place_(std::move(place)), shared_(shared) {}
  ~Live() override { shared_.live.erase(this); }

  void start(const Message& message) {
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = shared_.limits.patience;
    timeout.idle_timeout = 2 * shared_.limits.patience;  // a ping goes out at half of it
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.read_message_max(LiveMessages::kLargest);
    stream_.auto_fragment(false);
    stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
      set_headers(response);
      response.set(http::field::sec_websocket_protocol, view(kLiveProtocol));
    }));
    stream_.async_accept(message, [self = shared_from_this()](beast::error_code error) {
      if (error) return;
      self->shared_.live.insert(self.get());
      self->tell(self->shared_.api.revision());
      self->read();
    });
  }

  void tell(std::uint64_t revision) override {
    outbox_.tell(revision);
    go_on();
  }
  void tell_progress() override {
    outbox_.tell_progress();
    go_on();
  }

 private:
  // Sends what waits, one message at a time.
  void go_on() {
    if (!writing_.empty() || closing_) return;
    auto message = outbox_.next(shared_.api.live_messages());
    if (!message) return;
    if (message->kind == LiveAnswer::Kind::malformed) return close(message->data);
    write(std::move(message->data), message->kind == LiveAnswer::Kind::event);
  }

  void write(std::string message, bool is_text) {
    writing_ = std::move(message);
    stream_.text(is_text);
    stream_.async_write(asio::buffer(writing_),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
                          self->writing_.clear();
                          if (!error) self->go_on();
                        });
  }

  void close(std::string_view why) {
    closing_ = true;
    stream_.async_close({websocket::close_code::bad_payload, view(why)},
                        [self = shared_from_this()](beast::error_code) {});
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error || self->closing_) return;
      if (self->stream_.got_text()) return self->close("messages are binary");
      self->outbox_.ask(beast::buffers_to_string(self->buffer_.data()));
      self->buffer_.consume(self->buffer_.size());
      // All that has arrived meanwhile is read before anything is computed.
      asio::post(self->stream_.get_executor(), [self] { self->go_on(); });
      self->read();
    });
  }

  websocket::stream<beast::tcp_stream> stream_;
  std::unique_ptr<Place> place_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  LiveOutbox outbox_;
  std::string writing_;  // empty: nothing
  bool closing_ = false;
};

// One connection: request after request, until one of the two has enough.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Shared& shared)
      : stream_(std::move(socket)), place_(std::make_unique<Place>(shared)), shared_(shared) {}

  void start() {
    if (shared_.connections > shared_.limits.connections)
      refuse(503, "busy", "too many connections are open; close a page of the studio");
    else
      read();
  }

 private:
  void read() {
    parser_.emplace();
    parser_->header_limit(shared_.limits.header_bytes);
    parser_->body_limit(shared_.limits.body_bytes);
    stream_.expires_after(shared_.limits.patience);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) {
                       if (error)
                         self->give_up(error);
                       else
                         self->answer();
                     });
  }

  // A connection that ended or was too slow is closed; a request that cannot be read is answered.
  void give_up(beast::error_code error) {
    if (error == http::error::header_limit)
      refuse(431, "large-header", "the headers are larger than this server reads");
    else if (error == http::error::body_limit)
      refuse(413, "large-body", "the body is larger than this server reads");
    else if (error != http::error::end_of_stream && error != http::error::partial_message &&
             error.category() == make_error_code(http::error::bad_method).category())
      refuse(400, "bad-request", "this is not HTTP/1.1");
  }

  void answer() {
    const Message& message = parser_->get();
    const bool live = websocket::is_upgrade(message) && view(message.target()) == Api::kLiveTarget;
    Request request = request_of(message, live);
    if (live) {
      if (auto refusal = shared_.api.refuse_live(request)) return send(std::move(*refusal), false);
      stream_.expires_never();
      return std::make_shared<Live>(stream_.release_socket(), std::move(place_), shared_)->start(message);
    }
    const bool keep_alive = message.keep_alive();
    request.body = std::move(parser_->get().body());
    Response response = shared_.api.begin(request, Tokens::Clock::now());
    if (!response.later) return respond(std::move(response), keep_alive);
    shared_.later.add(std::move(response.later), [self = shared_from_this(), keep_alive](Response later) {
      self->respond(std::move(later), keep_alive);
    });
  }

  void respond(Response response, bool keep_alive) {
    send(std::move(response), keep_alive);
    shared_.announce();
    if (shared_.api.is_outdated()) shared_.follow_files([] {});
  }

  void refuse(int status, std::string_view code, std::string_view message) {
    send(error_response(status, code, message), false);
  }

  void send(Response response, bool keep_alive) {
    response_ = {};
    response_.version(11);
    response_.result(static_cast<unsigned>(response.status));
    set_headers(response_);
    response_.set(http::field::content_type, response.content_type);
    if (!response.allow.empty()) response_.set(http::field::allow, response.allow);
    if (!response.etag.empty()) response_.set(http::field::etag, response.etag);
    response_.keep_alive(keep_alive);
    response_.body() = std::move(response.body);
    response_.prepare_payload();
    stream_.expires_after(shared_.limits.patience);
    http::async_write(stream_, response_,
                      [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
                        if (error) return;
                        if (keep_alive)
                          self->read();
                        else
                          self->end();
                      });
  }

  // A socket that is closed while bytes wait to be read takes the response with it. They are therefore read
  // for a moment after the response has been sent.
  void end() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::chrono::seconds(1));
    discard();
  }

  void discard() {
    stream_.async_read_some(asio::buffer(discarded_),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              if (!error) self->discard();
                            });
  }

  beast::tcp_stream stream_;
  std::unique_ptr<Place> place_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
  std::array<char, 4096> discarded_{};
};

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Api& api, const ServerLimits& limits)
      : shared_{api, limits,         LaterQueue([this](auto done) { asio::post(io_, std::move(done)); }),
                0,   api.revision(), api.progress(),
                {}} {}

  bool listen(std::uint16_t port, std::string& error) {
    const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
    beast::error_code problem;
    acceptor_.open(here.protocol(), problem);
    if (!problem) acceptor_.set_option(asio::socket_base::reuse_address(true), problem);
    if (!problem) acceptor_.bind(here, problem);
    if (!problem) acceptor_.listen(asio::socket_base::max_listen_connections, problem);
    if (!problem) return true;
    error = concat("cannot listen on port ", port, " of 127.0.0.1: ", to_lower(problem.message()));
    return false;
  }

  std::uint16_t port() const {
    beast::error_code ignored;
    return acceptor_.local_endpoint(ignored).port();
  }

  bool is_busy() const { return shared_.later.is_busy(); }

  void run_until_readable(int descriptor) {
    end_.assign(descriptor);
    end_.async_wait(asio::posix::stream_descriptor::wait_read, [this](beast::error_code) { io_.stop(); });
    if (const int files = shared_.api.watch_descriptor(); files >= 0) {
      files_.assign(files);
      wait_for_files();
    }
    if (const int programs = shared_.api.programs_descriptor(); programs >= 0) {
      programs_.assign(programs);
      wait_for_programs();
    }
    accept();
    io_.run();
    end_.release();
    if (files_.is_open()) files_.release();
    if (programs_.is_open()) programs_.release();
  }

 private:
  // A save is several steps, and ten saves may come in a second: what happens within a moment is one change.
  void wait_for_files() {
    files_.async_wait(asio::posix::stream_descriptor::wait_read, [this](beast::error_code error) {
      if (error) return;
      moment_.expires_after(std::chrono::milliseconds(50));
      moment_.async_wait([this](beast::error_code) { shared_.follow_files([this] { wait_for_files(); }); });
    });
  }

  // Programs write many lines in a moment.
  void wait_for_programs() {
    programs_.async_wait(asio::posix::stream_descriptor::wait_read, [this](beast::error_code error) {
      if (error) return;
      lines_.expires_after(std::chrono::milliseconds(50));
      lines_.async_wait([this](beast::error_code) {
        shared_.let_programs_go_on();
        wait_for_programs();
      });
    });
  }

  void accept() {
    acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
      // Without descriptors to spare it waits a moment; connections that end set some free.
      if (error) {
        pause_.expires_after(std::chrono::milliseconds(100));
        return pause_.async_wait([this](beast::error_code) { accept(); });
      }
      // Whoever does not even take the refusal is one of a few.
      if (shared_.connections < shared_.limits.connections + 16)
        std::make_shared<Connection>(std::move(socket), shared_)->start();
      accept();
    });
  }

  Shared shared_;  // outlives the handlers that io_ destroys
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::steady_timer pause_{io_};
  asio::steady_timer moment_{io_}, lines_{io_};
  asio::posix::stream_descriptor end_{io_}, files_{io_}, programs_{io_};
};

HttpServer::HttpServer(Api& api, const ServerLimits& limits) : impl_(std::make_unique<Impl>(api, limits)) {}
HttpServer::~HttpServer() = default;

bool HttpServer::listen(std::uint16_t port, std::string& error) { return impl_->listen(port, error); }
std::uint16_t HttpServer::port() const { return impl_->port(); }
bool HttpServer::is_busy() const { return impl_->is_busy(); }
void HttpServer::run_until_readable(int descriptor) { impl_->run_until_readable(descriptor); }

}  // namespace romas::studio
