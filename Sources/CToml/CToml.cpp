#include "CToml.h"

// A configuration nests four levels deep. Each level takes stack in the parser, in `flatten` and in the destructors.
#define TOML_MAX_NESTED_VALUES 32
// Without assertions toml++ tells the compiler to assume their conditions, and invalid input violates some of them ("[" at the end of
// the text), which is undefined behavior. So nothing is assumed. TextCheck rejects the one kind of text that is known to reach code
// that toml++ marks as unreachable. If another one does, the program traps instead of running on into undefined behavior.
#define __builtin_assume(condition) static_cast<void>(0)
#define __builtin_unreachable() __builtin_trap()
#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

#include "TextCheck.h"

namespace {

struct Document : CTomlDocument {
  toml::table root;
  std::vector<CTomlNode> storage;
  std::string message;
};

CTomlRegion region(const toml::source_region &source) {
  return {source.begin.line, source.begin.column, source.end.line, source.end.column};
}

uint32_t flatten(const toml::node &node, std::vector<CTomlNode> &nodes);

void fill(CTomlNode &flat, const toml::node &node) {
  flat.place = region(node.source());
  if (auto string = node.as_string()) {
    flat.kind = CTomlString;
    flat.string = string->get().data();
    flat.string_length = string->get().size();
  } else if (auto integer = node.as_integer()) {
    flat.kind = CTomlInteger;
    flat.integer = integer->get();
  } else if (auto number = node.as_floating_point()) {
    flat.kind = CTomlFloat;
    flat.number = number->get();
  } else if (auto boolean = node.as_boolean()) {
    flat.kind = CTomlBoolean;
    flat.integer = boolean->get();
  } else {
    flat.kind = node.is_table() ? CTomlTable : node.is_array() ? CTomlArray : CTomlOther;
  }
}

void flatten_children(const toml::node &node, uint32_t parent, std::vector<CTomlNode> &nodes) {
  uint32_t last = CTomlNone;
  const auto append = [&](const toml::node &child) {
    const uint32_t index = flatten(child, nodes);
    (last == CTomlNone ? nodes[parent].first_child : nodes[last].next_sibling) = index;
    last = index;
  };
  if (auto table = node.as_table()) {
    for (auto &&[key, child] : *table) {
      append(child);
      nodes[last].key = key.data();
      nodes[last].key_length = key.length();
      nodes[last].key_place = region(key.source());
    }
  } else if (auto array = node.as_array()) {
    for (auto &&child : *array) append(child);
  }
}

uint32_t flatten(const toml::node &node, std::vector<CTomlNode> &nodes) {
  const auto index = static_cast<uint32_t>(nodes.size());
  nodes.push_back(CTomlNode{});
  nodes[index].first_child = nodes[index].next_sibling = CTomlNone;
  fill(nodes[index], node);
  flatten_children(node, index, nodes);
  return index;
}

void fail(Document &document, std::string_view message, CTomlRegion place) {
  document.message = message;
  document.error = document.message.data();
  document.error_length = document.message.size();
  document.error_place = place;
}

}  // namespace

CTomlDocument *CTomlParse(const char *bytes, size_t length) {
  Document *document = nullptr;
  try {
    document = new Document{};
    TextCheck check({bytes, length});
    if (auto fault = check.find()) {
      fail(*document, fault->message, fault->place);
      return document;
    }
    auto result = toml::parse(check.text());
    if (!result) {
      fail(*document, result.error().description(), region(result.error().source()));
      return document;
    }
    document->root = std::move(result).table();
    flatten(document->root, document->storage);
    document->nodes = document->storage.data();
    document->count = document->storage.size();
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void CTomlFree(CTomlDocument *document) { delete static_cast<Document *>(document); }
