// The constraints behind the alias partition, solved by unification as they are added.
//
// Steensgaard gives every expression a type and unifies the types of the two sides of an assignment; a pointer type
// refers to one location class, so that the points-to relation is a function and union-find makes the analysis almost
// linear. We keep the equations and replace his types by memory with offsets:
//
// Memory consists of blocks. A block stands for a set of memory ranges with a common layout: all objects (or members
// of objects) that some pointer may point to. It is divided into parts, disjoint ranges of bytes that are either cells
// (read and written as a unit) or blocks of their own (members whose address is taken), so that a pointer to two
// members of one record unites the members and not the record with itself. Unification relates a byte of one block to
// a byte of another; the blocks may therefore be shifted against each other. A byte that is unified with another one
// of the same block is evidence of an array: the block then repeats with that distance as its stride, and offsets in
// it count modulo the stride.
//
// A member block has links to the blocks it is part of. Its uses must stay within the member (its room); if one does
// not (container_of, a cast to something larger), the block is merged with the blocks it lies in. Precision about
// members is thus optimistic and given up on demand.
//
// The content of a cell has a class of pointers, which determines where they point, and a class of integers. Integers
// are unified with whatever they are computed from; pointers converted to integers are only recorded with the
// integers' class, and unified with the pointers that are created from integers of that class once there are any. So a
// program that casts no integer to a pointer may hash its pointers without any loss of precision.
//
// All memory that is unknown to the program is one block, the environment, whose content points to itself; a value
// that escapes, or comes from there, is unified with it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace tandem {
class Function;
class Type;
} // namespace tandem

namespace tandem::pointers {

using BlockId = std::uint32_t;
using CellId = std::uint32_t;
using PointerId = std::uint32_t;
using IntegerId = std::uint32_t;
using SignatureId = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
// Larger than every object; the size of what has no known end (flexible array members).
inline constexpr std::int64_t endless = std::int64_t{1} << 50;

// An address: a byte of a block.
struct Spot {
  BlockId block = none;
  std::int64_t offset = 0;
};

struct Part {
  std::int64_t offset = 0;
  std::int64_t size = 0;
  std::uint32_t id = 0; // of a cell or block
  bool is_block = false;
  bool is_linked = false; // the member block has a link to this part
  // The range of a member and its neighbours of the same type, relative to the member's start: they are reached if
  // pointers to the member are moved by an unknown distance.
  std::int64_t run_low = 0, run_high = 0;

  std::int64_t end() const { return offset + size; }
  bool contains(const Part& other) const { return offset <= other.offset && other.end() <= end(); }
  bool same_range(const Part& other) const { return offset == other.offset && size == other.size; }
};

struct Range {
  std::int64_t low = 0, high = 0;

  std::int64_t size() const { return high - low; }
  bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
};

// Byte 0 of the linked block is byte `offset` of the outer one; `room` is what the member covers of the linked block,
// `run` what it covers together with its neighbours of the same type.
struct Link {
  BlockId outer = none;
  std::int64_t offset = 0;
  Range room, run;
};

struct Block {
  BlockId up = none; // unified with this one, whose byte `shift` is our byte 0; none: a root
  std::int64_t shift = 0;
  std::int64_t stride = 0;       // 0: does not repeat
  Range extent;                  // of all parts and uses, if it does not repeat
  Range reach;                   // of uses through pointers, before reduction modulo the stride
  bool roams = false;            // pointers into it are computed in ways that respect no bounds
  Range room{-endless, endless}; // the intersection of the rooms of all links
  std::vector<Part> parts;       // sorted, disjoint, within [0, stride) if the block repeats
  std::vector<Link> links;
  std::int64_t widest_step = 0;      // largest element by which pointers into it are moved an unknown number of times
  bool has_run = false;              // some link has neighbours to reach
  std::int64_t least_step = endless; // smallest element by which pointers into it are moved by a constant
  std::int64_t back_step = endless;  // smallest element by which pointers into it are moved back by a constant
  SignatureId signature = none;      // if it stands for functions
};

struct Pointers {
  PointerId up = none;
  Spot pointee;
  bool is_literal = false; // may be an address that the program writes as a number
};

struct Integers {
  IntegerId up = none;
  std::vector<PointerId> inside;    // converted to such an integer
  std::vector<PointerId> made;      // created from such an integer
  bool is_computed = false;         // by arithmetic: the offset of a pointer created from it is unknown
  bool escapes = false;             // passed to external code
  bool is_from_environment = false; // produced by external code, or arbitrary
};

// What is stored in a cell or passed as a value. If both are present, the same bytes are seen as pointers and as
// integers.
struct Content {
  PointerId pointer = none;
  IntegerId integer = none;

  bool is_empty() const { return pointer == none && integer == none; }
};

struct Cell {
  Content content;
  std::vector<const Type*> types; // sorted by id
  bool is_mixed = false;          // accesses differ in offset or size
};

// A parameter or result: scalars are passed as values, records as the contents of a block.
struct Channel {
  Content content;
  BlockId record = none;
};

struct Signature {
  std::vector<Channel> parameters;
  Channel result;
  Channel rest; // the arguments of a variadic function from `rest_from` on
  std::size_t rest_from = std::numeric_limits<std::size_t>::max();
  bool is_external = false; // external code: everything passed escapes, everything returned is arbitrary
};

// Whether an access covers all bits of the bytes it touches, or a bit-field among them.
enum class Bits : std::uint8_t { All, Some };

// How a value crosses the boundary to external code.
enum class Passage : std::uint8_t { Goes, Comes, Both };

class Solver {
public:
  Solver();

  // Memory.
  BlockId add_block(std::int64_t size, std::int64_t stride);
  Spot resolve(Spot spot) const;           // the root and the offset in it
  Spot resolve_unreduced(Spot spot) const; // the same, but not modulo the stride
  BlockId root(BlockId block) const { return resolve({block, 0}).block; }
  const Block& block(BlockId root) const { return blocks_[root]; }
  const Cell& cell(CellId id) const { return cells_[id]; }
  std::size_t block_count() const { return blocks_.size(); }
  std::size_t cell_count() const { return cells_.size(); }
  std::size_t pointer_count() const { return pointers_.size(); }
  BlockId environment() const { return environment_; }

  void unify(Spot a, Spot b);
  // Reads or writes `size` bytes as one value of the type (nullptr: as part of a larger copy). Returns the content of
  // the cell as seen through the type.
  Content access(Spot spot, std::int64_t size, const Type* type, Bits bits = Bits::All);
  // Something of this size is at the spot; `reach`: it is used through a pointer.
  void use(Spot spot, std::int64_t size);
  void reach(Spot spot, std::int64_t size);
  void repeat(BlockId block, std::int64_t stride);
  // The address of the member of `size` bytes at the spot, kept apart from the rest where possible. `neighbours` is the
  // range, relative to the spot, of the member and its neighbours of the same type.
  Spot member(Spot spot, std::int64_t size, Range neighbours = {});
  // The same for an array, of which nothing is used yet; with a stride if its elements are to be identified.
  Spot array_member(Spot spot, std::int64_t size, std::int64_t stride);
  Spot move(Spot spot, std::int64_t bytes, std::int64_t element);
  void move_anywhere(Spot spot, std::int64_t element);
  // The cell whose bytes include the spot, or none; with the start of the part in its own block.
  struct Found {
    CellId cell = none;
    Spot start;
  };
  Found find_cell(Spot spot) const;

  // Values.
  PointerId add_pointer();
  IntegerId add_integer();
  Content add_content(const Type& scalar);
  PointerId pointer_to(Spot spot);
  PointerId literal_address();
  bool may_be_literal(PointerId pointer) const { return pointers_[root_pointer(pointer)].is_literal; }
  Spot pointee(PointerId pointer) const { return pointers_[root_pointer(pointer)].pointee; }
  PointerId root_pointer(PointerId pointer) const;
  void unify_pointers(PointerId a, PointerId b);  // either may be none
  void unify(const Content& a, const Content& b); // as far as both have the same
  void compute(IntegerId integer);
  void put_inside(IntegerId integer, PointerId pointer);
  PointerId make_pointer(IntegerId integer);
  void mark_escape(const Content& content, Passage passage);
  // Whether addresses were converted to integers of this class.
  bool holds_addresses(IntegerId integer) const { return !integers_[root_integer(integer)].inside.empty(); }
  // Where pointers lead that the content is or that are created from it.
  std::vector<Spot> targets(const Content& content) const;
  PointerId environment_pointer() const { return environment_pointer_; }
  // For copied contents: what one cell may contain, so may the other.
  void unify_cells(CellId a, CellId b);

  // Functions: parameters and results of a block of functions, seen through the type.
  Content parameter(BlockId functions, std::size_t index, const Type& scalar);
  BlockId parameter_record(BlockId functions, std::size_t index);
  Content result(BlockId functions, const Type& scalar);
  BlockId result_record(BlockId functions);
  void set_variadic(BlockId functions, std::size_t parameter_count, const Channel& rest);

  // Grows whenever something is unified or divided further.
  std::uint64_t changes() const { return changes_; }

private:
  enum class TaskKind : std::uint8_t { UnifySpots, UnifyPointers, UnifyIntegers, Insert, Roam };
  struct Task {
    TaskKind kind;
    Spot a, b; // UnifySpots; Insert, Roam: a.block
    std::uint32_t first = 0, second = 0;
    Part part;
  };

  void later_unify(Spot a, Spot b);
  void later_unify_pointers(PointerId a, PointerId b);
  void later_unify_integers(IntegerId a, IntegerId b);
  void later_insert(BlockId block, Part part);
  void run();

  Spot find_member(Spot spot, const Block& fresh, Part part);
  void do_unify(Spot a, Spot b);
  void absorb(BlockId into, BlockId block, std::int64_t shift);
  void do_repeat(BlockId root, std::int64_t stride);
  void extend(BlockId root, Range range);
  void roam(BlockId root);
  void add_link(BlockId root, Link link);
  bool fits(const Block& block, Range room) const;
  void check_room(BlockId root);
  void reach_neighbours(BlockId root, const Link& link);
  void do_insert(BlockId block, Part part);
  bool insert_in_repeating(BlockId root, Part& part);
  void insert_over_one(BlockId root, Part& old, const Part& part);
  void insert_over(BlockId root, const std::vector<Part>& old, const Part& part);
  void insert_part(BlockId root, Part part);
  void push_down(BlockId root, const Part& into, Part part);
  void dissolve(BlockId root, const Part& part);
  void unlink(const Part& part, BlockId outer);
  void unite_cells(CellId into, CellId from);

  void do_unify_pointers(PointerId a, PointerId b);
  void do_unify_integers(IntegerId a, IntegerId b);
  void propagate(IntegerId root);
  IntegerId root_integer(IntegerId integer) const;
  void merge(Content& into, const Content& from);
  void connect(const Content& content);
  void see_as(Content& content, const Type& scalar);

  void unify_signatures(SignatureId into, SignatureId from);
  void set_rest_from(SignatureId signature, std::size_t count);
  void unify_channels(SignatureId signature, Channel& into, const Channel& from);
  void escape(const Channel& channel);
  void do_mark_escape(const Content& content, Passage passage);
  SignatureId signature(BlockId functions); // made on demand
  Channel& parameter(SignatureId signature, std::size_t index);
  Content channel_content(SignatureId signature, Channel& channel, const Type& scalar);
  BlockId channel_record(SignatureId signature, Channel& channel);

  // Finding a root compresses paths, also in const lookups.
  mutable std::vector<Block> blocks_;
  mutable std::vector<Pointers> pointers_;
  mutable std::vector<Integers> integers_;
  std::vector<Cell> cells_;
  std::vector<Signature> signatures_;
  std::vector<Task> tasks_;
  BlockId environment_ = none;
  PointerId environment_pointer_ = none;
  std::uint64_t changes_ = 0;
};

} // namespace tandem::pointers
