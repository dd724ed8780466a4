// A persistent map from 64-bit keys: copying is O(1), an update copies one path, and merging two versions skips
// everything they share. Symbolic states are made of it: the two states of a branch differ in few entries, and the
// cost of joining them depends on those entries only.
//
// Big-endian Patricia trees after Okasaki and Gill, "Fast Mergeable Integer Maps" (1998). Nodes are counted without
// atomics: one thread per family of maps.
#pragma once

#include "base/core/require.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

namespace tandem {

template <class Value> class PersistentMap {
public:
  using Key = std::uint64_t;

  PersistentMap() = default;
  PersistentMap(const PersistentMap& other) : root_(retain(other.root_)) {}
  PersistentMap(PersistentMap&& other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
  PersistentMap& operator=(PersistentMap other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~PersistentMap() { release(root_); }

  bool empty() const { return root_ == nullptr; }
  // Whether both are the same version; different versions may still be equal.
  bool same(const PersistentMap& other) const { return root_ == other.root_; }

  const Value* find(Key key) const {
    const Node* node = root_;
    while (node != nullptr && !node->is_leaf()) {
      if (!node->matches(key)) return nullptr;
      node = node->child[node->side(key)];
    }
    return node != nullptr && node->key == key ? &node->value() : nullptr;
  }

  // Setting a key to the value it already has leaves the version unchanged.
  void set(Key key, Value value) {
    const Value* old = find(key);
    if (old == nullptr || *old != value) replace(insert(root_, key, std::move(value)));
  }

  void erase(Key key) {
    if (find(key) != nullptr) replace(remove(root_, key));
  }

  // Calls visit(key, value) in ascending order of keys.
  template <class Visit> void for_each(Visit&& visit) const { walk(root_, 0, ~Key{0}, visit); }
  // The same for keys in [low, high].
  template <class Visit> void for_each_between(Key low, Key high, Visit&& visit) const {
    walk(root_, low, high, visit);
  }

  // Entries that both versions share are kept without a call; for every other key, join(key, a, b) gives the value of
  // the result (a or b is null where the key is missing; at least one is not) or nothing to leave it out.
  template <class Join> static PersistentMap merge(const PersistentMap& a, const PersistentMap& b, Join&& join) {
    PersistentMap result;
    result.root_ = merge_nodes(a.root_, b.root_, join);
    return result;
  }

private:
  struct Node {
    Key key; // leaf: the key; branch: the bits above `bit`, the rest zero
    std::uint32_t uses = 1;
    std::uint8_t bit = 64; // branch: index of the deciding bit; 64: leaf
    union {
      Node* child[2];
      Value leaf_value;
    };

    Node(Key k, Value v) : key(k), leaf_value(std::move(v)) {}
    Node(Key prefix, unsigned at, Node* zero, Node* one)
        : key(prefix), bit(static_cast<std::uint8_t>(at)), child{zero, one} {}
    ~Node() {
      if (is_leaf()) leaf_value.~Value();
    }

    bool is_leaf() const { return bit == 64; }
    const Value& value() const { return leaf_value; }
    unsigned side(Key k) const { return (k >> bit) & 1; }
    bool matches(Key k) const { return prefix_of(k, bit) == key; }
    // The largest key below this node.
    Key last() const { return is_leaf() ? key : key | ((Key{2} << bit) - 1); }
  };

  static Key prefix_of(Key key, unsigned bit) { return bit == 63 ? 0 : key & ~((Key{2} << bit) - 1); }

  static Node* retain(Node* node) {
    if (node != nullptr) ++node->uses;
    return node;
  }

  static void release(Node* node) {
    // Depth is at most 64, so recursion is bounded.
    if (node == nullptr || --node->uses != 0) return;
    if (!node->is_leaf()) {
      release(node->child[0]);
      release(node->child[1]);
    }
    delete node;
  }

  void replace(Node* root) {
    release(root_);
    root_ = root;
  }

  // Owns a and b; they must differ in a bit above both their ranges.
  static Node* link(Node* a, Node* b) {
    const unsigned bit = 63u - static_cast<unsigned>(std::countl_zero(a->key ^ b->key));
    if ((a->key >> bit) & 1) std::swap(a, b);
    return new Node(prefix_of(a->key, bit), bit, a, b);
  }

  static Node* insert(Node* node, Key key, Value value) {
    if (node == nullptr || (node->is_leaf() && node->key == key)) return new Node(key, std::move(value));
    if (node->is_leaf() || !node->matches(key)) return link(new Node(key, std::move(value)), retain(node));
    const unsigned side = node->side(key);
    Node* changed = insert(node->child[side], key, std::move(value));
    Node* other = retain(node->child[1 - side]);
    return side == 0 ? new Node(node->key, node->bit, changed, other) : new Node(node->key, node->bit, other, changed);
  }

  static Node* remove(Node* node, Key key) {
    if (node->is_leaf()) return nullptr;
    const unsigned side = node->side(key);
    return branch(node, side == 0 ? remove(node->child[0], key) : retain(node->child[0]),
                  side == 1 ? remove(node->child[1], key) : retain(node->child[1]));
  }

  // A branch like `like` with these children (owned), one of which may be null; `like` itself if they are its own, so
  // that a merge which changes nothing yields the same version.
  static Node* branch(Node* like, Node* zero, Node* one) {
    if (zero == nullptr) return one;
    if (one == nullptr) return zero;
    if (zero != like->child[0] || one != like->child[1]) return new Node(like->key, like->bit, zero, one);
    release(zero);
    release(one);
    return retain(like);
  }

  static Node* leaf(Node* like, std::optional<Value> value) {
    if (!value) return nullptr;
    return like->value() == *value ? retain(like) : new Node(like->key, std::move(*value));
  }

  template <class Visit> static void walk(const Node* node, Key low, Key high, Visit& visit) {
    if (node == nullptr || node->last() < low || node->key > high) return;
    if (node->is_leaf()) {
      visit(node->key, node->value());
      return;
    }
    walk(node->child[0], low, high, visit);
    walk(node->child[1], low, high, visit);
  }

  enum class Only { First, Second };

  // All of `node` is missing in the other map.
  template <class Join> static Node* one_sided(Node* node, Join& join, Only only) {
    if (node == nullptr) return nullptr;
    if (node->is_leaf()) {
      const Value* value = &node->value();
      return leaf(node, join(node->key, only == Only::First ? value : nullptr, only == Only::Second ? value : nullptr));
    }
    Node* zero = one_sided(node->child[0], join, only);
    return branch(node, zero, one_sided(node->child[1], join, only));
  }

  template <class Join> static Node* merge_nodes(Node* a, Node* b, Join& join) {
    if (a == b) return retain(a);
    if (a == nullptr) return one_sided(b, join, Only::Second);
    if (b == nullptr) return one_sided(a, join, Only::First);
    if (a->is_leaf() && b->is_leaf() && a->key == b->key) {
      return leaf(a, join(a->key, &a->value(), &b->value()));
    }
    if (!a->is_leaf() && !b->is_leaf() && a->bit == b->bit && a->key == b->key) {
      Node* zero = merge_nodes(a->child[0], b->child[0], join);
      return branch(a, zero, merge_nodes(a->child[1], b->child[1], join));
    }
    if (contains(a, b)) return descend(a, b, join, Only::First);
    if (contains(b, a)) return descend(b, a, join, Only::Second);
    return disjoint(a, b, join);
  }

  static bool contains(const Node* outer, const Node* inner) {
    return !outer->is_leaf() && (inner->is_leaf() || inner->bit < outer->bit) && outer->matches(inner->key);
  }

  // `inner` lies in one half of `outer`, which is the first or second map.
  template <class Join> static Node* descend(Node* outer, Node* inner, Join& join, Only outer_is) {
    Node* children[2];
    for (unsigned side = 0; side < 2; ++side) {
      Node* child = outer->child[side];
      if (side != outer->side(inner->key))
        children[side] = one_sided(child, join, outer_is);
      else
        children[side] = outer_is == Only::First ? merge_nodes(child, inner, join) : merge_nodes(inner, child, join);
    }
    return branch(outer, children[0], children[1]);
  }

  template <class Join> static Node* disjoint(Node* a, Node* b, Join& join) {
    Node* left = one_sided(a, join, Only::First);
    Node* right = one_sided(b, join, Only::Second);
    if (left == nullptr) return right;
    if (right == nullptr) return left;
    return link(left, right);
  }

  Node* root_ = nullptr;
};

} // namespace tandem
