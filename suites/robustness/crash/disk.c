// Intercepts the calls of a process to one file, through LD_PRELOAD: records its writes and syncs
// in order, and makes chosen calls fail. From the record, the possible contents of the file after
// a power failure are computed.
//
//   DISK_FILE    the suffix of the file's path
//   DISK_NOTES   the suffix of the path of a file whose writes are recorded as notes, in the same
//                order
//   DISK_RECORD  the path of the record. Each entry is a byte for the call, the offset and the
//                length as 64-bit little-endian numbers, then the bytes
//   DISK_FAIL    "<call> <from> <times> <errno>": <times> calls of this sort fail, starting with
//                call number <from>, counted from 1. Of sort F, the calls fail that would make the
//                file longer than <from> bytes
//   DISK_WHILE   calls of sort F fail only while a file exists at this path
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OTHER, DATA, DATA_SYNCED, NOTES };
static char kinds[4096];
static int record = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char fail_call;
static long fail_from, fail_times, fail_errno, seen;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("DISK_RECORD"), *fail = getenv("DISK_FAIL");
  if (path) record = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fail) sscanf(fail, "%c %ld %ld %ld", &fail_call, &fail_from, &fail_times, &fail_errno);
}

static int kind_of(int fd) { return fd >= 0 && fd < (int)sizeof kinds ? kinds[fd] : OTHER; }

static int ends_with(const char *path, const char *end) {
  size_t length = strlen(path), tail = end ? strlen(end) : 0;
  return tail && length >= tail && !strcmp(path + length - tail, end);
}

static int opened(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= (int)sizeof kinds) return fd;
  kinds[fd] = ends_with(path, getenv("DISK_NOTES")) ? NOTES
              : !ends_with(path, getenv("DISK_FILE")) ? OTHER
              : flags & O_DSYNC ? DATA_SYNCED : DATA;
  return fd;
}

static int64_t length_of(const struct iovec *parts, int count) {
  int64_t length = 0;
  for (int part = 0; part < count; part++) length += parts[part].iov_len;
  return length;
}

static void put(char call, int64_t offset, const struct iovec *parts, int count) {
  int64_t head[2] = {offset, length_of(parts, count)};
  if (record < 0) return;
  pthread_mutex_lock(&lock);
  struct iovec all[66] = {{&call, 1}, {head, sizeof head}};
  memcpy(all + 2, parts, count * sizeof *parts);
  syscall(SYS_writev, record, all, count + 2);
  pthread_mutex_unlock(&lock);
}

static int fails(char call) {
  if (call != fail_call) return 0;
  long number = __sync_add_and_fetch(&seen, 1);
  if (number < fail_from || number >= fail_from + fail_times) return 0;
  errno = fail_errno;
  return 1;
}

static int is_full(int64_t end) {
  const char *path = getenv("DISK_WHILE");
  if (fail_call != 'F' || end <= fail_from || seen >= fail_times) return 0;
  if (path && syscall(SYS_faccessat, AT_FDCWD, path, F_OK)) return 0;
  seen++;
  errno = fail_errno;
  return 1;
}

// A write: W, or D when it is on the disk once it returns. It is recorded before it is made, and
// the sync that it implies after it.
static ssize_t writes(int fd, const struct iovec *parts, int count, off_t at, int moves) {
  int kind = kind_of(fd);
  if (kind == DATA && fails('W')) return -1;
  if (kind == DATA_SYNCED && fails('D')) return -1;
  off_t offset = moves && kind != OTHER ? lseek(fd, 0, SEEK_CUR) : at;
  if (kind == DATA && is_full(offset + length_of(parts, count))) return -1;
  if (kind != OTHER) put(kind == NOTES ? 'N' : kind == DATA ? 'W' : 'D', offset, parts, count);
  ssize_t done = moves ? syscall(SYS_writev, fd, parts, count)
                       : syscall(SYS_pwritev, fd, parts, count, (long)at, 0L);
  if (kind == DATA_SYNCED && done >= 0) put('d', offset, parts, 0);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (kind_of(fd) == OTHER) return syscall(SYS_write, fd, bytes, length);
  struct iovec part = {(void *)bytes, length};
  return writes(fd, &part, 1, 0, 1);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return writes(fd, parts, count, 0, 1);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  return writes(fd, parts, count, at, 0);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  struct iovec part = {(void *)bytes, length};
  return writes(fd, &part, 1, at, 0);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  return pwrite(fd, bytes, length, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) {
  return pwritev(fd, parts, count, at);
}

static int synced(int fd, long call) {
  int kind = kind_of(fd);
  if (kind != OTHER && fails('S')) return -1;
  int result = syscall(call, fd);
  if (kind != OTHER && result == 0) put('S', 0, NULL, 0);
  return result;
}
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
int fsync(int fd) { return synced(fd, SYS_fsync); }

// Calls that would make the record incomplete are recorded too, so that its reader can reject it.
int ftruncate(int fd, off_t length) {
  if (kind_of(fd) != OTHER) put('T', length, NULL, 0);
  return syscall(SYS_ftruncate, fd, length);
}
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }
int msync(void *at, size_t length, int flags) {
  put('M', 0, NULL, 0);
  return syscall(SYS_msync, at, length, flags);
}
void *mmap(void *at, size_t length, int access, int flags, int fd, off_t offset) {
  if (kind_of(fd) != OTHER && (access & PROT_WRITE) && (flags & MAP_SHARED)) put('M', 1, NULL, 0);
  return (void *)syscall(SYS_mmap, at, length, access, flags, fd, offset);
}
void *mmap64(void *at, size_t length, int access, int flags, int fd, off_t offset) {
  return mmap(at, length, access, flags, fd, offset);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); \
  }
int open(const char *path, int flags, ...) {
  MODE(flags)
  return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags);
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags);
}
int openat(int at, const char *path, int flags, ...) {
  MODE(flags)
  return opened(syscall(SYS_openat, at, path, flags, mode), path, flags);
}
int close(int fd) {
  if (fd >= 0 && fd < (int)sizeof kinds) kinds[fd] = OTHER;
  return syscall(SYS_close, fd);
}
