// The pages of an index's file: each has a checksum, and nothing that was deleted.
//
// SQLite reads and writes files through a table of functions, a VFS. The one here stands before SQLite's own. It looks
// at whole pages of the database file alone, and of files alone whose header bears the mark of an index: what others
// keep in SQLite, and the write-ahead log, which has checksums of its own, pass through untouched.
#ifndef PAGES_H
#define PAGES_H

#include <stdint.h>

enum {
  /// Bytes at the end of each page that SQLite leaves alone, for the checksum: its header says so at offset 20.
  PAGES_RESERVED = 8,
  /// `RAGI` in ASCII, at offset 68 of the header: SQLite's application id.
  PAGES_APPLICATION = 0x52414749,
};

/// Puts the functions before those that SQLite uses unless it is told otherwise. To do it again does nothing.
///
/// Returns one of SQLite's codes.
int pages_register(void);

/// The checksum of a page: XXH64 of all but its last eight bytes, with its place in the file as the seed.
///
/// `count` is a multiple of eight. A page that stands where another should does not match.
uint64_t pages_checksum(const void *page, int count, uint64_t place);

#endif
