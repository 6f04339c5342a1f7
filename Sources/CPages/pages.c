#include "pages.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// The constants and steps of XXH64 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
static const uint64_t PRIME1 = 0x9E3779B185EBCA87, PRIME2 = 0xC2B2AE3D27D4EB4F, PRIME3 = 0x165667B19E3779F9,
                      PRIME4 = 0x85EBCA77C2B2AE63;

static uint64_t rotated(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

static uint64_t mixed(uint64_t sum, uint64_t word) { return rotated(sum + word * PRIME2, 31) * PRIME1; }

static uint64_t word_at(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

uint64_t pages_checksum(const void *page, int count, uint64_t place) {
  const uint8_t *bytes = page, *end = bytes + count - PAGES_RESERVED;
  uint64_t sums[4] = {place + PRIME1 + PRIME2, place + PRIME2, place, place - PRIME1};
  for (; end - bytes >= 32; bytes += 32) {
    for (int lane = 0; lane < 4; lane++) sums[lane] = mixed(sums[lane], word_at(bytes + 8 * lane));
  }
  uint64_t sum = rotated(sums[0], 1) + rotated(sums[1], 7) + rotated(sums[2], 12) + rotated(sums[3], 18);
  for (int lane = 0; lane < 4; lane++) sum = (sum ^ mixed(0, sums[lane])) * PRIME1 + PRIME4;
  sum += (uint64_t)(count - PAGES_RESERVED);
  for (; bytes < end; bytes += 8) sum = rotated(sum ^ mixed(0, word_at(bytes)), 27) * PRIME1 + PRIME4;
  sum = (sum ^ sum >> 33) * PRIME2;
  sum = (sum ^ sum >> 29) * PRIME3;
  return sum ^ sum >> 32;
}

// The state of an open file, stored after that of SQLite's own VFS.
struct state {
  const sqlite3_io_methods *own;
  sqlite3_io_methods methods;
  // The page size in bytes; 0 unless the file is known to be an index whose pages have checksums.
  int page_size;
};

static sqlite3_vfs *own_vfs, vfs;
static int offset_of_state;

static struct state *state_of(sqlite3_file *file) { return (struct state *)((char *)file + offset_of_state); }

static uint32_t number_at(const uint8_t *bytes, int count) {
  uint32_t number = 0;
  for (int index = 0; index < count; index++) number = number << 8 | bytes[index];
  return number;
}

// Learns from the header what the file is (sqlite.org/fileformat.html#the_database_header).
static void learn(struct state *state, const uint8_t *header) {
  bool is_index = memcmp(header, "SQLite format 3", 16) == 0 && header[20] == PAGES_RESERVED &&
                  number_at(header + 68, 4) == PAGES_APPLICATION;
  uint32_t size = number_at(header + 16, 2);
  state->page_size = !is_index ? 0 : size == 1 ? 65536 : (int)size;
}

static bool is_page(const struct state *state, int count, sqlite3_int64 offset) {
  return state->page_size >= 512 && count == state->page_size && offset % count == 0;
}

// Zeroes the gap between the cell pointers and the cells of a B-tree page, where SQLite leaves what it has moved
// elsewhere (sqlite.org/fileformat.html#b_tree_pages). Pages of other kinds begin with a page number, whose first byte
// is 0 in files of less than 2^24 pages.
static void clear_gap(uint8_t *page, int count, sqlite3_int64 offset) {
  if (offset / count >= 1 << 24) return;
  int header = offset == 0 ? 100 : 0;
  int kind = page[header];
  bool is_leaf = kind == 10 || kind == 13;
  if (!is_leaf && kind != 2 && kind != 5) return;
  int usable = count - PAGES_RESERVED;
  int start = header + (is_leaf ? 8 : 12) + 2 * (int)number_at(page + header + 3, 2);
  int end = (int)number_at(page + header + 5, 2);
  if (end == 0) end = 65536;
  if (start < end && end <= usable) memset(page + start, 0, end - start);
}

static int pages_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  struct state *state = state_of(file);
  int code = state->own->xRead(file, bytes, count, offset);
  if (code != SQLITE_OK) return code;
  if (offset == 0 && count >= 100) learn(state, bytes);
  if (!is_page(state, count, offset)) return SQLITE_OK;
  uint64_t sum = pages_checksum(bytes, count, offset / count);
  if (memcmp((uint8_t *)bytes + count - PAGES_RESERVED, &sum, sizeof sum) == 0) return SQLITE_OK;
  sqlite3_log(SQLITE_CORRUPT, "page %lld does not match its checksum", offset / count + 1);
  return SQLITE_CORRUPT;
}

static int pages_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct state *state = state_of(file);
  if (offset == 0 && count >= 100) learn(state, bytes);
  if (!is_page(state, count, offset)) return state->own->xWrite(file, bytes, count, offset);
  uint8_t page[65536];
  memcpy(page, bytes, count);
  clear_gap(page, count, offset);
  uint64_t sum = pages_checksum(page, count, offset / count);
  memcpy(page + count - PAGES_RESERVED, &sum, sizeof sum);
  return state->own->xWrite(file, page, count, offset);
}

// Disables reads of parts of pages, which `pages_read` cannot check.
static int pages_characteristics(sqlite3_file *file) {
  const int subpage_read = 0x8000;  // SQLITE_IOCAP_SUBPAGE_READ, since SQLite 3.47
  return state_of(file)->own->xDeviceCharacteristics(file) & ~subpage_read;
}

static int pages_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *given) {
  (void)self;
  int code = own_vfs->xOpen(own_vfs, name, file, flags, given);
  if (code != SQLITE_OK || file->pMethods == NULL || !(flags & SQLITE_OPEN_MAIN_DB)) return code;
  struct state *state = state_of(file);
  *state = (struct state){.own = file->pMethods};
  // An older version's method table is shorter.
  const sqlite3_io_methods *own = state->own;
  size_t size = own->iVersion >= 2 ? offsetof(sqlite3_io_methods, xFetch) : offsetof(sqlite3_io_methods, xShmMap);
  memcpy(&state->methods, own, size);
  // Version 2 has no memory mapping, which would bypass `pages_read`.
  state->methods.iVersion = own->iVersion >= 2 ? 2 : 1;
  state->methods.xRead = pages_read;
  state->methods.xWrite = pages_write;
  state->methods.xDeviceCharacteristics = pages_characteristics;
  file->pMethods = &state->methods;
  return SQLITE_OK;
}

static int registered = SQLITE_ERROR;

static void register_once(void) {
  registered = sqlite3_initialize();
  if (registered != SQLITE_OK) return;
  own_vfs = sqlite3_vfs_find(NULL);
  if (own_vfs == NULL) {
    registered = SQLITE_ERROR;
    return;
  }
  vfs = *own_vfs;
  vfs.zName = "rag-pages";
  vfs.pNext = NULL;
  vfs.xOpen = pages_open;
  offset_of_state = (own_vfs->szOsFile + 15) & ~15;
  vfs.szOsFile = offset_of_state + (int)sizeof(struct state);
  registered = sqlite3_vfs_register(&vfs, 1);
}

int pages_register(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_once);
  return registered;
}
