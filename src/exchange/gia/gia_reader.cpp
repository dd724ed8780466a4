// Reads automata line by line: a line is a part of the header, a state, a transition or the end. The reader is strict:
// everything that is not understood is refused with its position. One pass with flat tables, for about a million
// transitions a second.

#include "exchange/gia/gia_conditions.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/name_table.h"
#include "program/model/type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tandem::exchange {

namespace {

constexpr std::uint32_t most_states = 1u << 25, most_transitions = 1u << 27;

constexpr std::array<std::string_view, 6> keywords{"program", "data-model", "property", "producer", "state", "end"};

class Reader {
public:
  Reader(LineStream stream, const Program* program) : stream_(std::move(stream)), program_(program) {}

  Gia run() {
    read_first_line();
    while (!ended_ && next_line()) read_line();
    if (!ended_) fail_at(0, "the text ends without a line `end`: it is truncated");
    while (next_line()) fail("nothing may follow the line `end`");
    if (!builder_) fail_at(0, "an automaton needs a state");
    if (!initial_) fail_at(0, "no state is the initial one; one has to be: `state NAME initial`");
    builder_->set_initial(*initial_);
    const Gia gia = std::move(*builder_).finish();
    if (program_ != nullptr) check(gia);
    return gia;
  }

private:
  [[noreturn]] void fail_at(std::size_t column, const std::string& message) const {
    throw InputError(stream_.position(column), message);
  }
  // At the last word read.
  [[noreturn]] void fail(const std::string& message) const { fail_at(column(), message); }
  std::size_t column() const { return static_cast<std::size_t>(word_.data() - stream_.line().data()) + 1; }

  // Goes to the first word of the next line that is neither blank nor a comment.
  bool next_line() {
    while (stream_.next()) {
      rest_ = stream_.line();
      next_word();
      if (!word_.empty() && word_.front() != '#') return true;
    }
    word_ = stream_.line();
    return false;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  // The next word of the line; empty at its end.
  void next_word() {
    std::size_t begin = 0;
    while (begin < rest_.size() && is_blank(rest_[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest_.size() && !is_blank(rest_[end])) ++end;
    word_ = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
  }

  // The rest of the line, without surrounding blanks.
  std::string_view rest_of_line(std::string_view what) {
    const std::size_t begin = rest_.find_first_not_of(" \t");
    if (begin == std::string_view::npos) {
      word_ = rest_;
      fail(fmt::format("{} is missing", what));
    }
    word_ = rest_.substr(begin, rest_.find_last_not_of(" \t") + 1 - begin);
    rest_.remove_prefix(rest_.size());
    return word_;
  }

  void expect_end_of_line() {
    next_word();
    if (!word_.empty()) fail(fmt::format("'{}' is too much on this line", word_));
  }

  void read_first_line() {
    if (!stream_.next()) fail_at(0, "the file is empty; an automaton begins with `tandem-gia 1`");
    rest_ = stream_.line();
    next_word();
    if (word_ != "tandem-gia") fail("this is no automaton of tandem, which begins with `tandem-gia 1`");
    next_word();
    if (word_ != "1") fail(fmt::format("version '{}' is not known; this program reads version 1", word_));
    expect_end_of_line();
  }

  void read_line() {
    if (word_ == "state") return read_state();
    if (word_ == "end") {
      ended_ = true;
      return expect_end_of_line();
    }
    if (!is_gia_keyword(word_)) return read_transition();
    if (builder_) fail(fmt::format("`{}` belongs before the first state", word_));
    if (word_ == "program") return read_program();
    const std::string_view key = word_;
    std::string& value = key == "data-model" ? header_.data_model
                         : key == "property" ? header_.property
                                             : header_.producer;
    if (!value.empty()) fail(fmt::format("`{}` was given before", key));
    value = rest_of_line("a value");
    if (key == "data-model" && value != name(DataModel::ILP32) && value != name(DataModel::LP64))
      fail(fmt::format("data model '{}' is not known; ILP32 and LP64 are", value));
  }

  void read_program() {
    next_word();
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (word_.size() != 64 || !std::ranges::all_of(word_, is_digit))
      fail("the file's SHA-256 was expected: 64 digits from 0 to 9 and a to f, as sha256sum prints them");
    std::string sha256(word_);
    header_.files.push_back({std::string(rest_of_line("the file's path")), std::move(sha256)});
  }

  void start_states() {
    if (builder_) return;
    if (program_ != nullptr) check_program(header_, *program_, stream_.position(1));
    builder_.emplace(header_);
  }

  void read_state() {
    start_states();
    next_word();
    if (word_.empty()) fail("the state's name is missing");
    if (is_gia_keyword(word_) || word_ == "->") fail(fmt::format("a state cannot be called '{}'", word_));
    const StateId id = names_.add(word_);
    if (id < accepts_.size()) fail(fmt::format("state '{}' was declared before", word_));
    if (id >= most_states) fail("there are too many states");
    const std::string name(word_);
    Accept accept = Accept::Nothing;
    TextId invariant = Gia::no_text;
    GiaPositions::LineColumn point;
    for (next_word(); !word_.empty(); next_word()) {
      if (word_ == "initial") {
        if (initial_) fail(fmt::format("there is an initial state already: {}", names_.name(*initial_)));
        initial_ = id;
      } else if (word_ == "invariant") {
        invariant = builder_->text(rest_of_line("the invariant"));
        point = here();
      } else {
        accept = read_accept(accept);
      }
    }
    if (initial_ == id && invariant != Gia::no_text) fail_at(point.column, "an initial state has no invariant");
    accepts_.push_back(accept);
    if (program_ != nullptr) positions_.invariants.push_back(point);
    builder_->add_state(accept, name, invariant);
  }

  Accept read_accept(Accept before) const {
    const Accept accept = word_ == "ut"     ? Accept::Unreachable
                          : word_ == "rt"   ? Accept::Reached
                          : word_ == "cand" ? Accept::Candidate
                                            : Accept::Nothing;
    if (accept == Accept::Nothing)
      fail(fmt::format("'{}' was not expected; `initial`, `ut`, `rt`, `cand` or `invariant` was", word_));
    if (before != Accept::Nothing) fail("a state accepts one of ut, rt and cand, not two");
    return accept;
  }

  GiaPositions::LineColumn here() const { return {stream_.number(), static_cast<std::uint32_t>(column())}; }

  StateId read_state_name() const {
    const std::optional<std::uint32_t> id = names_.find(word_);
    if (!id) fail(fmt::format("state '{}' is not declared above", word_));
    return *id;
  }

  void read_transition() {
    Gia::Transition made;
    made.source = read_source();
    const std::size_t source_column = column();
    next_word();
    if (word_ != "->")
      fail("`->` was expected: a transition is written `A -> B on EDGES`, then perhaps `if CONDITION`");
    next_word();
    made.target = read_state_name();
    next_word();
    if (word_ != "on") fail("`on` was expected, and the edges that the transition is for, or `*`");
    GiaPositions::LineColumn label, assumption;
    next_word();
    label = here();
    made.label = read_label();
    if (word_ == "if") {
      made.assumption = builder_->text(rest_of_line("the condition"));
      assumption = here();
    }
    if (accepts_[made.source] == Accept::Unreachable || accepts_[made.source] == Accept::Reached)
      return check_implied_loop(made, source_column);
    if (++transition_count_ > most_transitions) fail("there are too many transitions");
    builder_->add_transition(made.source, made.label, made.target, made.assumption);
    if (program_ == nullptr) return;
    sources_.push_back(made.source);
    positions_.labels.push_back(label);
    positions_.assumptions.push_back(assumption);
  }

  StateId read_source() const {
    const std::optional<std::uint32_t> id = names_.find(word_);
    if (!id)
      fail(fmt::format("'{}' is neither a state declared above nor one of program, data-model, property, producer, "
                       "state, end",
                       word_));
    return *id;
  }

  // The paper draws a loop at each state that accepts ut or rt; it says nothing new and is not kept.
  void check_implied_loop(const Gia::Transition& made, std::size_t column) const {
    if (made.target == made.source && made.assumption == Gia::no_text) return;
    const bool is_ut = accepts_[made.source] == Accept::Unreachable;
    fail_at(column, fmt::format("state '{}' accepts {}, which covers all paths from it; it can have no transitions but "
                                "loops without a condition",
                                names_.name(made.source), is_ut ? "ut" : "rt"));
  }

  // Stops at the word after the label: `if`, or the end of the line.
  LabelId read_label() {
    if (word_ == "*") {
      next_word();
      if (!word_.empty() && word_ != "if") fail("`*` stands for all edges; nothing but `if` can follow");
      return Gia::any;
    }
    edges_.clear();
    for (; !word_.empty() && word_ != "if"; next_word()) {
      if (word_ == "*") fail("`*` stands for all edges; it cannot be one of several");
      if (word_ == "->" || word_ == "on") fail(fmt::format("an edge was expected, not `{}`", word_));
      edges_.push_back(edge_name());
    }
    if (edges_.empty()) fail("an edge, or `*`, was expected");
    if (edges_.size() > 1) return builder_->label(edges_);
    LabelId& known = single_labels_[edges_[0]];
    if (known == Gia::any) known = builder_->label(edges_);
    return known;
  }

  EdgeNameId edge_name() {
    const EdgeNameId id = builder_->edge_name(word_);
    if (id < single_labels_.size()) return id;
    single_labels_.push_back(Gia::any);
    if (program_ != nullptr && program_->find_edge(word_) == nullptr)
      fail(fmt::format("the program has no edge '{}'; `tandem show cfa` lists those it has", word_));
    return id;
  }

  // The automaton's transitions are ordered by source; so must be their positions.
  void check(const Gia& gia) {
    std::vector<std::uint32_t> next(gia.states().size() + 1);
    for (const StateId source : sources_) ++next[source + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    GiaPositions ordered{stream_.name(), std::move(positions_.invariants),
                         std::vector<GiaPositions::LineColumn>(sources_.size()),
                         std::vector<GiaPositions::LineColumn>(sources_.size())};
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const std::uint32_t to = next[sources_[i]]++;
      ordered.labels[to] = positions_.labels[i];
      ordered.assumptions[to] = positions_.assumptions[i];
    }
    GiaConditions conditions(*program_, gia);
    bind_edges(*program_, gia, conditions, ordered);
  }

  LineStream stream_;
  const Program* program_;
  std::string_view word_, rest_;
  GiaHeader header_;
  std::optional<GiaBuilder> builder_;
  NameTable names_;
  std::vector<Accept> accepts_; // by StateId
  std::optional<StateId> initial_;
  std::vector<EdgeNameId> edges_;      // of the label being read
  std::vector<LabelId> single_labels_; // by EdgeNameId; any: not made yet
  std::uint32_t transition_count_ = 0;
  bool ended_ = false;
  // In the order of the file; only if there is a program.
  GiaPositions positions_;
  std::vector<StateId> sources_;
};

} // namespace

bool is_gia_keyword(std::string_view word) { return std::ranges::find(keywords, word) != keywords.end(); }

Gia read_gia(const std::filesystem::path& path, const Program* program, LineBounds bounds) {
  return Reader(LineStream(path, bounds), program).run();
}

Gia read_gia_text(std::string_view bytes, const Program* program, const std::string& name, LineBounds bounds) {
  return Reader(LineStream(bytes, name, bounds), program).run();
}

} // namespace tandem::exchange
