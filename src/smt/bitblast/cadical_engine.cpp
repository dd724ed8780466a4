// CaDiCaL, linked. It restores eliminated variables when they are used again (Fazekas, Biere, Scholl, "Incremental
// Inprocessing in SAT Solving", SAT 2019), so nothing has to be frozen.

#include "smt/bitblast/sat_engine.h"

#include <cadical.hpp>

namespace tandem::smt::bitblast {

namespace {

class Terminator : public CaDiCaL::Terminator {
public:
  StopSign* sign = nullptr;
  bool terminate() override { return sign != nullptr && sign->raised(); }
};

class CadicalEngine : public SatEngine {
public:
  CadicalEngine() {
    solver_.set("quiet", 1);
    solver_.connect_terminator(&terminator_);
  }
  ~CadicalEngine() override { solver_.disconnect_terminator(); }

  int new_variable() override { return ++variables_; }

  void add_clause(std::span<const int> literals) override {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }

  Answer solve(std::span<const int> assumptions, StopSign& sign) override {
    for (const int literal : assumptions) solver_.assume(literal);
    terminator_.sign = &sign;
    const int answer = solver_.solve();
    terminator_.sign = nullptr;
    return answer == 10 ? Answer::Sat : answer == 20 ? Answer::Unsat : Answer::Unknown;
  }

  void prefer(int literal) override { solver_.phase(literal); }
  void prefer_nothing(int literal) override { solver_.unphase(literal); }
  bool value(int literal) override { return solver_.val(literal) == literal; }
  bool failed(int assumption) override { return solver_.failed(assumption); }

private:
  CaDiCaL::Solver solver_;
  Terminator terminator_;
  int variables_ = 0;
};

} // namespace

std::unique_ptr<SatEngine> make_cadical() { return std::make_unique<CadicalEngine>(); }

} // namespace tandem::smt::bitblast
