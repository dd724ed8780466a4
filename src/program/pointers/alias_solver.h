// The equations behind the alias partition, solved by unification as they are added.
//
// Memory is made of blocks. A block stands for a set of places of one shape: all objects (or members of objects) that
// some pointer leads to. It is divided into parts, disjoint ranges of bytes that are either cells (what is read and
// written as one) or blocks of their own (members whose address is taken), so that two pointers to two members of one
// record unite the members and not the record with itself. Unified blocks may be shifted against each other; a block
// that arrays lie in repeats with a stride, and offsets in it count modulo the stride.
//
// A block that is a member of others has links to them. Its uses must stay within the member (its room); if one does
// not (container_of, a cast to something larger), the block is merged with what it lies in.
//
// What a cell contains has a class of pointers, which says where they lead, and a class of integers. Integers unite
// with whatever they are computed from; pointers converted to integers are only noted with the integers' class, and
// united with the pointers that are made from integers of that class. So a program that casts no integer to a pointer
// may hash its pointers as it likes.
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
// Larger than every object; the size of what has no end (flexible array members).
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
  bool is_linked = false; // the block has the link to where the part is
  // A member whose neighbours have its type, too: they are reached if pointers to it are moved by unknown steps. From
  // the member's start.
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
  BlockId up = none; // unified with this one, whose byte `shift` is our byte 0; none: a root, which the rest is about
  std::int64_t shift = 0;
  std::int64_t stride = 0;       // 0: does not repeat
  Range extent;                  // of all parts and uses, if it does not repeat
  Range reach;                   // of uses through pointers, where the pointers led at first; also if it repeats
  bool roams = false;            // pointers into it are computed in ways that keep to no bounds
  Range room{-endless, endless}; // at most what all links leave
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
};

struct Integers {
  IntegerId up = none;
  std::vector<PointerId> inside;    // converted to such an integer
  std::vector<PointerId> made;      // from such an integer
  bool is_computed = false;         // arithmetic was done: where in its object a pointer made from it leads is lost
  bool escapes = false;             // given to code outside the program
  bool is_from_environment = false; // made by code outside the program, or by chance
};

// What is at a place, or travels as a value. Where both are present, the same bytes are seen as pointers and as
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

// A parameter or result: scalars travel as values, records as the contents of a block.
struct Channel {
  Content content;
  BlockId record = none;
};

struct Signature {
  std::vector<Channel> parameters;
  Channel result;
  Channel rest; // what a variadic function takes from parameter `rest_from` on
  std::size_t rest_from = std::numeric_limits<std::size_t>::max();
  bool is_external = false; // code outside the program: everything goes there and comes from there
};

// Whether an access means all bits of the bytes it touches, or a bit-field among them.
enum class Bits : std::uint8_t { All, Some };

// How a value meets code outside the program.
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
  // Reads or writes `size` bytes as one value of the type (nullptr: as part of a larger copy). Returns what is there,
  // as far as the type can see it.
  Content access(Spot spot, std::int64_t size, const Type* type, Bits bits = Bits::All);
  // Something of this size is at the spot; and it is used through a pointer.
  void use(Spot spot, std::int64_t size);
  void reach(Spot spot, std::int64_t size);
  void repeat(BlockId block, std::int64_t stride);
  // The address of the member of `size` bytes at the spot, kept apart from the rest where possible. `neighbours` is the
  // range, from the spot on, of the member and those of its type beside it.
  Spot member(Spot spot, std::int64_t size, Range neighbours = {});
  // The same for an array, of which nothing is used yet; with a stride if its elements are one.
  Spot array_member(Spot spot, std::int64_t size, std::int64_t stride);
  Spot move(Spot spot, std::int64_t bytes, std::int64_t element);
  void move_anywhere(Spot spot, std::int64_t element);
  // The cell whose bytes include the spot, or none; with the part's place in its own block.
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
  Spot pointee(PointerId pointer) const { return pointers_[root_pointer(pointer)].pointee; }
  PointerId root_pointer(PointerId pointer) const;
  void unify_pointers(PointerId a, PointerId b);  // either may be none
  void unify(const Content& a, const Content& b); // as far as both have the same
  void compute(IntegerId integer);
  void put_inside(IntegerId integer, PointerId pointer);
  PointerId make_pointer(IntegerId integer);
  void mark_escape(const Content& content, Passage passage);
  PointerId environment_pointer() const { return environment_pointer_; }
  // Contents that are copied: what one cell may have, the other one may.
  void unify_cells(CellId a, CellId b);

  // Functions: what a block of functions takes and returns, seen as the type.
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

  // Roots are found with path halving, also in const lookups.
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
