#include "ir/code_model.h"

#include <algorithm>
#include <array>

namespace romas {

namespace {
constexpr std::array<std::string_view, kKernelKindCount> kKindNames = {"fk", "jacobian", "rnea", "gravity", "bias", "crba", "fd", "com", "energy"};

// Keywords of C++20, alternative tokens, and macros that common compilers define without being asked.
constexpr auto kTaken = std::to_array<std::string_view>({"NULL",        "alignas",      "alignof",   "and",
                                                         "and_eq",      "asm",          "assert",    "auto",
                                                         "bitand",      "bitor",        "bool",      "break",
                                                         "case",        "catch",        "char",      "char16_t",
                                                         "char32_t",    "char8_t",      "class",     "co_await",
                                                         "co_return",   "co_yield",     "compl",     "concept",
                                                         "const",       "const_cast",   "consteval", "constexpr",
                                                         "constinit",   "continue",     "decltype",  "default",
                                                         "delete",      "do",           "double",    "dynamic_cast",
                                                         "else",        "enum",         "errno",     "explicit",
                                                         "export",      "extern",       "false",     "float",
                                                         "for",         "friend",       "goto",      "i386",
                                                         "if",          "inline",       "int",       "linux",
                                                         "long",        "mutable",      "namespace", "new",
                                                         "noexcept",    "not",          "not_eq",    "nullptr",
                                                         "operator",    "or",           "or_eq",     "private",
                                                         "protected",   "public",       "register",  "reinterpret_cast",
                                                         "requires",    "return",       "romas",     "short",
                                                         "signed",      "sizeof",       "static",    "static_assert",
                                                         "static_cast", "std",          "stderr",    "stdin",
                                                         "stdout",      "struct",       "switch",    "template",
                                                         "this",        "thread_local", "throw",     "true",
                                                         "try",         "typedef",      "typeid",    "typename",
                                                         "union",       "unix",         "unsigned",  "using",
                                                         "virtual",     "void",         "volatile",  "wchar_t",
                                                         "while",       "xor",          "xor_eq"});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
}  // namespace

std::string_view kernel_kind_name(KernelKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<KernelKind> parse_kernel_kind(std::string_view name) {
  const auto* found = std::find(kKindNames.begin(), kKindNames.end(), name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<KernelKind>(found - kKindNames.begin());
}

bool CodeOptions::wants(KernelKind kind) const { return kernels.empty() || names(kind); }
bool CodeOptions::names(KernelKind kind) const { return std::find(kernels.begin(), kernels.end(), kind) != kernels.end(); }

std::string make_identifier(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char kept = is_letter(c) || is_digit(c) ? c : '_';
    if (kept == '_' && (result.empty() || result.back() == '_')) continue;  // two in a row are reserved
    result.push_back(kept);
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty()) return "unnamed";
  if (is_digit(result.front())) result.insert(0, "n");
  if (std::find(kTaken.begin(), kTaken.end(), result) != kTaken.end()) result.push_back('_');
  return result;
}

bool is_cpp_identifier(std::string_view text) { return !text.empty() && make_identifier(text) == text; }

}  // namespace romas
