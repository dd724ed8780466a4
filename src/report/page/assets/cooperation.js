// The section "cooperation": who worked when, what each partner got, sent, decided and found out.

/**
 * @param {string} verdict
 * @returns {Tone}
 */
function verdictTone(verdict) {
  return verdict === "TRUE" ? "good" : verdict === "FALSE" ? "bad" : "open";
}

/**
 * @param {Partner} partner
 */
function partnerName(partner) {
  return partner.part ? `${partner.name}, part ${partner.part}` : partner.name;
}

/**
 * @param {Partner} partner
 */
function span(partner) {
  const start = partner.start ?? 0;
  return { start, end: start + partner.wall };
}

/** @type {{key: "got" | "sent" | "decided", sign: string, text: string}[]} */
const passages = [
  { key: "got", sign: "\u25bd", text: "got" },
  { key: "sent", sign: "\u25b2", text: "sent" },
  { key: "decided", sign: "\u25cf", text: "decided a target" },
];

/**
 * The moments of a run at which something came, went or was decided.
 * @param {Partner} partner
 */
function moments(partner) {
  const result = [];
  for (const each of partner.got) result.push({ at: each.first, sign: passages[0].sign, text: `got ${each.text}` });
  for (const each of partner.sent) result.push({ at: each.first, sign: passages[1].sign, text: `sent ${each.text}` });
  for (const each of partner.decided) result.push({ at: each.at, sign: passages[2].sign, text: `decided: ${each.text}` });
  return result;
}

/**
 * The full seconds, or parts of them, at which the axis has marks: four to nine.
 * @param {number} end
 */
function ticks(end) {
  const size = 10 ** Math.floor(Math.log10(end));
  const step = [0.1, 0.2, 0.5, 1].map((part) => part * size * 2).find((each) => end / each <= 8) ?? size;
  const result = [];
  for (let i = 0; i * step <= end; ++i) result.push(i * step);
  return result;
}

/**
 * A lane for each partner, with a bar for each of its runs.
 * @param {Partner[]} partners
 */
function timeline(partners) {
  const end = Math.max(0.001, ...partners.map((partner) => span(partner).end));
  /** @param {number} at */
  const percent = (at) => Math.min(100, Math.max(0, (100 * at) / end));
  /** @type {Map<string, Partner[]>} */
  const lanes = new Map();
  for (const partner of partners) {
    const name = partnerName(partner);
    lanes.set(name, [...(lanes.get(name) ?? []), partner]);
  }
  const rows = element("div", { class: "timeline" });
  const marks = ticks(end);
  for (const [name, runs] of lanes) {
    const lane = element("div", { class: "lane" });
    for (const mark of marks) lane.append(element("span", { class: "tick", style: `left: ${percent(mark).toFixed(2)}%` }));
    for (const run of runs) {
      const { start, end: stop } = span(run);
      const width = Math.max(0.4, percent(stop) - percent(start));
      const left = Math.min(percent(start), 100 - width);
      lane.append(
        element("span", {
          class: `bar tone-${verdictTone(run.verdict)}`,
          style: `left: ${left.toFixed(2)}%; width: ${width.toFixed(2)}%`,
          title: `${name}: from ${secondsText(start)} to ${secondsText(stop)}, ${run.verdict}: ${run.what}`,
        }),
      );
      for (const moment of moments(run))
        lane.append(element("span", { class: "moment", style: `left: ${percent(moment.at).toFixed(2)}%`, title: `${secondsText(moment.at)}: ${moment.text}` }, moment.sign));
    }
    const wall = runs.reduce((sum, run) => sum + run.wall, 0);
    rows.append(element("div", { class: "who" }, element("code", {}, name)), lane, element("div", { class: "time" }, secondsText(wall)));
  }
  const axis = element("div", { class: "axis" });
  for (const mark of marks) axis.append(element("span", { class: percent(mark) > 88 ? "last" : "", style: `left: ${percent(mark).toFixed(2)}%` }, mark === 0 ? "0" : secondsText(mark)));
  rows.append(element("div", { class: "who" }), axis, element("div", { class: "time" }));
  return rows;
}

function timelineLegend() {
  const legend = element("ul", { class: "legend" });
  for (const [tone, text] of [["good", "proved"], ["bad", "found the error"], ["open", "no verdict"]])
    legend.append(element("li", {}, element("span", { class: `bar-key tone-${tone}` }, "\u00a0"), text));
  for (const { sign, text } of passages) legend.append(element("li", {}, element("span", { class: "sign" }, sign), " ", text));
  return legend;
}

/**
 * @param {string} label
 * @param {(Node | string)[]} entries
 */
function partnerFact(label, entries) {
  return entries.length === 0 ? null : element("div", { class: "partner-fact" }, element("dt", {}, label), element("dd", {}, element("ul", {}, ...entries)));
}

/**
 * @param {Passed} passed
 */
function passedEntry(passed) {
  const when = passed.last > passed.first ? `${secondsText(passed.first)} to ${secondsText(passed.last)}` : secondsText(passed.first);
  return element("li", {}, passed.text, " ", element("span", { class: "muted" }, `at ${when}`));
}

/**
 * @param {Decided} decided
 */
function decidedEntry(decided) {
  return element("li", {}, targetBadge(decided.status), " ", decided.place ? placeLink(decided.place, placeText(decided.place)) : "", " ", decided.text, " ", element("span", { class: "muted" }, `at ${secondsText(decided.at)}`));
}

/**
 * @param {Partner} partner
 */
function partnerArticle(partner) {
  const commands = partner.commands.length === 0 ? null : element("details", {}, element("summary", {}, counted(partner.commands.length, "command")), ...partner.commands.map((command) => element("pre", { tabindex: "0" }, element("code", {}, command))));
  const { start, end } = span(partner);
  const when = partner.start === undefined ? "" : `from ${secondsText(start)} to ${secondsText(end)}, `;
  return element(
    "article",
    { class: "partner" },
    element("h3", {}, element("code", {}, partnerName(partner)), " ", element("span", { class: `badge tone-${verdictTone(partner.verdict)}` }, partner.verdict)),
    element("p", {}, partner.what),
    element("dl", {}, partnerFact("Got", partner.got.map(passedEntry)), partnerFact("Sent", partner.sent.map(passedEntry)), partnerFact("Decided", partner.decided.map(decidedEntry))),
    element("p", { class: "muted" }, `${when}${secondsText(partner.wall)} wall${partner.cpu > 0 ? `, ${secondsText(partner.cpu)} CPU` : ""}`),
    commands,
  );
}

/** @type {Show} */
function showCooperation(into, /** @type {CooperationData} */ data) {
  for (const line of data.story) into.append(element("p", {}, line));
  if (data.partners.length === 0) return;
  const timed = data.partners.filter((partner) => partner.start !== undefined);
  if (timed.length > 0) into.append(element("h2", {}, "Who worked when"), timelineLegend(), timeline(timed));
  into.append(element("h2", {}, "What each contributed"), ...data.partners.map(partnerArticle));
}
