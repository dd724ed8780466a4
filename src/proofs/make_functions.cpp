// The functions of GNU make that work on texts and names of files.

#include "proofs/makefile.h"

#include <algorithm>
#include <functional>
#include <set>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

// How a pattern with one % matches a word: what the % stands for.
std::optional<std::string> stem(const std::string& pattern, const std::string& word) {
  const std::size_t percent = pattern.find('%');
  if (percent == std::string::npos) return pattern == word ? std::optional<std::string>("") : std::nullopt;
  const std::string before = pattern.substr(0, percent), after = pattern.substr(percent + 1);
  if (word.size() < before.size() + after.size() || !word.starts_with(before) || !word.ends_with(after))
    return std::nullopt;
  return word.substr(before.size(), word.size() - before.size() - after.size());
}

std::string substituted(const std::string& from, const std::string& to, std::string text) {
  if (from.empty()) return text;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string each(const std::string& words, const std::function<std::string(const std::string&)>& change) {
  std::vector<std::string> result;
  for (const std::string& word : words_of(words)) result.push_back(change(word));
  return joined(result);
}

std::string filtered(const std::string& patterns, const std::string& words, bool keep) {
  std::vector<std::string> result;
  for (const std::string& word : words_of(words)) {
    const std::vector<std::string> all = words_of(patterns);
    const bool matches = std::ranges::any_of(all, [&](const std::string& one) { return stem(one, word).has_value(); });
    if (matches == keep) result.push_back(word);
  }
  return joined(result);
}

std::string pattern_substituted(const std::string& from, const std::string& to, const std::string& words) {
  return each(words, [&](const std::string& word) {
    const std::optional<std::string> matched = stem(from, word);
    return matched ? (to.find('%') == std::string::npos ? to : substituted("%", *matched, to)) : word;
  });
}

std::string absolute(const std::string& word, const fs::path& folder) {
  std::string result = (fs::path(word).is_absolute() ? fs::path(word) : folder / word).lexically_normal().string();
  while (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

std::string folder_of(const std::string& word) {
  const std::size_t slash = word.rfind('/');
  return slash == std::string::npos ? "./" : word.substr(0, slash + 1);
}

std::string name_of(const std::string& word) { return word.substr(word.rfind('/') + 1); }

std::string sorted(const std::string& words) {
  const std::vector<std::string> all = words_of(words);
  const std::set<std::string> unique(all.begin(), all.end());
  return joined({unique.begin(), unique.end()});
}

// The one file, or those in one folder with one ending: src/*.c
std::string existing(const std::string& pattern, const fs::path& folder) {
  const fs::path wanted = fs::path(pattern).is_absolute() ? fs::path(pattern) : folder / pattern;
  const std::string name = wanted.filename().string();
  if (name.find('*') == std::string::npos) return fs::exists(wanted) ? pattern : "";
  std::set<std::string> found;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(wanted.parent_path(), failed))
    if (stem(substituted("*", "%", name), entry.path().filename().string()))
      found.insert((fs::path(pattern).parent_path() / entry.path().filename()).string());
  return joined({found.begin(), found.end()});
}

std::string word_number(const std::string& number, const std::string& words) {
  const std::vector<std::string> all = words_of(words);
  const std::size_t at = static_cast<std::size_t>(std::max(std::atol(number.c_str()), 0L));
  return at >= 1 && at <= all.size() ? all[at - 1] : "";
}

using Arguments = std::vector<std::string>;
struct Known {
  std::string_view name;
  std::size_t arguments;
  std::string (*apply)(const Arguments&, const fs::path&);
};

constexpr Known known[] = {
    {"strip", 1, [](const Arguments& a, const fs::path&) { return joined(words_of(a[0])); }},
    {"subst", 3, [](const Arguments& a, const fs::path&) { return substituted(a[0], a[1], a[2]); }},
    {"patsubst", 3, [](const Arguments& a, const fs::path&) { return pattern_substituted(a[0], a[1], a[2]); }},
    {"filter", 2, [](const Arguments& a, const fs::path&) { return filtered(a[0], a[1], true); }},
    {"filter-out", 2, [](const Arguments& a, const fs::path&) { return filtered(a[0], a[1], false); }},
    {"findstring", 2,
     [](const Arguments& a, const fs::path&) { return a[1].find(a[0]) == std::string::npos ? std::string() : a[0]; }},
    {"sort", 1, [](const Arguments& a, const fs::path&) { return sorted(a[0]); }},
    {"word", 2, [](const Arguments& a, const fs::path&) { return word_number(a[0], a[1]); }},
    {"words", 1, [](const Arguments& a, const fs::path&) { return std::to_string(words_of(a[0]).size()); }},
    {"firstword", 1, [](const Arguments& a, const fs::path&) { return word_number("1", a[0]); }},
    {"lastword", 1,
     [](const Arguments& a, const fs::path&) { return word_number(std::to_string(words_of(a[0]).size()), a[0]); }},
    {"addprefix", 2,
     [](const Arguments& a, const fs::path&) { return each(a[1], [&](const std::string& w) { return a[0] + w; }); }},
    {"addsuffix", 2,
     [](const Arguments& a, const fs::path&) { return each(a[1], [&](const std::string& w) { return w + a[0]; }); }},
    {"dir", 1, [](const Arguments& a, const fs::path&) { return each(a[0], folder_of); }},
    {"notdir", 1, [](const Arguments& a, const fs::path&) { return each(a[0], name_of); }},
    {"basename", 1,
     [](const Arguments& a, const fs::path&) {
       return each(a[0], [](const std::string& w) { return fs::path(w).replace_extension().string(); });
     }},
    {"suffix", 1,
     [](const Arguments& a, const fs::path&) {
       return each(a[0], [](const std::string& w) { return fs::path(w).extension().string(); });
     }},
    {"abspath", 1,
     [](const Arguments& a, const fs::path& folder) {
       return each(a[0], [&](const std::string& w) { return absolute(w, folder); });
     }},
    {"realpath", 1,
     [](const Arguments& a, const fs::path& folder) {
       return each(a[0], [&](const std::string& w) { return absolute(w, folder); });
     }},
    {"wildcard", 1,
     [](const Arguments& a, const fs::path& folder) {
       return each(a[0], [&](const std::string& w) { return existing(w, folder); });
     }},
    {"or", 1,
     [](const Arguments& a, const fs::path&) {
       const auto found = std::ranges::find_if(a, [](const std::string& one) { return !one.empty(); });
       return found == a.end() ? std::string() : *found;
     }},
    {"and", 1,
     [](const Arguments& a, const fs::path&) {
       const bool all = std::ranges::none_of(a, [](const std::string& one) { return one.empty(); });
       return all ? a.back() : std::string();
     }},
};

} // namespace

std::optional<std::string> make_function(std::string_view name, const std::vector<std::string>& arguments,
                                         const fs::path& folder) {
  const auto found = std::ranges::find(known, name, &Known::name);
  if (found == std::end(known)) return std::nullopt;
  Arguments complete = arguments;
  // A comma in the last argument belongs to it.
  const bool takes_any = name == "or" || name == "and";
  while (!takes_any && complete.size() > found->arguments) {
    const std::string last = complete.back();
    complete.pop_back();
    complete.back() += "," + last;
  }
  complete.resize(std::max(complete.size(), found->arguments));
  return found->apply(complete, folder);
}

} // namespace tandem::proofs
