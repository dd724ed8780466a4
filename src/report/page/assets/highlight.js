// A little of C's syntax, enough to read by: comments, texts, numbers, keywords, directives.

const cWords = new Set(
  ("auto break case char const continue default do double else enum extern float for goto if inline int long register " +
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool " +
    "_Static_assert _Alignof _Alignas _Noreturn NULL true false").split(" "),
);
const cToken = /\/\*[^]*?\*\/|\/\*[^]*$|\/\/.*|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d[\w.]*|[A-Za-z_]\w*|^\s*#\s*\w+/gm;

/**
 * @param {string} word
 */
function tokenClass(word) {
  if (word.startsWith("/*") || word.startsWith("//")) return "t-comment";
  if (word[0] === '"' || word[0] === "'") return "t-text";
  if (/^\s*#/.test(word)) return "t-directive";
  if (/^\d/.test(word)) return "t-number";
  return cWords.has(word) ? "t-word" : "";
}

/**
 * The line as nodes. `inComment`: a comment from a line before is still open.
 * @param {string} line
 * @param {boolean} inComment
 * @returns {Node[]}
 */
function highlighted(line, inComment) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  if (inComment) {
    const end = line.indexOf("*/");
    from = end < 0 ? line.length : end + 2;
    nodes.push(element("span", { class: "t-comment" }, line.slice(0, from)));
  }
  let plain = from;
  cToken.lastIndex = from;
  for (let found = cToken.exec(line); found && found[0] !== ""; found = cToken.exec(line)) {
    const kind = tokenClass(found[0]);
    if (kind === "") continue;
    if (found.index > plain) nodes.push(document.createTextNode(line.slice(plain, found.index)));
    nodes.push(element("span", { class: kind }, found[0]));
    plain = found.index + found[0].length;
  }
  if (plain < line.length) nodes.push(document.createTextNode(line.slice(plain)));
  return nodes;
}

/**
 * By line: whether it begins inside a comment.
 * @param {string[]} lines
 */
function commentLines(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    let rest = line;
    if (inside) {
      const end = rest.indexOf("*/");
      if (end < 0) return before;
      rest = rest.slice(end + 2);
      inside = false;
    }
    const left = rest.replace(/"(?:\\.|[^"\\])*"|\/\/.*|\/\*.*?\*\//g, "");
    inside = left.includes("/*");
    return before;
  });
}
