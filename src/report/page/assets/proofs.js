// The section of a campaign of proofs that shows one proof at a time: its targets, its command, what it rests on.

/**
 * @param {ProofData} proof
 */
function proofArticle(proof) {
  const reached = proof.targets.filter((target) => target.status !== "unreachable");
  const held = proof.targets.filter((target) => target.status === "unreachable");
  const article = element(
    "article",
    {},
    element("h2", {}, element("code", {}, proof.name), " ", element("span", { class: `badge tone-${proof.tone}` }, proof.verdict)),
    proof.text ? element("p", {}, proof.text) : null,
    element("p", { class: "muted" }, `${secondsText(proof.wall)} wall, ${secondsText(proof.cpu)} CPU${proof.unchanged ? "; nothing changed since" : ""}; ${counted(held.length, "target")} of ${proof.targets.length} hold`),
  );
  if (proof.targets.length > 0) article.append(targetFilter([...reached, ...held]));
  if (proof.assumptions.length > 0) article.append(element("h3", {}, "What the verdict rests on"), remarkList(proof.assumptions.map((text) => ({ text }))));
  for (const command of proof.commands) article.append(commandBox(command));
  return article;
}

/** @type {Show} */
function showProofs(into, /** @type {ProofsData} */ data) {
  if (data.proofs.length === 0) return void into.append(element("p", {}, "There are none."));
  const holder = element("div");
  const choice = chooser("Proof:", data.proofs.map((proof) => `${proof.name} (${proof.verdict})`), () => show(Number(choice.select.value)));
  const show = (/** @type {number} */ index) => {
    if (!data.proofs[index]) return;
    choice.select.value = String(index);
    holder.replaceChildren(proofArticle(data.proofs[index]));
  };
  into.append(element("div", { class: "toolbar" }, choice.holder), holder);
  // What needs a look first.
  show(Math.max(0, data.proofs.findIndex((proof) => proof.verdict !== "TRUE")));
  return (rest) => {
    if (rest !== "") show(Number(rest));
  };
}
