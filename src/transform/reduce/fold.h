// Folding: explores the product again with some of its locations merged. A merged location stands for all its members:
// a path ends there only if it ends at each of them, so a fold has every path of the product, and more, all of them
// paths of the program. Follows Beyer and Jakobs, "FRED: Conditional Model Checking via Reducers and Folders" (SEFM
// 2020), who drop the conditions at merged locations; here they are evaluated as long as the members agree on one.
//
// Between merged locations the distinctions of the product are kept: the members are followed as a set.
#pragma once

#include "transform/reduce/product.h"
#include "transform/reduce/reduce.h"

#include <unordered_set>

namespace tandem::transform::reduce {

class FoldComponent : public ProductComponent {
public:
  FoldComponent(const Product& product, FoldAt at, std::uint32_t iterations);

  ComponentState start() override { return intern({product_.instances[0].entry}); }
  ComponentState unobserved(const Function& function) override;
  ComponentState enter(const Function& function, ComponentState state) override;
  Decision decide(ComponentState state) override;
  ComponentState arrive(ComponentState entry, const Location& location, ComponentState state) override;
  ComponentState after(ComponentState state, const Edge& edge) override;
  ComponentState leave(ComponentState state) override;
  ComponentState back(ComponentState at_call, const Edge& call, ComponentState at_exit) override;

private:
  using Members = std::vector<NodeId>; // ordered, each once
  struct MembersHash {
    std::size_t operator()(const Members& members) const;
  };

  ComponentState intern(Members members);   // drops no_node; `ended` for the empty set
  ComponentState gathered(Members members); // likewise; at most one condition among the result's members
  void find_fold_locations();
  void find_iterations();
  void find_blocks();
  void visit_iterations(NodeId id, std::vector<std::vector<NodeId>>& levels, std::uint32_t level);

  const Product& product_;
  FoldAt at_;
  std::uint32_t least_iterations_;
  ProductReach reach_;
  std::vector<bool> is_fold_location_;                    // by location of the program
  std::vector<bool> is_back_edge_;                        // by edge of the program
  std::vector<std::uint32_t> iterations_;                 // by node: fewest back edges on a path to it
  std::unordered_map<std::uint64_t, Members> blocks_;     // by instance and location
  std::unordered_map<const Function*, Members> entries_;  // of all instances
  std::unordered_map<NodeId, std::size_t> exit_position_; // of exits, in their instance
  std::vector<Members> sets_;
  std::unordered_map<Members, ComponentState, MembersHash> index_;
};

} // namespace tandem::transform::reduce
