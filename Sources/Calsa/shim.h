// Calsa: libasound, which plays samples.
#include <alsa/asoundlib.h>

static inline void alsa_ignore_error(const char *file, int line, const char *function, int error, const char *format,
                                     ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Stops libasound from printing errors, which it also returns. In C, as Swift doesn't import the variadic type of its handler.
static inline void alsa_silence(void) { snd_lib_error_set_handler(alsa_ignore_error); }
