// Elements. Everything that comes from a program is set as text, never as markup.

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] functions become listeners, false and undefined are left out
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
  const result = document.createElement(tag);
  setAttributes(result, attributes);
  for (const child of children) if (child !== null && child !== undefined) result.append(child);
  return result;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
function drawn(tag, attributes = {}, ...children) {
  const result = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(result, attributes);
  result.append(...children);
  return result;
}

/**
 * @param {Element} to
 * @param {Record<string, any>} attributes
 */
function setAttributes(to, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") to.addEventListener(name, value);
    else if (value !== undefined && value !== false) to.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * A link to a line of the source.
 * @param {Place} place
 * @param {string} text
 */
function placeLink(place, text) {
  return element("a", { href: `#source/${place.file}/${place.line}`, class: "place" }, text);
}

/**
 * @param {string} label
 * @param {() => string} text
 */
function copyButton(label, text) {
  const button = element("button", { type: "button", class: "copy" }, label);
  button.addEventListener("click", async () => {
    const done = await copied(text());
    button.textContent = done ? "Copied" : "Copying is not allowed here";
    say(button.textContent ?? "");
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/**
 * Pages from a file may have no clipboard; a hidden field does as well.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { class: "offscreen" }));
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** Whether the page is being printed: sections that are made then have to be complete at once. */
let printing = false;

/**
 * @param {() => void} before also at once if the page is being printed now
 * @param {() => void} after
 */
function whilePrinting(before, after) {
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  if (printing) before();
}

/**
 * For readers of screens.
 * @param {string} text
 */
function say(text) {
  const region = document.getElementById("live");
  if (region) region.textContent = text;
}

/**
 * @param {number} seconds
 */
function secondsText(seconds) {
  if (seconds >= 100) return `${seconds.toFixed(0)} s`;
  return seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(0)} ms`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
function counted(count, one, many = one + "s") {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
