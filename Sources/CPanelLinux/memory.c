#define _GNU_SOURCE
#include "memory.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whether the code itself was changed at the start, so that no file has what is in memory. */
static int has_changed_code(const struct dl_phdr_info *object) {
  for (size_t i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
      continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL ||
          (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)))
        return 1;
  }
  return 0;
}

static int give_back(struct dl_phdr_info *object, size_t size, void *given) {
  (void)size;
  if (has_changed_code(object))
    return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (size_t i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    /* What may be written has changes that no file has. */
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W))
      continue;
    uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = (begin + segment->p_memsz) / page * page;
    begin = (begin + page - 1) / page * page;
    if (begin < end && madvise((void *)begin, end - begin, MADV_DONTNEED) == 0)
      *(int64_t *)given += (int64_t)(end - begin);
  }
  return 0;
}

int64_t pl_memory_give_back(void) {
  int64_t given = 0;
  malloc_trim(0);
  dl_iterate_phdr(give_back, &given);
  return given;
}
