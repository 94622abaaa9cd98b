// Pictures as panels and events, for the tests that play them: a panel of panels.txt, then a line for each frame.
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CTouchInput.h"

enum { TEXT = 1 << 16, EVENTS = 1 << 14 };

static char panels[TEXT];  // the text of panels.txt

static void die(const char *what, const char *object) {
  fprintf(stderr, "%s: %s\n", what, object);
  exit(2);
}

static char *file_text(const char *path, char *text) {
  FILE *file = fopen(path, "r");
  if (!file) die(path, strerror(errno));
  size_t length = fread(text, 1, TEXT - 1, file);
  fclose(file);
  text[length] = 0;
  return text;
}

// ---- Descriptions ---------------------------------------------------------------------------------------------------

static void set_bits(uint8_t *bits, size_t *at, size_t size, char *words) {
  for (char *word = strtok(words, " "); word && *at < size; word = strtok(NULL, " "))
    bits[(*at)++] = (uint8_t)strtoul(word, NULL, 16);
}

// Reads one line of an evemu description. Keys are the only bits that the pictures have.
static void describe(ti_description *d, const char *line) {
  char copy[1024];
  snprintf(copy, sizeof copy, "%s", line);
  unsigned code;
  ti_axis axis = {.present = true};
  if (sscanf(copy, "A: %x %d %d %d %d %d", &code, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat, &axis.resolution) > 2) {
    if (code >= ABS_CNT) die("no such axis", line);
    d->axes[code] = axis;
  } else if (strncmp(copy, "B: 01 ", 6) == 0) {
    size_t at = 0;
    set_bits(d->keys, &at, sizeof d->keys, copy + 6);
  } else if (strncmp(copy, "P: ", 3) == 0) {
    d->properties[0] = (uint8_t)strtoul(copy + 3, NULL, 16);
  }
}

static void describe_panel(ti_description *d, const char *name) {
  char heading[64];
  snprintf(heading, sizeof heading, "== %s\n", name);
  const char *at = strstr(panels, heading);
  if (!at) die("panels.txt has no panel", name);
  for (at = strchr(at, '\n') + 1; *at && strncmp(at, "==", 2) != 0; at = strchr(at, '\n') + 1) {
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    describe(d, line);
  }
}

// ---- Events ---------------------------------------------------------------------------------------------------------

typedef struct {
  ti_event events[EVENTS];
  size_t count;
} script;

static void add(script *script, int64_t time, uint16_t type, uint16_t code, int32_t value) {
  if (script->count == EVENTS) die("too many events", "");
  script->events[script->count++] = (ti_event){time, type, code, value};
}

static const struct {
  const char *word;
  uint16_t type, code;
} words[] = {
  {"slot", EV_ABS, ABS_MT_SLOT}, {"id", EV_ABS, ABS_MT_TRACKING_ID}, {"x", EV_ABS, ABS_MT_POSITION_X},
  {"y", EV_ABS, ABS_MT_POSITION_Y}, {"major", EV_ABS, ABS_MT_TOUCH_MAJOR}, {"tool", EV_ABS, ABS_MT_TOOL_TYPE},
  {"pressure", EV_ABS, ABS_MT_PRESSURE}, {"distance", EV_ABS, ABS_MT_DISTANCE}, {"X", EV_ABS, ABS_X}, {"Y", EV_ABS, ABS_Y},
  {"Z", EV_ABS, ABS_Z}, {"RX", EV_ABS, ABS_RX}, {"P", EV_ABS, ABS_PRESSURE}, {"touch", EV_KEY, BTN_TOUCH},
  {"pen", EV_KEY, BTN_TOOL_PEN}, {"scan", EV_MSC, MSC_TIMESTAMP},
};

// Adds the frame of a line: `20  slot 1 id 7 x 100` is a frame at 20 ms.
static void add_frame(script *script, char *line) {
  int64_t time = strtoll(strtok(line, " "), NULL, 10) * 1000;
  for (char *word = strtok(NULL, " "); word; word = strtok(NULL, " ")) {
    if (strcmp(word, "mt") == 0) {
      add(script, time, EV_SYN, SYN_MT_REPORT, 0);
    } else if (strcmp(word, "dropped") == 0) {
      add(script, time, EV_SYN, SYN_DROPPED, 0);
    } else {
      size_t at = 0;
      while (at < sizeof words / sizeof *words && strcmp(words[at].word, word) != 0) at++;
      const char *value = strtok(NULL, " ");
      if (at == sizeof words / sizeof *words || !value) die("no such word", word);
      add(script, time, words[at].type, words[at].code, (int32_t)strtol(value, NULL, 10));
    }
  }
  add(script, time, EV_SYN, SYN_REPORT, 0);
}

// Calls `body` for each picture of a file, which begins with a line `== name` and ends before the next one. `text` is changed.
static void for_each_picture(char *text, void (*body)(const char *name, char *picture)) {
  char *at = text;
  while (at && *at) {
    char *name = at + strlen("== "), *picture = strchr(at, '\n') + 1, *end = strstr(picture, "\n== ");
    picture[-1] = 0;
    if (end) *end++ = 0;
    // An empty line ends a picture.
    size_t length = strlen(picture);
    while (length > 1 && picture[length - 1] == '\n' && picture[length - 2] == '\n') picture[--length] = 0;
    char copy[TEXT / 8];
    snprintf(copy, sizeof copy, "%s%s", picture, length && picture[length - 1] != '\n' ? "\n" : "");
    body(name, copy);
    at = end;
  }
}
