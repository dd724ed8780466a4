// The section "cooperation": who ran when, what each found out and handed on.

/**
 * @param {string} verdict
 * @returns {Tone}
 */
function verdictTone(verdict) {
  return verdict === "TRUE" ? "good" : verdict === "FALSE" ? "bad" : "open";
}

/**
 * @param {Partner[]} partners
 */
function timeline(partners) {
  const end = Math.max(0.001, ...partners.map((partner) => partner.start + partner.wall));
  const rows = element("div", { class: "timeline" });
  for (const partner of partners) {
    const left = (100 * partner.start) / end, width = Math.max(0.4, (100 * partner.wall) / end);
    rows.append(
      element("div", { class: "who" }, element("code", {}, partner.name)),
      element(
        "div",
        { class: "lane" },
        element("span", {
          class: `bar tone-${verdictTone(partner.verdict)}`,
          style: `left: ${left.toFixed(2)}%; width: ${Math.min(width, 100 - left).toFixed(2)}%`,
          title: `${partner.name}: from ${secondsText(partner.start)} to ${secondsText(partner.start + partner.wall)}`,
        }),
      ),
      element("div", { class: "time" }, secondsText(partner.wall)),
    );
  }
  rows.append(element("div", {}), element("div", { class: "axis" }, element("span", {}, "0"), element("span", {}, secondsText(end / 2)), element("span", {}, secondsText(end))), element("div", {}));
  return rows;
}

/** @type {Show} */
function showCooperation(into, /** @type {CooperationData} */ data) {
  for (const line of data.story) into.append(element("p", {}, line));
  if (data.partners.length === 0) return;
  into.append(element("h2", {}, "When each partner ran"), timeline(data.partners), element("h2", {}, "What each contributed"));
  for (const partner of data.partners) {
    const commands = partner.commands.length === 0 ? null : element("details", {}, element("summary", {}, counted(partner.commands.length, "command")), ...partner.commands.map((command) => element("pre", { tabindex: "0" }, element("code", {}, command))));
    into.append(
      element(
        "article",
        { class: "partner" },
        element("h3", {}, element("code", {}, partner.name), " ", element("span", { class: `badge tone-${verdictTone(partner.verdict)}` }, partner.verdict)),
        element("p", {}, partner.what),
        partner.results.length === 0 ? null : element("ul", {}, ...partner.results.map((each) => element("li", {}, each))),
        element("p", { class: "muted" }, `from ${secondsText(partner.start)}, ${secondsText(partner.wall)} wall, ${secondsText(partner.cpu)} CPU`),
        commands,
      ),
    );
  }
}
