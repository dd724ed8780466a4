// Writes automata deterministically: labels in natural order of their names, states under their own names if all are
// unique and writable, otherwise all numbered.

#include "base/core/text_file.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/name_table.h"

#include <algorithm>
#include <unordered_map>

namespace tandem::exchange {

namespace {

// Labels that would exceed this length are split over several lines, which is equivalent.
constexpr std::size_t longest_label = std::size_t{1} << 16;

bool is_writable(std::string_view name) {
  return !name.empty() && name.front() != '#' && !is_gia_keyword(name) &&
         std::ranges::none_of(name, [](char c) { return (c >= 0 && c <= ' ') || c == '\x7f'; });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The natural order of names with numbers in them: main@6:3 before main@10:1.
bool comes_before(std::string_view a, std::string_view b) {
  const auto number = [](std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
  };
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const bool is_new = i == 0 || !is_digit(a[i - 1]);
    if (is_new && is_digit(a[i]) && is_digit(b[i])) {
      const std::string_view left = number(a.substr(i)), right = number(b.substr(i));
      if (left.size() != right.size()) return left.size() < right.size();
    }
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return a.size() < b.size();
}

// A line break inside an expression is equivalent to a blank.
std::string one_line(std::string text) {
  std::ranges::replace_if(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }, ' ');
  return text;
}

class Writer {
public:
  explicit Writer(const Gia& gia) : gia_(gia), keeps_names_(names_are_usable()) {
    texts_.reserve(gia.text_count());
    for (TextId id = 0; id < gia.text_count(); ++id) texts_.push_back(one_line(gia.text(id)));
  }

  std::string run() {
    out_.reserve(48 * gia_.transitions().size() + 24 * gia_.states().size() + 1024);
    write_header();
    out_ += '\n';
    for (StateId id = 0; id < gia_.states().size(); ++id) write_state(id);
    out_ += '\n';
    for (const Gia::Transition& transition : gia_.transitions()) write_transition(transition);
    out_ += "end\n";
    return std::move(out_);
  }

private:
  bool names_are_usable() const {
    NameTable names;
    for (const Gia::State& state : gia_.states()) {
      if (!is_writable(state.name)) return false;
      names.add(state.name);
    }
    return names.size() == gia_.states().size();
  }

  void write_header() {
    const GiaHeader& header = gia_.header();
    out_ += "tandem-gia 1\n";
    for (const GiaHeader::File& file : header.files)
      out_ += "program " + file.sha256 + " " + one_line(file.path) + "\n";
    if (!header.data_model.empty()) out_ += "data-model " + header.data_model + "\n";
    if (!header.property.empty()) out_ += "property " + one_line(header.property) + "\n";
    if (!header.producer.empty()) out_ += "producer " + one_line(header.producer) + "\n";
  }

  void write_name(StateId id) {
    if (keeps_names_)
      out_ += gia_.states()[id].name;
    else
      out_ += "q" + std::to_string(id);
  }

  static std::string_view shown(Accept accept) {
    switch (accept) {
    case Accept::Nothing: return "";
    case Accept::Unreachable: return " ut";
    case Accept::Reached: return " rt";
    case Accept::Candidate: return " cand";
    }
    return "";
  }

  void write_state(StateId id) {
    const Gia::State& state = gia_.states()[id];
    out_ += "state ";
    write_name(id);
    if (id == gia_.initial()) out_ += " initial";
    out_ += shown(state.accept);
    if (state.invariant != Gia::no_text) out_.append(" invariant ").append(texts_[state.invariant]);
    out_ += '\n';
  }

  void write_transition(const Gia::Transition& transition) {
    const std::vector<EdgeNameId>& edges = ordered(transition.label);
    if (transition.label == Gia::any) {
      begin(transition);
      out_ += " *";
      return finish(transition);
    }
    for (std::size_t i = 0; i < edges.size();) {
      begin(transition);
      for (const std::size_t limit = out_.size() + longest_label; i < edges.size() && out_.size() < limit; ++i)
        out_.append(" ").append(gia_.edge_name(edges[i]));
      finish(transition);
    }
  }

  // By name: numbers depend on the order of creation.
  const std::vector<EdgeNameId>& ordered(LabelId label) {
    const std::span<const EdgeNameId> edges = gia_.edges(label);
    if (edges.size() == 1) return single_ = {edges[0]};
    std::vector<EdgeNameId>& known = ordered_[label];
    if (known.empty()) {
      known.assign(edges.begin(), edges.end());
      std::ranges::sort(known, comes_before, [&](EdgeNameId id) -> std::string_view { return gia_.edge_name(id); });
    }
    return known;
  }

  void begin(const Gia::Transition& transition) {
    write_name(transition.source);
    out_ += " -> ";
    write_name(transition.target);
    out_ += " on";
  }

  void finish(const Gia::Transition& transition) {
    if (transition.assumption != Gia::no_text) out_.append(" if ").append(texts_[transition.assumption]);
    out_ += '\n';
  }

  const Gia& gia_;
  bool keeps_names_;
  std::vector<std::string> texts_;
  std::unordered_map<LabelId, std::vector<EdgeNameId>> ordered_;
  std::vector<EdgeNameId> single_;
  std::string out_;
};

} // namespace

std::string gia_text(const Gia& gia) { return Writer(gia).run(); }

void write_gia(const std::filesystem::path& path, const Gia& gia) {
  const std::string text = gia_text(gia);
  write_text_file(path, path.extension() == ".gz" ? gzipped(text) : text);
}

} // namespace tandem::exchange
