#include "driver/request/input.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "driver/request/revisions.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

bool gives(const FrontendOptions& options, std::string_view name) {
  return std::any_of(options.definitions.begin(), options.definitions.end(),
                     [&](const auto& definition) { return definition.first == name; });
}

// Returns the begin of the argument name that ends in front of `sign` and follows a blank. Returns npos if
// there is no such name.
std::size_t name_before(std::string_view word, std::size_t sign) {
  std::size_t begin = sign;
  const auto is_letter = [](unsigned char c) { return c == '_' || c >= 0x80 || std::isalnum(c) != 0; };
  while (begin > 0 && is_letter(static_cast<unsigned char>(word[begin - 1]))) --begin;
  return begin == sign || begin == 0 || word[begin - 1] != ' ' ? std::string_view::npos : begin;
}

}  // namespace

std::string label(const Input& input) {
  if (!input.name.empty()) return input.name;
  std::string text = input.file;
  for (const InputArgument& argument : input.arguments)
    text += concat(" ", argument.name, ":=", argument.value);
  return text;
}

CompileRequest request_for(const Input& input, const CompileRequest& request) {
  CompileRequest own = request;
  FrontendOptions& frontend = own.input.frontend;
  for (const InputArgument& argument : input.arguments)
    if (!gives(request.input.frontend, argument.name))
      frontend.definitions.emplace_back(argument.name, argument.value);
  if (input.tree != nullptr) {
    const auto move = [&](std::string& path) { path = input.tree->in_tree(path); };
    std::ranges::for_each(frontend.package_paths, move);
    std::ranges::for_each(frontend.import_paths, move);
    std::ranges::for_each(frontend.libraries, move);
    std::ranges::for_each(frontend.places.packages, move, &SearchPlace::path);
    std::ranges::for_each(frontend.places.models, move, &SearchPlace::path);
  }
  if (input.name.empty()) return own;
  own.emit.output_name = input.name;
  if (own.emit.code.name.empty()) own.emit.code.name = input.name;
  return own;
}

void place_arguments(const Input& input, FrontendOptions& options, SourceManager& sources) {
  if (input.project_file.empty() || input.arguments.empty()) return;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(input.project_file, error);
  if (file == 0) return;  // it was there a moment ago; the values are known
  const std::size_t size = sources.text(file).size();
  for (const InputArgument& argument : input.arguments)
    if (argument.begin < argument.end && argument.end <= size)
      options.definition_places.try_emplace(argument.name, SourceRange{file, argument.begin, argument.end});
}

Input input_of_word(const std::string& word) {
  std::error_code ignored;
  std::size_t sign = word.find(":=");
  while (sign != std::string::npos && name_before(word, sign) == std::string_view::npos)
    sign = word.find(":=", sign + 2);
  if (sign == std::string::npos || std::filesystem::exists(word, ignored)) return word;
  Input input(std::string(trim(word.substr(0, name_before(word, sign)))));
  while (sign != std::string::npos) {
    const std::size_t name = name_before(word, sign);
    std::size_t next = word.find(":=", sign + 2);
    while (next != std::string::npos && name_before(word, next) == std::string_view::npos)
      next = word.find(":=", next + 2);
    const std::size_t end = next == std::string::npos ? word.size() : name_before(word, next) - 1;
    input.arguments.push_back({word.substr(name, sign - name), word.substr(sign + 2, end - sign - 2)});
    sign = next;
  }
  return input;
}

}  // namespace romas::driver
