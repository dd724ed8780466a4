// A path of steps 0 … n becomes the clauses
//   condition_0 => P_1(values)
//   P_i(symbols) and condition_i => P_i+1(values)
//   P_n(symbols) and condition_n => end
// If `end` is not derivable, any solution of the P_i is a sequence of interpolants: each step leads from P_i to P_i+1,
// and the last one is infeasible. Spacer's cover of each P_i is such a solution. The arguments of P_i are only the
// symbols on which the rest of the path depends, found by one backward pass, so that interpolants cannot mention dead
// variables. Every reading gets a new Z3 context: a fixedpoint engine that has failed or timed out is not reused. The
// limit is one of CPU time, so that a proof does not depend on what else the machine does.

#include "smt/interpolate/path_interpolants.h"

#include "smt/interpolate/horn_reading.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

namespace tandem::smt::interpolate {

namespace {

using std::chrono::milliseconds;

bool is_usable(Sort sort) { return sort.is_bool() || sort.is_bv(); }

milliseconds time_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return milliseconds(now.tv_sec * 1000 + now.tv_nsec / 1'000'000);
}

// While it exists: interrupts the context when the thread that made it has used so much CPU time.
class TimeLimit {
public:
  TimeLimit(const Z3Context& context, milliseconds limit) {
    clockid_t clock{};
    if (limit.count() <= 0 || ::pthread_getcpuclockid(::pthread_self(), &clock) != 0) return;
    watcher_ = std::jthread([&context, clock, end = time_of(clock) + limit](const std::stop_token& over) {
      constexpr milliseconds interval{20};
      std::mutex mutex;
      std::condition_variable_any wake;
      std::unique_lock lock(mutex);
      while (!wake.wait_for(lock, over, interval, [&] { return over.stop_requested(); }))
        if (time_of(clock) >= end) ::Z3_interrupt(context);
    });
  }

private:
  std::jthread watcher_;
};

class Horn {
public:
  Horn(Terms& terms, std::span<const PathStep> path, milliseconds limit, const Z3Context& context, HornReading& reading)
      : terms_(terms), path_(path), limit_(limit), c_(context), reading_(reading),
        fixedpoint_(Z3_mk_fixedpoint(context)) {
    Z3_fixedpoint_inc_ref(c_, fixedpoint_);
  }
  ~Horn() {
    for (const Z3_ast ast : kept_) Z3_dec_ref(c_, ast);
    Z3_fixedpoint_dec_ref(c_, fixedpoint_);
  }
  Horn(const Horn&) = delete;
  Horn& operator=(const Horn&) = delete;

  std::optional<std::vector<Term>> solve() {
    if (!find_symbols()) return std::nullopt;
    set_parameters();
    declare();
    for (std::size_t i = 0; i < path_.size(); ++i) add_rule(i);
    c_.check_error();
    if (query(holds(end_, {})) != Z3_L_FALSE) return std::nullopt;
    std::vector<Term> result;
    for (std::size_t i = 1; i < path_.size(); ++i) {
      const Z3_ast cover = keep(Z3_fixedpoint_get_cover_delta(c_, fixedpoint_, -1, points_[i]));
      result.push_back(reading_.read(cover, symbols_[i]));
    }
    return result;
  }

private:
  Z3_lbool query(Z3_ast end) {
    const TimeLimit limit(c_, limit_);
    return Z3_fixedpoint_query(c_, fixedpoint_, end);
  }

  // Backwards: what the rest of the path depends on. False if there are terms that cannot be translated.
  bool find_symbols() {
    symbols_.resize(path_.size());
    std::set<Term> needed; // before the step that follows
    for (std::size_t i = path_.size(); i-- > 0;) {
      std::vector<Term> roots{path_[i].condition};
      for (const auto& [symbol, value] : path_[i].next)
        if (needed.contains(symbol)) roots.push_back(value);
      for (const Term term : reachable(terms_, roots))
        if (!reading_.takes(term)) return false;
      const std::vector<Term> used = variables(terms_, roots);
      needed.clear();
      if (i == 0) break;
      for (const auto& [symbol, value] : path_[i - 1].next)
        if (is_usable(terms_.sort(symbol)) && std::ranges::find(used, symbol) != used.end()) needed.insert(symbol);
      symbols_[i].assign(needed.begin(), needed.end());
    }
    return true;
  }

  Z3_ast keep(Z3_ast ast) {
    c_.check_error();
    Z3_inc_ref(c_, ast);
    kept_.push_back(ast);
    return ast;
  }

  void set_parameters() {
    const Z3_params params = Z3_mk_params(c_);
    Z3_params_inc_ref(c_, params);
    const auto symbol = [this](const char* name) { return Z3_mk_string_symbol(c_, name); };
    Z3_params_set_symbol(c_, params, symbol("engine"), symbol("spacer"));
    for (const char* name : {"xform.inline_eager", "xform.inline_linear", "xform.slice"})
      Z3_params_set_bool(c_, params, symbol(name), false);
    Z3_fixedpoint_set_params(c_, fixedpoint_, params);
    Z3_params_dec_ref(c_, params);
    c_.check_error();
  }

  Z3_func_decl relation(const std::string& name, const std::vector<Term>& symbols) {
    std::vector<Z3_sort> sorts;
    for (const Term symbol : symbols) sorts.push_back(Z3_get_sort(c_, reading_.translate(symbol)));
    const auto result = Z3_mk_func_decl(c_, Z3_mk_string_symbol(c_, name.c_str()), static_cast<unsigned>(sorts.size()),
                                        sorts.data(), Z3_mk_bool_sort(c_));
    keep(Z3_func_decl_to_ast(c_, result));
    Z3_fixedpoint_register_relation(c_, fixedpoint_, result);
    return result;
  }

  void declare() {
    points_.push_back(nullptr);
    for (std::size_t i = 1; i < path_.size(); ++i)
      points_.push_back(relation("point!" + std::to_string(i), symbols_[i]));
    end_ = relation("end!", {});
  }

  Z3_ast holds(Z3_func_decl point, const std::vector<Term>& values) {
    std::vector<Z3_ast> args;
    for (const Term value : values) args.push_back(reading_.translate(value));
    return keep(Z3_mk_app(c_, point, static_cast<unsigned>(args.size()), args.data()));
  }

  void add_rule(std::size_t i) {
    std::vector<Term> values;
    Z3_func_decl next = end_;
    if (i + 1 < path_.size()) {
      next = points_[i + 1];
      const std::map<Term, Term> by_symbol(path_[i].next.begin(), path_[i].next.end());
      for (const Term symbol : symbols_[i + 1]) values.push_back(by_symbol.at(symbol));
    }
    std::vector<Z3_ast> body{reading_.translate(path_[i].condition)};
    if (i > 0) body.push_back(holds(points_[i], symbols_[i]));
    std::vector<Term> roots = values;
    roots.push_back(path_[i].condition);
    roots.insert(roots.end(), symbols_[i].begin(), symbols_[i].end());
    const Z3_ast all = keep(Z3_mk_and(c_, static_cast<unsigned>(body.size()), body.data()));
    Z3_ast rule = keep(Z3_mk_implies(c_, all, holds(next, values)));
    const std::vector<Z3_app> bound = reading_.arbitrary(roots);
    if (!bound.empty())
      rule = keep(Z3_mk_forall_const(c_, 0, static_cast<unsigned>(bound.size()), bound.data(), 0, nullptr, rule));
    Z3_fixedpoint_add_rule(c_, fixedpoint_, rule, Z3_mk_string_symbol(c_, ("step!" + std::to_string(i)).c_str()));
    c_.check_error();
  }

  Terms& terms_;
  std::span<const PathStep> path_;
  milliseconds limit_;
  const Z3Context& c_;
  HornReading& reading_;
  Z3_fixedpoint fixedpoint_;
  std::vector<std::vector<Term>> symbols_; // by step
  std::vector<Z3_func_decl> points_;       // by step; none before the first
  Z3_func_decl end_ = nullptr;
  std::vector<Z3_ast> kept_;
};

} // namespace

std::optional<std::vector<Term>> path_interpolants(Terms& terms, std::span<const PathStep> path,
                                                   std::chrono::milliseconds limit,
                                                   const std::function<bool(const std::vector<Term>&)>& is_trusted) {
  for (const auto read_as : {read_as_integers, read_as_bits}) {
    try {
      const Z3Context context;
      const std::unique_ptr<HornReading> reading = read_as(context, terms);
      auto found = Horn(terms, path, limit, context, *reading).solve();
      if (found && is_trusted(*found)) return found;
    } catch (const Z3Error&) { // the next reading may succeed
    }
  }
  return std::nullopt;
}

} // namespace tandem::smt::interpolate
