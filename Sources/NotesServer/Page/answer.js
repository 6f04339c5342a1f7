// Ask and Chat: a question, its answer as it is written, and what the answer says about itself.

import {
  ask, clipped, count, el, excerpt, foreign, icon, lineLimit, longText, sourceLink, visible, wordsOf,
} from "./text.js";

const badges = { answered: "Answered", unsure: "Unsure: check the lines", notInNotes: "Not in your notes" };
const refusals = {
  topic: "Nothing in your notes is about this.",
  probe: "Some notes come close, but none states the answer.",
  model: "The model found no answer in the closest notes.",
};
const steps = {
  waiting: "Waiting for the questions before it…", searching: "Searching your notes…", writing: "Writing…",
};

/** Says a text to screen readers, at most every few seconds while an answer is written. */
const live = {
  region: document.getElementById("live"),
  last: 0,
  say(text) {
    this.last = Date.now();
    this.region.append(el("span", {}, visible(text) + " "));
    while (this.region.childElementCount > 4) this.region.firstElementChild.remove();
  },
};

/** Text with its marks such as [1] as links, its `code` and **bold** words, and what no cited line has underlined. */
function inline(text, cite, unsupported) {
  const fragment = document.createDocumentFragment();
  const terms = unsupported.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).filter(Boolean);
  const doubt = terms.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${terms.join("|")})(?![\\p{L}\\p{N}])`, "u") : undefined;
  const plain = (words) => (doubt ? words.split(doubt) : [words]).map((part, index) => (
    index % 2 ? el("span", { class: "doubt", title: "Not in the cited lines" }, visible(part)) : visible(part)));
  for (const part of text.split(/(\[\d{1,4}\]|\*\*[^*\n]+\*\*|`[^`\n]+`)/)) {
    const number = /^\[(\d+)\]$/.exec(part)?.[1];
    if (number) fragment.append(cite(Number(number), part));
    else if (/^\*\*.+\*\*$/.test(part)) {
      fragment.append(el("strong", {}, inline(part.slice(2, -2), cite, unsupported)));
    } else if (/^`.+`$/.test(part)) fragment.append(el("code", {}, visible(part.slice(1, -1))));
    else fragment.append(...plain(part));
  }
  return fragment;
}

/** Paragraphs, lists and code of an answer. */
function blocks(text, cite, unsupported = []) {
  const result = [];
  let list, code;
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) {
      code = code ? undefined : el("pre", {});
      if (code) result.push(code);
      continue;
    }
    if (code) {
      code.append(longText(line, visible), "\n");
      continue;
    }
    const item = /^\s*(?:[-*•]|(\d+)[.)])\s+(.*)$/.exec(line);
    if (item) {
      const kind = item[1] ? "ol" : "ul";
      if (list?.localName !== kind) result.push(list = el(kind, { start: item[1] }));
      list.append(el("li", { dir: "auto" }, longText(item[2], (part) => inline(part, cite, unsupported))));
    } else {
      list = undefined;
      if (line.trim()) result.push(el("p", { dir: "auto" }, longText(line, (part) => inline(part, cite, unsupported))));
    }
  }
  return result;
}

const staleness = { changed: "changed since it was indexed", missing: "file is gone" };

function placeName(place) {
  const stale = staleness[place.freshness];
  return [foreign(place.source), stale && el("span", { class: "stale" }, ` (${stale})`)];
}

/** Lines of a note as an entry of a list. */
function placeItem(place, words, number) {
  const lines = place.text.split("\n");
  const evidence = (place.evidence ?? []).map((line) => lines[line - place.firstLine]).filter(Boolean);
  return el("li", { class: "place" },
    sourceLink(place, words, number && el("span", { class: "number" }, `${number}`), ...placeName(place)),
    ...excerpt(evidence.join("\n") || place.text, words));
}

const parts = {
  instructions: "Instructions", toolDefinitions: "Tools", schema: "Schema", summary: "Summary",
  history: "Earlier turns", passages: "Passages", question: "Question",
  reasoningReserve: "Kept for thinking", replyReserve: "Kept for the reply",
  free: "Free",
};

/** Where the window's tokens go. */
function ledgerPicture(ledger) {
  const bar = el("div", { class: "bar", "aria-hidden": "true" });
  const legend = el("ul", { class: "legend" });
  for (const [part, name] of Object.entries(parts)) {
    const tokens = ledger.tokens[part];
    if (!tokens) continue;
    const piece = el("span", { "data-part": part });
    piece.style.flexGrow = tokens;
    bar.append(piece);
    legend.append(el("li", {}, el("span", { class: "swatch", "data-part": part }), `${name} `,
      el("span", { class: "soft" }, tokens.toLocaleString())));
  }
  const used = ledger.contextSize - (ledger.tokens.free ?? 0);
  const left = ledger.leftOut.length;
  return el("details", { class: "ledger" },
    el("summary", {}, `${used.toLocaleString()} of ${count(ledger.contextSize, "token")} in use`), bar, legend,
    left ? el("p", { class: "soft" }, `${count(left, "passage")} found but not given to the model.`) : undefined);
}

function list(title, items, kind) {
  return items.length ? [el("h3", {}, title), el("ol", { class: kind }, ...items)] : [];
}

/** A question and its answer. */
export class Turn {
  #text = "";
  #said = 0;
  #frame = 0;
  #stop = new AbortController();

  constructor(question) {
    this.question = question;
    this.badge = el("p", { class: "badge", "data-outcome": "progress" }, steps.searching);
    this.text = el("div", { class: "prose" });
    this.notes = el("div", { class: "remarks" });
    this.sources = el("div", { class: "sources" });
    this.element = el("article", { class: "turn", "aria-busy": "true" },
      el("h2", { dir: "auto" }, visible(question)), this.badge,
      el("div", { class: "spread" }, el("div", { class: "said" }, this.text, this.notes), this.sources));
  }

  /** What later questions refer to; a question without an answer is not kept. */
  get said() { return this.answer?.answer ? [{ question: this.question, answer: String(this.answer.answer) }] : []; }

  stop() { this.#stop.abort(); }

  /** Asks; returns when the answer is whole, stopped or has failed. */
  async run(conversation) {
    const body = { question: this.question, stream: true, ...(conversation.length ? { conversation } : {}) };
    live.say(steps.searching);
    try {
      await ask(body, this.#stop.signal, (event, data) => this.#receive(event, data));
      if (!this.answer) throw new Error("The server ended the answer before it was whole.");
    } catch (error) {
      const isStopped = error.name === "AbortError";
      this.#draw();
      this.#mark("failed", isStopped ? "Stopped" : "No answer");
      if (!isStopped) this.notes.replaceChildren(el("p", { class: "warning" }, visible(error.message)));
      live.say(isStopped ? "Stopped." : error.message);
    } finally {
      cancelAnimationFrame(this.#frame);
      this.element.setAttribute("aria-busy", "false");
    }
  }

  #receive(event, data) {
    if (event === "progress") this.badge.textContent = steps[data.step] ?? visible(data.step);
    if (event === "passages") {
      const items = data.passages.map((place) => (
        el("li", { class: "place" }, sourceLink(place, wordsOf(this.question), foreign(place.source)))));
      this.sources.replaceChildren(...list("Reading", items, "places"));
    }
    if (event === "delta") {
      this.#text += data.text;
      this.#announce();
      this.#frame ||= requestAnimationFrame(() => this.#draw());
    }
    if (event === "answer") this.#finish(data);
    if (event === "error") throw new Error(data.error?.message ?? "The server failed.");
  }

  /** Says the sentences that are whole, now and then. */
  #announce() {
    const end = Math.max(...[". ", ".\n", "! ", "? ", "] "].map((sign) => this.#text.lastIndexOf(sign))) + 1;
    if (end <= this.#said || Date.now() - live.last < 4000) return;
    live.say(clipped(this.#text.slice(this.#said, end), lineLimit));
    this.#said = end;
  }

  #draw() {
    this.#frame = 0;
    this.text.replaceChildren(...blocks(this.#text, (_, mark) => el("sup", {}, mark.slice(1, -1))));
  }

  #mark(outcome, title) {
    this.badge.dataset.outcome = outcome;
    this.badge.replaceChildren(icon(badges[outcome] ? outcome : "close"), title);
  }

  #finish(answer) {
    cancelAnimationFrame(this.#frame);
    this.answer = answer;
    const sources = new Map(answer.sources.map((source) => [source.number, source]));
    const words = (number) => wordsOf(
      answer.sentences.filter((sentence) => sentence.citations.includes(number)).map(({ text }) => text).join(" "));
    const cite = (number, mark) => {
      const source = sources.get(number);
      if (!source) return mark;
      const link = sourceLink(source, words(number), String(number));
      link.className = "cite";
      link.setAttribute("aria-label", `Source ${number}: ${visible(source.source)}`);
      link.title = visible(source.source);
      return el("sup", {}, link);
    };
    const unsupported = [...new Set(answer.sentences.flatMap((sentence) => sentence.unsupported))];
    const text = typeof answer.answer === "string" ? answer.answer : "";
    this.#mark(answer.outcome, badges[answer.outcome] ?? visible(answer.outcome));
    this.text.replaceChildren(...blocks(text, cite, unsupported));
    this.notes.replaceChildren(...this.#remarks(answer, unsupported));
    const cited = answer.sources.map((source) => placeItem(source, words(source.number), source.number));
    const near = answer.passages.map((place) => placeItem(place, wordsOf(this.question)));
    this.sources.replaceChildren(
      ...(cited.length ? list("Sources", cited, "places") : list("Closest lines", near, "places")),
      ...(answer.ledger ? [ledgerPicture(answer.ledger)] : []));
    const unsaid = clipped(text.slice(Math.min(this.#said, text.length)), lineLimit);
    live.say([badges[answer.outcome] + ".", unsaid].join(" "));
  }

  #remarks(answer, unsupported) {
    const warn = (...children) => el("p", { class: "warning" }, ...children);
    const names = (texts) => texts.flatMap((text, index) => [index ? ", " : "", el("b", {}, foreign(text))]);
    const remarks = [];
    if (answer.outcome === "notInNotes") remarks.push(el("p", {}, refusals[answer.refusal] ?? refusals.model));
    else if (!answer.answer) remarks.push(el("p", {}, "The model gives no answer. These lines come closest."));
    const uncited = answer.outcome === "notInNotes" || !answer.answer ? []
      : answer.sentences.filter((sentence) => !sentence.citations.length).map(({ text }) => text);
    if (uncited.length) remarks.push(warn("No line supports: ", foreign(uncited.join(" "))));
    if (unsupported.length) remarks.push(warn("Not in the cited lines: ", ...names(unsupported)));
    if (answer.unmentioned.length) remarks.push(warn("The cited notes do not mention: ", ...names(answer.unmentioned)));
    if (answer.sentences.some((sentence) => sentence.mayFollowOrder)) {
      remarks.push(warn("This may follow an instruction written in a note, not your question."));
    }
    if (answer.isTruncated) remarks.push(warn("Cut off: the reply reached its limit."));
    if (answer.contradictions?.length) {
      const others = answer.contradictions.map((place) => placeItem(place, wordsOf(this.question)));
      remarks.push(el("section", { class: "disagree" }, ...list("Your notes disagree", others, "places")));
    }
    if (answer.listing) {
      const { rows, notes, omitted, examined, unexamined } = answer.listing;
      const what = (answer.listing.listsNotes ? "" : `${count(rows.length, "line")} in `) + count(notes, "note");
      remarks.push(el("p", { class: "soft" }, `${what}, of ${examined.toLocaleString()} examined.`));
      if (omitted) remarks.push(warn(`${count(omitted, "more line")} about these days: ask about fewer days.`));
      if (unexamined) remarks.push(warn(`${count(unexamined, "note")} not examined: there may be more.`));
    }
    return remarks;
  }
}
