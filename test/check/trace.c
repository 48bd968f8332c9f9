/* Notes which blocks of a program ran, for map.py: linked to programs that clang builds with
 * -fsanitize-coverage=bb,inline-bool-flag,pc-table. When a program ends, its flags are added to those in the file
 * $ROMAS_TRACE/NAME, a byte for each block; the addresses of blocks go to $ROMAS_TRACE_BLOCKS/NAME, if that is set. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { kMostParts = 8192 };
static char *flags[kMostParts];      /* of each part of the program; sorted and joined by the linker, mostly one */
static size_t flag_counts[kMostParts];
static int parts;
static const uintptr_t *blocks;      /* address and whether a function begins there */
static const uintptr_t *blocks_end;

static int opened(const char *folder, int mode)
{
  char path[4096];
  if (folder == NULL || *folder == 0) return -1;
  snprintf(path, sizeof path, "%s/%s", folder, program_invocation_short_name);
  return open(path, mode | O_CREAT, 0666);
}

static void add_flags(void)
{
  const int file = opened(getenv("ROMAS_TRACE"), O_RDWR);
  off_t place = 0;
  if (file < 0) return;
  flock(file, LOCK_EX);
  for (int part = 0; part < parts; ++part) {
    char *both = calloc(flag_counts[part], 1);
    const ssize_t known = both == NULL ? -1 : pread(file, both, flag_counts[part], place);
    if (known < 0) abort();
    for (size_t k = 0; k < flag_counts[part]; ++k) both[k] |= flags[part][k];
    if (pwrite(file, both, flag_counts[part], place) != (ssize_t)flag_counts[part]) abort();
    place += (off_t)flag_counts[part];
    free(both);
  }
  close(file);
}

/* Stores the address of the first object, which is the program. */
static int place_of(struct dl_phdr_info *info, size_t size, void *place)
{
  (void)size;
  *(uintptr_t *)place = info->dlpi_addr;
  return 1;
}

static void write_blocks(void)
{
  const int file = opened(getenv("ROMAS_TRACE_BLOCKS"), O_WRONLY | O_TRUNC);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  uintptr_t place = 0;
  if (out == NULL) return;
  dl_iterate_phdr(place_of, &place);
  for (const uintptr_t *block = blocks; block != blocks_end; block += 2) fprintf(out, "0x%lx\n", (unsigned long)(block[0] - place));
  if (fclose(out) != 0) abort();
}

void __sanitizer_cov_bool_flag_init(char *begin, char *end)
{
  for (int part = 0; part < parts; ++part)
    if (flags[part] == begin) return; /* every unit calls this with the same parts */
  if (parts == kMostParts) abort();
  if (parts == 0) atexit(add_flags);
  flags[parts] = begin;
  flag_counts[parts++] = (size_t)(end - begin);
}

void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end)
{
  if (blocks == begin) return;
  blocks = begin;
  blocks_end = end;
  write_blocks();
}
