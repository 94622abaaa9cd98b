// CTickle: the interface of libtickle, and what its Swift side needs of the C library.
// This file does not belong to the interface. It uses no type of the C library, as there are several.
#include <tickle.h>

/// Notes a sentence, in UTF-8, which `tickle_error` of the same thread returns. Cut after 511 bytes.
void tickle_note_error(const uint8_t *sentence, size_t length);

/// Guard the table of handles.
void tickle_lock(void);
void tickle_unlock(void);

/// The bytes of a text, at most `most`.
size_t tickle_text_length(const char *text, size_t most);
