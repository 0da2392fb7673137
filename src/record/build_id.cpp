#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstring>
#include <span>

#include "l2bench/build_info.hpp"

namespace l2bench {
namespace {

/// The GNU build id among the notes of a segment; empty if it is not there.
std::string build_id_in(std::span<const unsigned char> notes) {
  const auto padded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t name = sizeof note;
    const std::size_t id = name + padded(note.n_namesz);
    const std::size_t end = id + padded(note.n_descsz);
    if (end > notes.size()) return "";
    const bool is_gnu = note.n_namesz == 4 && std::memcmp(notes.data() + name, "GNU", 4) == 0;
    if (note.n_type == NT_GNU_BUILD_ID && is_gnu) {
      std::string text;
      for (const unsigned char byte : notes.subspan(id, note.n_descsz)) text += fmt::format("{:02x}", byte);
      return text;
    }
    notes = notes.subspan(end);
  }
  return "";
}

/// Called for each loaded object; the program itself is the first.
int look_at_program(dl_phdr_info* object, std::size_t /*size*/, void* found) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const unsigned char*>(object->dlpi_addr + segment.p_vaddr);
    auto& id = *static_cast<std::string*>(found);
    if (id.empty()) id = build_id_in({notes, segment.p_memsz});
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string id;
  dl_iterate_phdr(look_at_program, &id);
  return id;
}

}  // namespace l2bench
