#include <alsa/asoundlib.h>

static inline void alsa_ignore_error(const char *file, int line, const char *function, int error, const char *format,
                                     ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// libasound prints every error that it also returns; its handler is variadic, which Swift does not import.
static inline void alsa_silence(void) { snd_lib_error_set_handler(alsa_ignore_error); }
