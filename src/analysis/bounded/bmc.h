// Bounded model checking: unwind to a bound, ask whether a target is reachable, then whether any path exceeds the bound
// (unwinding assertions); raise the bound until one of the queries decides the task.
//
// After Biere, Cimatti, Clarke, Zhu (TACAS 1999) and Clarke, Kroening, Lerda (TACAS 2004). Terms are built with
// constants propagated, so that deterministic iterations are not counted against the bound; loops whose bound is proved
// to suffice keep it while the others are unwound further.
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/actor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace tandem::analysis::bounded {

// How a program with unbounded loops may be proved safe.
enum class ProofMethod : std::uint8_t {
  ByBound,     // only if no path exceeds the bound
  ByInduction, // also by k-induction: `bound` iterations without error imply that the next one has none
};

// Whether induction may search for auxiliary loop invariants (invariants/invariants.h).
enum class OwnInvariants : std::uint8_t { Find, None };

struct BmcOptions {
  ProofMethod proof = ProofMethod::ByBound;
  OwnInvariants own_invariants = OwnInvariants::Find;
  std::uint32_t first_bound = 1;
  std::uint32_t last_bound = 1u << 20;
  // Deterministic iterations count against the bound as well, so that no loop is followed further than the last one.
  bool counts_all_iterations = false;
  std::string solver = "sat";
  // Of induction; see InvariantOptions.
  std::uint32_t deterministic_iterations = 32;
  std::uint32_t long_runs = 0;
  std::filesystem::path failed_queries = "tandem-queries"; // where queries with a wrong model are stored
};

std::unique_ptr<task::Actor> make_bmc(BmcOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::bounded
