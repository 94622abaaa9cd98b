#include <linux/input-event-codes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#include "CSession.h"
#include "protocols.h"

enum {
  // The codes of X, which keymaps have, are those of evdev and 8.
  X = 8,
  // Keymaps have 60 kB; larger ones are not read.
  LARGEST_KEYMAP = 1 << 20,
};

// Returns a context that writes nothing to standard error, or NULL.
static struct xkb_context *quiet_context(void) {
  struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (context) xkb_context_set_log_level(context, (enum xkb_log_level)0);
  return context;
}

// The file is copied, as the compositor may shorten it at any time.
struct xkb_keymap *session_keymap_read(int fd, uint32_t size) {
  char *text = size <= LARGEST_KEYMAP ? malloc(size) : NULL;
  struct xkb_context *context = quiet_context();
  struct xkb_keymap *keymap = NULL;
  if (text && context && pread(fd, text, size, 0) == (ssize_t)size)
    keymap = xkb_keymap_new_from_buffer(
        context, text, strnlen(text, size), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb_context_unref(context);
  free(text);
  // Keyboards on the screen have keymaps of their own, with other names, which are not for the daemon's keyboard.
  const char *name = keymap ? xkb_keymap_key_get_name(keymap, KEY_A + X) : NULL;
  if (name && strcmp(name, "AC01") == 0) return keymap;
  xkb_keymap_unref(keymap);
  return NULL;
}

// Presses the modifiers as the daemon does, so that it does not matter what a keymap calls its levels.
bool session_keymap_characters(struct xkb_keymap *keymap, uint32_t group, uint32_t *characters) {
  for (int level = 0; level < SESSION_LEVELS; level++) {
    struct xkb_state *state = xkb_state_new(keymap);
    if (!state) return false;
    xkb_state_update_mask(state, 0, 0, 0, 0, 0, group);
    if (level & 1) xkb_state_update_key(state, KEY_LEFTSHIFT + X, XKB_KEY_DOWN);
    if (level & 2) xkb_state_update_key(state, KEY_RIGHTALT + X, XKB_KEY_DOWN);
    for (uint32_t code = 0; code < SESSION_KEYS; code++)
      characters[code * SESSION_LEVELS + level] = xkb_state_key_get_utf32(state, code + X);
    xkb_state_unref(state);
  }
  return true;
}

bool session_layout_named(const char *layout, const char *variant, uint32_t *characters) {
  struct xkb_context *context = quiet_context();
  struct xkb_rule_names names = {.rules = "evdev", .model = "pc105", .layout = layout, .variant = variant};
  struct xkb_keymap *keymap = context ? xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS) : NULL;
  bool is_read = keymap && session_keymap_characters(keymap, 0, characters);
  xkb_keymap_unref(keymap);
  xkb_context_unref(context);
  return is_read;
}
