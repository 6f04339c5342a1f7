// The pages of an index file: each has a checksum, and nothing of what was deleted.
//
// SQLite reads and writes files through a table of functions, a VFS. This one wraps SQLite's own. It handles only whole
// pages of database files, and only of files whose header marks them as an index. Other databases, and the write-ahead
// log, which has checksums of its own, pass through unchanged.
#ifndef PAGES_H
#define PAGES_H

#include <stdint.h>

enum {
  /// Bytes at the end of each page that SQLite reserves for the checksum, as the header says at offset 20.
  PAGES_RESERVED = 8,
  /// SQLite's application id, at offset 68 of the header: `RAGI` in ASCII.
  PAGES_APPLICATION = 0x52414749,
};

/// Registers the VFS as SQLite's default. Calling it again is a no-op.
///
/// Returns a SQLite result code.
int pages_register(void);

/// Returns the checksum of a page: XXH64 of all but its last eight bytes, with its index in the file as the seed.
///
/// `count` is a multiple of eight. A page stored in the place of another does not match.
uint64_t pages_checksum(const void *page, int count, uint64_t place);

#endif
