#include "tools/arguments/build_facts.h"

#include <romas_build_facts.h>
#if ROMAS_HAS_BUILD_ID
#include <elf.h>
#include <link.h>
#endif

#include <algorithm>
#include <cstddef>

#include "support/bytes/content_hash.h"
#include "support/files/files.h"
#include "support/process/version.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::tool {

#if ROMAS_HAS_BUILD_ID
namespace {

// The note NT_GNU_BUILD_ID among the notes of a segment; empty if there is none.
std::string_view build_id(std::string_view notes) {
  constexpr std::size_t kWord = 4;
  const auto padded = [](std::size_t size) { return (size + kWord - 1) / kWord * kWord; };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::copy_n(notes.data(), sizeof head, reinterpret_cast<char*>(&head));  // NOLINT(*-reinterpret-cast)
    notes.remove_prefix(sizeof head);
    const std::size_t name = padded(head.n_namesz);
    const std::size_t size = name + padded(head.n_descsz);
    if (size > notes.size()) break;
    if (head.n_type == NT_GNU_BUILD_ID && notes.starts_with("GNU")) return notes.substr(name, head.n_descsz);
    notes.remove_prefix(size);
  }
  return {};
}

// Whether a variable lies in an object, which is the program or a library.
bool holds(const dl_phdr_info& object, const void* variable) {
  const auto at = reinterpret_cast<ElfW(Addr)>(variable);  // NOLINT(*-reinterpret-cast)
  for (std::size_t i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];  // NOLINT(*-pointer-arithmetic): as the loader gives it
    const ElfW(Addr) begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && at >= begin && at - begin < segment.p_memsz) return true;
  }
  return false;
}

// Finds the build id of the object that holds this code.
int find_build_id(dl_phdr_info* object, std::size_t /*size*/, void* found) {
  static const char here = 0;
  if (!holds(*object, &here)) return 0;
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];  // NOLINT(*-pointer-arithmetic): as the loader gives it
    if (segment.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(*-reinterpret-cast,performance-no-int-to-ptr): an address in this process
    const auto* notes = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
    if (const std::string_view id = build_id({notes, segment.p_memsz}); !id.empty())
      *static_cast<std::string_view*>(found) = id;
  }
  return 1;
}

}  // namespace
#endif

std::string version_text(std::string_view program, bool verbose) {
  std::string text = concat(program, " ", version(), "\n");
  if (verbose)
    text +=
        concat("commit: ", ROMAS_COMMIT, "\nbuild: ", ROMAS_BUILD, "\nlibraries: ", ROMAS_LIBRARIES, "\n");
  return text;
}

std::string build_identity() {
#if ROMAS_HAS_BUILD_ID
  std::string_view id;
  ::dl_iterate_phdr(find_build_id, &id);
  if (!id.empty()) return concat(version_text("romas", true), id);
#endif
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId self = sources.read_file(program_path(), error);
  return concat(version_text("romas", true), self == 0 ? "" : content_hash(sources.text(self)).hex());
}

}  // namespace romas::tool
