#include "backends/python/python_names.h"

#include <algorithm>
#include <array>
#include <set>

#include "backends/code/enumerators.h"
#include "support/text/text.h"

namespace romas::python {

namespace {

constexpr std::array<std::string_view, 39> kKeywords = {
    "False",    "None",   "True",  "and",  "as",     "assert",   "async",   "await", "break", "class",
    "continue", "def",    "del",   "elif", "else",   "except",   "finally", "for",   "from",  "global",
    "if",       "import", "in",    "is",   "lambda", "nonlocal", "not",     "or",    "pass",  "raise",
    "return",   "try",    "while", "with", "yield",  "match",    "case",    "type",  "print"};
// Names that every member of an enum has, or that an enum cannot have.
constexpr std::array<std::string_view, 3> kOfEnums = {"mro", "name", "value"};
// Modules that the package, its build and NumPy import, and that a package of the same name would hide.
constexpr std::array<std::string_view, 26> kModules = {
    "numpy",     "matplotlib", "setuptools", "concurrent",  "difflib",       "enum",       "importlib",
    "operator",  "os",         "platform",   "shlex",       "shutil",        "subprocess", "sys",
    "sysconfig", "tempfile",   "typing",     "collections", "build_kernels", "setup",      "math",
    "random",    "test",       "src",        "build",       "dist"};

template <class Words>
bool among(std::string_view name, const Words& words) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

// Enums read names between underscores as their own settings, and classes rename those that begin with two.
bool is_reserved_member(std::string_view name) {
  return among(name, kKeywords) || among(name, kOfEnums) || name.starts_with("__") ||
         (name.starts_with('_') && name.ends_with('_'));
}

}  // namespace

std::vector<std::string> member_names(const std::vector<std::string>& names) {
  std::vector<std::string> members = codegen::enumerators(names);
  std::set<std::string, std::less<>> taken(members.begin(), members.end());
  for (std::string& member : members) {
    if (!is_reserved_member(member)) continue;
    const std::string base = member.starts_with('_') ? concat("x", member) : concat(member, "_");
    std::string changed = base;
    for (int k = 2; !taken.insert(changed).second; ++k)
      changed = concat(base, base.ends_with('_') ? "" : "_", k);
    member = changed;
  }
  return members;
}

std::string package_name(std::string_view identifier) {
  const bool reserved = among(identifier, kKeywords) || among(identifier, kModules);
  return concat(identifier, reserved ? "_" : "");
}

}  // namespace romas::python
