// A number with no more than a generated header asks of its scalar.
#pragma once

#include <cmath>

// A value and its rate along one direction.
class Dual {
 public:
  Dual() = default;
  explicit Dual(double value, double rate = 0) : value_(value), rate_(rate) {}
  double value() const { return value_; }
  double rate() const { return rate_; }
  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.value_ + b.value_, a.rate_ + b.rate_); }
  friend Dual operator-(const Dual& a, const Dual& b) { return Dual(a.value_ - b.value_, a.rate_ - b.rate_); }
  friend Dual operator-(const Dual& a) { return Dual(-a.value_, -a.rate_); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return Dual(a.value_ * b.value_, a.rate_ * b.value_ + a.value_ * b.rate_);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    return Dual(a.value_ / b.value_, (a.rate_ * b.value_ - a.value_ * b.rate_) / (b.value_ * b.value_));
  }
  friend Dual sin(const Dual& a) { return Dual(std::sin(a.value_), a.rate_ * std::cos(a.value_)); }
  friend Dual cos(const Dual& a) { return Dual(std::cos(a.value_), -a.rate_ * std::sin(a.value_)); }

 private:
  double value_ = 0, rate_ = 0;
};
