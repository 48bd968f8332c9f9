#include "support/names/romanize.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "support/text/characters.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas {

namespace {

// By code point, from the first one on; "." stands for no letter, "_" for a character that is none, "?" for a
// letter that stays.
constexpr char32_t kFirstLatin = 0xC0, kFirstOfLatinB = 0x180, kFirstOfMoreLatin = 0x1E00;
constexpr char32_t kFirstCyrillic = 0x400, kFirstGreek = 0x386;
constexpr std::string_view kLatin =
    "A A A A Ae Aa Ae C E E E E I I I I D N O O O O Oe _ Oe U U U Ue Y Th ss a a a a ae aa ae c e "
    "e e e i i i i d n o o o o oe _ oe u u u ue y th y A a A a A a C c C c C c C c D d D d E e E "
    "e E e E e E e G g G g G g G g H h H h I i I i I i I i I i Ij ij J j K k q L l L l L l L l L "
    "l N n N n N n n N n O o O o O o Oe oe R r R r R r S s S s S s S s T t T t T t U u U u U u U "
    "u U u U u W w Y y Y Z z Z z Z z s";
constexpr std::string_view kLatinB =
    "b B B b ? ? ? C c ? D D d ? ? E ? F f G ? ? ? I K k l ? ? N n O O o ? ? P p ? ? ? ? ? t T t T U u "
    "? V Y y Z z ? ? ? ? ? ? ? ? ? ? ? ? ? Dz Dz dz Lj Lj lj Nj Nj nj A a I i O o U u U u U u U u U u "
    "? A a A a Ae ae G g G g K k O o O o ? ? j Dz Dz dz G g ? ? N n A a Ae ae Oe oe A a A a E e E e I "
    "i I i O o O o R r R r U u U u S s T t ? ? H h N d ? ? Z z A a E e O o O o O o O o Y y l n t ? ? ? "
    "A C c L T s z ? ? B ? ? E e J j ? q R r Y y";
constexpr std::string_view kMoreLatin =  // of Vietnamese and others
    "A a B b B b B b C c D d D d D d D d D d E e E e E e E e E e F f G g H h H h H h H h H h I i I i K "
    "k K k K k L l L l L l L l M m M m M m N n N n N n N n O o O o O o O o P p P p R r R r R r R r S s "
    "S s S s S s S s T t T t T t T t U u U u U u U u U u V v V v W w W w W w W w W w X x X x Y y Z z Z "
    "z Z z h t w y a ? s s SS ? A a A a A a A a A a A a A a A a A a A a A a A a E e E e E e E e E e E "
    "e E e E e I i I i O o O o O o O o O o O o O o O o O o O o O o O o U u U u U u U u U u U u U u Y y "
    "Y y Y y Y y ? ? ? ? Y y";
constexpr std::string_view kCyrillic =
    "E E D G Ie Dz I I J Lj Nj C K I U Dz A B V G D E Zh Z I I K L M N O P R S T U F Kh Ts Ch Sh "
    "Shch Ie Y . E Iu Ia a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y . e iu "
    "ia e e d g ie dz i i j lj nj c k i u dz";
constexpr std::string_view kGreek =
    "A _ E I I _ O _ Y O i A V G D E Z I Th I K L M N X O P R _ S T Y F Ch Ps O I Y a e i i y a v "
    "g d e z i th i k l m n x o p r s s t y f ch ps o i y o y o";

// The n-th word of a text with single blanks between words.
std::optional<std::string_view> word_at(std::string_view words, std::size_t n) {
  for (; n > 0; --n) {
    const std::size_t blank = words.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    words.remove_prefix(blank + 1);
  }
  return words.substr(0, words.find(' '));
}

std::optional<std::string_view> letter(char32_t code) {
  if (code == 0x490 || code == 0x491) return code == 0x490 ? "G" : "g";  // of Ukrainian, behind the others
  for (const auto& [first, words] : {std::pair(kFirstLatin, kLatin),
                                     {kFirstOfLatinB, kLatinB},
                                     {kFirstOfMoreLatin, kMoreLatin},
                                     {kFirstCyrillic, kCyrillic},
                                     {kFirstGreek, kGreek}})
    if (code >= first)
      if (const auto word = word_at(words, code - first); word && *word != "?")
        return *word == "." ? std::string_view() : *word;
  return std::nullopt;
}

// The letter that a mark behind a letter of ASCII adds, as the composed letters have it: ae for a with two
// dots.
std::string_view letter_of_mark(char before, char32_t mark) {
  constexpr char32_t kDots = 0x308, kRing = 0x30A;
  if (mark == kDots && std::string_view("aouAOU").find(before) != std::string_view::npos) return "e";
  return mark == kRing && (before == 'a' || before == 'A') ? "a" : std::string_view();
}

// Whether letters beyond ASCII are in a text.
bool has_letters(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint code = first_code_point(rest);
    rest.remove_prefix(code.length);
    const bool punctuation = code.value < 0xC0 || (code.value >= 0x2000 && code.value <= 0x2BFF) ||
                             (code.value >= 0x3000 && code.value <= 0x3020) || code.value == 0x30FB ||
                             (code.value >= 0xFE00 && code.value <= 0xFE0F) || code.value == 0xFEFF;
    if (code.valid && !punctuation) return true;
  }
  return false;
}

// A syllable of Hangul: numbers of its initial, vowel and final, as Unicode counts them (section 3.12).
struct Syllable {
  std::size_t initial = 0, vowel = 0, final = 0;
};
constexpr std::array<std::string_view, 19> kInitials = {"g",  "kk", "n", "d",  "tt", "r", "m", "b", "pp", "s",
                                                        "ss", "",   "j", "jj", "ch", "k", "t", "p", "h"};
constexpr std::array<std::string_view, 21> kVowels = {"a",  "ae", "ya", "yae", "eo", "e",  "yeo",
                                                      "ye", "o",  "wa", "wae", "oe", "yo", "u",
                                                      "wo", "we", "wi", "yu",  "eu", "ui", "i"};
// A final in front of a consonant or the end, and what becomes of it in front of a vowel.
constexpr std::array<std::string_view, 28> kFinals = {"",  "k",  "k", "k", "n", "n", "n", "t", "l", "k",
                                                      "m", "l",  "l", "l", "p", "l", "m", "p", "p", "t",
                                                      "t", "ng", "t", "t", "k", "t", "p", "t"};
constexpr std::array<std::string_view, 28> kLinked = {
    "",   "g", "kk", "ks", "n",  "nj", "n",  "d",  "r", "lg", "lm", "lb", "ls", "lt",
    "lp", "r", "m",  "b",  "ps", "s",  "ss", "ng", "j", "ch", "k",  "t",  "p",  ""};
constexpr std::size_t kN = 2, kD = 3, kR = 5, kM = 6, kNone = 11, kJ = 12, kG = 0;  // initials
constexpr std::size_t kI = 20;                                                      // the vowel
constexpr std::size_t kFinalD = 7, kFinalLT = 13, kFinalT = 25, kFinalNH = 6, kFinalLH = 15, kFinalH = 27;

// A syllable at the start of the text, composed or of single letters (U+1100 to U+11C2), and its length in
// bytes.
std::optional<std::pair<Syllable, std::size_t>> first_syllable(std::string_view text) {
  const CodePoint first = first_code_point(text);
  if (!first.valid) return std::nullopt;
  if (first.value >= 0xAC00 && first.value <= 0xD7A3) {
    const std::size_t index = first.value - 0xAC00;
    return std::pair(Syllable{index / 588, index % 588 / 28, index % 28}, first.length);
  }
  if (first.value < 0x1100 || first.value > 0x1112) return std::nullopt;
  const auto next = [&](std::size_t at, char32_t low, char32_t high) -> std::optional<CodePoint> {
    if (at >= text.size()) return std::nullopt;
    const CodePoint code = first_code_point(text.substr(at));
    if (!code.valid || code.value < low || code.value > high) return std::nullopt;
    return code;
  };
  const auto vowel = next(first.length, 0x1161, 0x1175);
  if (!vowel) return std::nullopt;
  std::size_t length = first.length + vowel->length;
  Syllable syllable{first.value - 0x1100, vowel->value - 0x1161, 0};
  if (const auto last = next(length, 0x11A8, 0x11C2)) {
    syllable.final = last->value - 0x11A7;
    length += last->length;
  }
  return std::pair(syllable, length);
}

// The sounds between two syllables: the final of the first one and the initial of the second.
std::string joint_of(const Syllable& before, const Syllable& after) {
  const std::size_t final = before.final, initial = after.initial;
  if (final == 0) return std::string(kInitials[initial]);
  if (initial == kNone) {
    if (after.vowel == kI && final == kFinalD) return "j";   // haedoji
    if (after.vowel == kI && final == kFinalT) return "ch";  // gachi
    if (after.vowel == kI && final == kFinalLT) return "lch";
    return std::string(kLinked[final]);
  }
  if (final == kFinalH || final == kFinalNH || final == kFinalLH) {
    const std::string_view rest = final == kFinalNH ? "n" : final == kFinalLH ? "l" : "";
    if (initial == kG) return concat(rest, "k");  // joko
    if (initial == kD) return concat(rest, "t");
    if (initial == kJ) return concat(rest, "ch");
    if (kInitials[initial] == "s") return concat(rest, "s");
    if (kInitials[initial] == "h") return concat(rest, "h");
  }
  std::string_view end = kFinals[final], begin = kInitials[initial];
  const bool nasal = initial == kN || initial == kM;
  if (nasal || initial == kR) {
    if (end == "k") end = "ng";  // Baengma
    if (end == "t") end = "n";
    if (end == "p") end = "m";
    if (initial == kR && (end == "ng" || end == "m")) begin = "n";  // Jongno
    if (initial == kR && end == "n") begin = kFinals[final] == "t" ? "n" : "l";
    if (begin == "l") end = "l";                   // Silla
    if (end == "l" && initial != kM) begin = "l";  // Byeollae
  }
  return concat(end, begin);
}

// Takes the syllables at the start of the text and appends them romanized.
void take_syllables(std::string_view& text, std::string& to) {
  std::optional<Syllable> before;
  while (!text.empty()) {
    const auto found = first_syllable(text);
    if (!found) break;
    const auto& [syllable, length] = *found;
    to += before ? joint_of(*before, syllable) : std::string(kInitials[syllable.initial]);
    to += kVowels[syllable.vowel];
    before = syllable;
    text.remove_prefix(length);
  }
  if (before) to += kFinals[before->final];
}

}  // namespace

std::string romanized(std::string_view text) {
  std::string result;
  char plain = 0;  // the character of ASCII in front
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      plain = text.front();
      result += plain;
      text.remove_prefix(1);
      continue;
    }
    if (first_syllable(text)) {
      take_syllables(text, result);
      continue;
    }
    const CodePoint code = first_code_point(text);
    const auto known = code.valid ? letter(code.value) : std::nullopt;
    // Marks that stand behind their letter.
    const bool mark = code.valid && code.value >= 0x300 && code.value <= 0x36F;
    const auto like = code.value >= 0xFF01 && code.value <= 0xFF5E ? look_alike(code.value) : std::nullopt;
    if (mark)
      result += letter_of_mark(plain, code.value);
    else if (like)
      result += like->ascii;
    else
      result += known ? *known : text.substr(0, code.length);
    plain = 0;
    text.remove_prefix(code.length);
  }
  return result;
}

bool has_other_letters(std::string_view text) {
  const std::string result = romanized(text);
  if (has_letters(result)) return true;
  // Letters without a sound, such as the soft sign, leave nothing.
  const auto is_kept = [](char c) { return is_letter(c) || is_digit(c); };
  return std::ranges::none_of(result, is_kept) && has_letters(text);
}

}  // namespace romas
