// Texts that targets have made of readings, for who asks for them again while a reading counts.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace romas::lsp {

class Reading;

class EmittedTexts {
 public:
  // The texts of a target; null: the robot has errors.
  using Texts = std::shared_ptr<const std::vector<std::string>>;

  // make(): the texts, where they are not known.
  template <class Make>
  Texts of(const std::shared_ptr<const Reading>& reading, const std::string& target, const Make& make) {
    std::erase_if(kept_, [](const Kept& kept) { return kept.reading.expired(); });
    for (const Kept& kept : kept_)
      if (kept.target == target && kept.reading.lock() == reading) return kept.texts;
    return kept_.emplace_back(Kept{reading, target, make()}).texts;
  }

 private:
  struct Kept {
    std::weak_ptr<const Reading> reading;
    std::string target;
    Texts texts;
  };
  std::vector<Kept> kept_;
};

}  // namespace romas::lsp
