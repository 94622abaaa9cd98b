// CToml: parses TOML 1.0 into a flat tree of nodes with their places, for Swift. A C interface to toml++.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum CTomlKind {
  CTomlTable,
  CTomlArray,
  CTomlString,
  CTomlInteger,
  CTomlFloat,
  CTomlBoolean,
  CTomlOther,  // dates and times
} CTomlKind;

// A range of the text, from `line`, `column` to just before `end_line`, `end_column`. Lines and columns count from 1, columns in code
// points; 0 if there is no place.
typedef struct CTomlRegion {
  uint32_t line, column;
  uint32_t end_line, end_column;
} CTomlRegion;

#define CTomlNone UINT32_MAX

typedef struct CTomlNode {
  CTomlKind kind;
  CTomlRegion place;
  CTomlRegion key_place;
  const char *key;  // not terminated by NUL; NULL for the root and in arrays
  size_t key_length;
  const char *string;  // not terminated by NUL
  size_t string_length;
  int64_t integer;  // also the boolean
  double number;
  uint32_t first_child;   // an index into the nodes, or CTomlNone
  uint32_t next_sibling;  // likewise; a table's children are ordered by the bytes of their keys
} CTomlNode;

typedef struct CTomlDocument {
  const CTomlNode *nodes;  // the first is the root, a table; NULL if the text is not TOML
  size_t count;
  const char *error;  // the first error, or NULL
  size_t error_length;
  CTomlRegion error_place;
} CTomlDocument;

// Parses UTF-8; any bytes are safe. Keeps no reference to them. Returns NULL if there is not enough memory; otherwise the caller frees
// the document, even if it holds an error. Values may nest 32 levels deep, which also limits the stack that destructors need.
CTomlDocument *CTomlParse(const char *bytes, size_t length);
void CTomlFree(CTomlDocument *document);

#ifdef __cplusplus
}
#endif
