#include "tools/romas-lsp/transport.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "support/process/standard_streams.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kEndOfHeaders = "\r\n\r\n";
constexpr std::size_t kLargestHeaders = 65536;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The value of Content-Length; nothing where it is missing or no number.
std::optional<std::size_t> content_length(std::string_view headers) {
  constexpr std::string_view kName = "content-length:";
  for (std::string_view line : split(headers, '\n')) {
    line = trim(line);
    if (line.size() < kName.size()) continue;
    bool same = true;
    for (std::size_t i = 0; i < kName.size(); ++i) same = same && lower(line[i]) == kName[i];
    if (!same) continue;
    const auto value = parse_integer(trim(line.substr(kName.size())));
    if (value && *value >= 0) return static_cast<std::size_t>(*value);
  }
  return std::nullopt;
}

}  // namespace

bool MessageReader::fill() {
  char block[65536];  // NOLINT(cppcoreguidelines-avoid-c-arrays): what read() takes
  for (;;) {
    const ssize_t size = ::read(descriptor_, block, sizeof block);
    if (size > 0) {
      buffer_.append(block, static_cast<std::size_t>(size));
      return true;
    }
    if (size == 0 || errno != EINTR) return false;
  }
}

std::optional<std::string> MessageReader::next() {
  for (;;) {
    const std::size_t end = buffer_.find(kEndOfHeaders);
    if (end == std::string::npos) {
      if (buffer_.size() > kLargestHeaders || !fill()) return std::nullopt;
      continue;
    }
    const auto size = content_length(std::string_view(buffer_).substr(0, end));
    buffer_.erase(0, end + kEndOfHeaders.size());
    if (!size) continue;
    if (*size > kLargest) return std::nullopt;
    while (buffer_.size() < *size)
      if (!fill()) return std::nullopt;
    std::string content = buffer_.substr(0, *size);
    buffer_.erase(0, *size);
    return content;
  }
}

void MessageWriter::write(const std::string& content) {
  const std::lock_guard lock(mutex_);
  const std::string message = concat("Content-Length: ", content.size(), kEndOfHeaders, content);
  for (std::size_t at = 0; at < message.size() && !failed_;) {
    const ssize_t size = ::write(descriptor_, message.data() + at, message.size() - at);
    if (size >= 0)
      at += static_cast<std::size_t>(size);
    else if (errno != EINTR)
      failed_ = true;
  }
}

int accept_client(unsigned short port, std::string& error) {
  const auto fail = [&](std::string_view what) {
    error = concat(what, ": ", std::generic_category().message(errno));
    return -1;
  };
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return fail("no socket");
  const int on = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t size = sizeof address;
  auto* const generic =
      reinterpret_cast<sockaddr*>(&address);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  if (::bind(listener, generic, size) != 0 || ::listen(listener, 1) != 0 ||
      ::getsockname(listener, generic, &size) != 0)
    return fail(concat("cannot listen on port ", port));
  write_standard_error(concat("romas-lsp: listens on 127.0.0.1:", ntohs(address.sin_port), "\n"));
  int client = -1;
  do {
    client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  } while (client < 0 && errno == EINTR);
  if (client < 0) return fail("no client");
  ::close(listener);
  return client;
}

}  // namespace romas::lsp
