// TOML 1.0 to a flat tree of nodes with their places, for Swift. A C face on toml++.
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

// From `line`, `column` up to `end_line`, `end_column`, which is just behind it. They count from 1, columns in
// code points; 0 where there is none.
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
  uint32_t next_sibling;  // the same; a table's children are in the order of their keys, by bytes
} CTomlNode;

typedef struct CTomlDocument {
  const CTomlNode *nodes;  // the first is the root, a table; NULL where the text is no TOML
  size_t count;
  const char *error;  // what is wrong, or NULL
  size_t error_length;
  CTomlRegion error_place;
} CTomlDocument;

// Parses UTF-8. Any bytes may come; nothing is kept of them. NULL: out of memory. Otherwise to be freed, also where
// it holds an error. How deep values may nest is limited; so is what a destructor's recursion takes of the stack.
CTomlDocument *CTomlParse(const char *bytes, size_t length);
void CTomlFree(CTomlDocument *document);

#ifdef __cplusplus
}
#endif
