#include "CSounds.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// libsndfile pulls in eight more libraries, so it is loaded only if a configuration names a sound file. These are the parts of its
// interface that are needed; the interface has been stable since 1.0.

typedef struct {
  int64_t frames;
  int samplerate, channels, format, sections, seekable;
} SF_INFO;

enum { SFM_READ = 0x10 };

struct library {
  void *(*open_fd)(int fd, int mode, SF_INFO *info, int close_fd);
  int64_t (*read_frames)(void *file, float *frames, int64_t count);
  const char *(*error)(void *file);
  int (*close)(void *file);
};

static int load(struct library *library) {
  void *handle = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return -1;
  *(void **)&library->open_fd = dlsym(handle, "sf_open_fd");
  *(void **)&library->read_frames = dlsym(handle, "sf_readf_float");
  *(void **)&library->error = dlsym(handle, "sf_strerror");
  *(void **)&library->close = dlsym(handle, "sf_close");
  return library->open_fd && library->read_frames && library->error && library->close ? 0 : -1;
}

// Opens only regular files, and does not wait for a writer, as opening a FIFO would.
static int open_regular(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return -1;
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

static int16_t sample(const float *frame, int channels) {
  float sum = 0;
  for (int i = 0; i < channels; i++) sum += frame[i];
  float value = sum / (float)channels * 32768.0f;
  if (value != value) return 0;
  if (value <= -32768.0f) return INT16_MIN;
  if (value >= 32767.0f) return INT16_MAX;
  return (int16_t)(value < 0 ? value - 0.5f : value + 0.5f);
}

static int16_t *decode(const struct library *library, void *file, const SF_INFO *info, int seconds, size_t *count) {
  enum { BATCH = 4096 };
  size_t limit = (size_t)info->samplerate * (size_t)seconds;
  size_t capacity = info->frames > 0 && (uint64_t)info->frames < limit ? (size_t)info->frames : limit;
  float *batch = malloc(sizeof(float) * BATCH * (size_t)info->channels);
  int16_t *samples = malloc(sizeof(int16_t) * (capacity + 1));
  size_t used = 0;
  while (batch && samples && used < capacity) {
    size_t wanted = capacity - used < BATCH ? capacity - used : BATCH;
    int64_t got = library->read_frames(file, batch, (int64_t)wanted);
    if (got <= 0) break;
    for (int64_t i = 0; i < got; i++) samples[used++] = sample(batch + i * info->channels, info->channels);
  }
  free(batch);
  *count = used;
  return samples;
}

int16_t *sounds_decode(const char *path, int seconds, size_t *count, int *rate, char *error, size_t error_size) {
  struct library library;
  if (load(&library) != 0) {
    snprintf(error, error_size, "libsndfile.so.1 is missing (install libsndfile1; chomp and hehe need no library)");
    return NULL;
  }
  int fd = open_regular(path);
  if (fd < 0) {
    snprintf(error, error_size, "open: %s", errno == EINVAL ? "not a regular file" : strerror(errno));
    return NULL;
  }
  SF_INFO info = {0};
  void *file = library.open_fd(fd, SFM_READ, &info, 1);
  if (!file) {
    snprintf(error, error_size, "%s (WAV, FLAC and Ogg are supported)", library.error(NULL));
    return NULL;
  }
  int16_t *samples = NULL;
  if (info.channels < 1 || info.channels > 64 || info.samplerate < 1000 || info.samplerate > 768000) {
    snprintf(error, error_size, "%d channels at %d Hz are not supported", info.channels, info.samplerate);
  } else {
    *rate = info.samplerate;
    samples = decode(&library, file, &info, seconds, count);
    if (!samples) snprintf(error, error_size, "out of memory");
  }
  library.close(file);
  return samples;
}

void sounds_free(int16_t *samples) { free(samples); }
