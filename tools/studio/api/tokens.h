// Access to the studio: a client must know a token. No cookie, address or page gives rights.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace romas::studio {

// 128 random bits of the system in 32 hexadecimal digits; nothing if it has none.
std::optional<std::string> random_token();

// Takes as long for texts that differ early as for those that differ late.
bool equal_in_constant_time(std::string_view a, std::string_view b);

class Tokens {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kOneTimeLife{30};

  // `lasting` holds as long as the program. `one_time` holds once, for kOneTimeLife from `made`: it stands in
  // the command line of the browser, which other users of the machine can see.
  Tokens(std::string lasting, std::string one_time, Clock::time_point made)
      : lasting_(std::move(lasting)), one_time_(std::move(one_time)), made_(made) {}

  const std::string& lasting() const { return lasting_; }
  bool is_lasting(std::string_view token) const { return equal_in_constant_time(token, lasting_); }
  // True for the one-time token the first time, while it holds.
  bool redeem(std::string_view token, Clock::time_point now);

 private:
  std::string lasting_;
  std::string one_time_;  // empty: it was redeemed
  Clock::time_point made_;
};

}  // namespace romas::studio
