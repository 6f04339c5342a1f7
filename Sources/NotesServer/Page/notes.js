// The notes themselves: the reader beside the answer, the search, and the list of notes.

import { count, el, excerpt, foreign, get, icon, lineText, sourceLink, visible, wordsOf } from "./text.js";

const isAbort = (error) => error.name === "AbortError";

/** Shows a note at some of its lines. */
export const reader = {
  element: document.getElementById("reader"),

  get isOpen() { return !this.element.hidden; },

  close() {
    this.request?.abort();
    this.element.hidden = true;
    this.element.replaceChildren();
    document.documentElement.classList.remove("reading");
    const back = this.opener?.isConnected ? this.opener : document.getElementById("main");
    back.focus({ preventScroll: back !== this.opener });
    this.opener = undefined;
  },

  /** Opens a note; of `place`, `firstLine`, `lastLine`, `evidence` and `words` say what to highlight. */
  async open(place, opener) {
    this.request?.abort();
    const { signal } = this.request = new AbortController();
    [this.place, this.opener, this.lines, this.page] = [place, opener, new Map(), undefined];
    const first = place.firstLine ?? 1;
    const range = place.firstLine ? (place.lastLine ?? first) - first + 1 : 0;
    this.cited = new Set(
      place.evidence?.length ? place.evidence : Array.from({ length: range }, (_, index) => first + index));
    try {
      this.page = await this.load(Math.min(first, ...this.cited), signal);
      this.earlier = this.page.previous;
      this.later = this.page.next;
      this.show();
      const line = this.body.querySelector(".cited");
      if (line) this.body.scrollTop += line.getBoundingClientRect().top - this.body.getBoundingClientRect().top - 96;
    } catch (error) {
      if (isAbort(error)) return;
      this.frame("The note cannot be shown", "", el("p", { class: "warning" }, visible(error.message)));
    }
    const title = this.element.querySelector("h2");
    title.focus({ preventScroll: true });
    if (matchMedia("(max-width: 64rem)").matches) this.element.scrollIntoView({ block: "start" });
  },

  async load(line, signal = this.request.signal) {
    const page = await get("/notes", { id: this.place.note, line }, signal);
    page.lines.forEach((text, index) => this.lines.set(page.firstLine + index, text));
    return page;
  },

  frame(title, path, ...content) {
    const close = el("button", {
      type: "button", class: "close", "aria-label": "Close the note", click: () => this.close(),
    }, icon("close"));
    this.element.replaceChildren(
      el("header", {}, el("h2", { tabindex: "-1" }, foreign(title)), close, el("p", { class: "path" }, foreign(path))),
      ...content);
    this.element.hidden = false;
    document.documentElement.classList.add("reading");
  },

  show() {
    const { page, cited } = this;
    let fence = false;
    const rows = [...this.lines.keys()].sort((one, other) => one - other).map((number) => {
      const text = this.lines.get(number);
      const isFence = /^\s*(```|~~~)/.test(text);
      const kind = fence || isFence || /^\s*\|/.test(text) ? "code" : /^(#{1,6}|\*{1,6}) /.test(text) ? "heading" : "";
      if (isFence) fence = !fence;
      const isCited = cited.has(number);
      const words = isCited ? this.place.words : undefined;
      const content = el("span", { class: "text", dir: "auto" }, lineText(text, words));
      return el("div", { class: `line ${kind} ${isCited ? "cited" : ""}`, "data-line": number },
        isCited ? el("span", { class: "unseen" }, `Marked line ${number}: `) : "", content);
    });
    const more = (isEarlier) => el("button", {
      type: "button", class: "quiet more", click: ({ currentTarget }) => this.more(currentTarget, isEarlier),
    }, isEarlier ? "Earlier lines" : "Later lines");
    this.body = el("div", { class: "lines", tabindex: "0", role: "region", "aria-label": "Lines of the note" },
      this.earlier ? more(true) : "", ...rows, this.later ? more(false) : "");
    if (!rows.length) this.body.append(el("p", { class: "hint" }, "The file is empty."));
    const isFound = !cited.size || [...cited].some((number) => this.lines.has(number));
    const remarks = [
      page.changed ? "This file has changed since it was indexed." : "",
      isFound ? "" : "The marked lines are not in this part of the file.",
    ].filter(Boolean).map((remark) => el("p", { class: "warning" }, remark));
    this.frame(page.title || page.path, page.path, ...remarks, this.body);
  },

  /** Adds the lines of another page to those shown, and keeps what is in view where it is. */
  async more(button, isEarlier) {
    button.disabled = true;
    const numbers = [...this.lines.keys()];
    const edge = isEarlier ? Math.min(...numbers) : Math.max(...numbers);
    try {
      const page = await this.load(isEarlier ? this.earlier : this.later);
      // Lines between that page and this one.
      if (isEarlier && page.firstLine + page.lines.length < edge) await this.load(edge - 1);
      if (isEarlier) this.earlier = page.previous;
      else this.later = page.next;
      if (this.lines.size === numbers.length) this[isEarlier ? "earlier" : "later"] = undefined;
      const top = (body) => body.querySelector(`[data-line="${edge}"]`).getBoundingClientRect().top;
      const before = top(this.body);
      this.show();
      this.body.scrollTop += top(this.body) - before;
      this.body.focus({ preventScroll: true });
    } catch (error) {
      if (!isAbort(error)) button.replaceWith(el("p", { class: "warning" }, visible(error.message)));
    }
  },
};

/** Lets the up and down keys go through links below a field. */
function chooseByKeys(field, results) {
  const move = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...results.querySelectorAll("a.source")];
    const at = links.indexOf(document.activeElement);
    if (!links.length || at < 0 && event.key === "ArrowUp") return;
    event.preventDefault();
    const next = event.key === "ArrowDown" ? links[Math.min(at + 1, links.length - 1)] : links[at - 1] ?? field;
    next.focus();
    next.closest("li")?.scrollIntoView({ block: "nearest" });
  };
  field.addEventListener("keydown", move);
  results.addEventListener("keydown", move);
}

/** Calls an action once typing pauses; `now` calls it at once. */
function debounced(milliseconds, action) {
  let timer;
  return (now) => {
    clearTimeout(timer);
    if (now === true) action();
    else timer = setTimeout(action, milliseconds);
  };
}

function onSubmit(form, action) {
  document.getElementById(form).addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
}

const absences = {
  operators: "No passage matches these operators.", words: "No passage has a word of this.",
  topic: "No passage is about this.",
};

export const search = {
  field: document.getElementById("query"),
  results: document.getElementById("results"),
  state: document.getElementById("search-state"),

  start(changed) {
    this.hint = [...this.state.childNodes];
    chooseByKeys(this.field, this.results);
    const run = debounced(140, () => { changed(this.field.value.trim()); this.run(); });
    this.field.addEventListener("input", run);
    onSubmit("search-form", () => run(true));
  },

  async run() {
    this.request?.abort();
    const { signal } = this.request = new AbortController();
    const query = this.field.value.trim();
    if (!query) {
      this.results.replaceChildren();
      this.state.replaceChildren(...this.hint);
      return;
    }
    try {
      const found = await get("/search", { q: query, limit: 20 }, signal);
      const words = wordsOf(query);
      const items = found.passages.map((passage) => el("li", { class: "passage" },
        sourceLink(passage, words, foreign(passage.source)), el("span", { class: "title" }, foreign(passage.title)),
        ...excerpt(passage.text, words, 4)));
      this.results.replaceChildren(el("ol", { class: "results" }, ...items));
      this.state.textContent = found.passages.length ? count(found.passages.length, "passage")
        : absences[found.absence] ?? "Nothing found.";
      if (!found.complete) this.state.append(" Not all notes are indexed yet.");
    } catch (error) {
      if (isAbort(error)) return;
      this.results.replaceChildren();
      this.state.textContent = visible(error.message);
    }
  },
};

export const documents = {
  field: document.getElementById("filter"),
  list: document.getElementById("documents"),
  state: document.getElementById("notes-state"),
  button: document.getElementById("more-notes"),

  start() {
    chooseByKeys(this.field, this.list);
    const run = debounced(140, () => this.run());
    this.field.addEventListener("input", run);
    onSubmit("notes-form", () => run(true));
    this.button.addEventListener("click", () => this.run(this.next));
  },

  async run(cursor) {
    this.request?.abort();
    const { signal } = this.request = new AbortController();
    try {
      const page = await get("/documents", { limit: 50, cursor, q: this.field.value.trim() }, signal);
      if (!cursor) this.list.replaceChildren();
      const last = this.list.lastElementChild;
      this.list.append(...page.documents.map((note) => el("li", {},
        sourceLink({ note: note.id }, undefined, foreign(note.title || note.path)),
        el("span", { class: "path" }, foreign(note.path)),
        el("time", { datetime: note.modified }, day(note.modified)),
        note.tags?.length ? el("span", { class: "tags" }, foreign(note.tags.map((tag) => `#${tag}`).join(" "))) : "")));
      this.next = page.next;
      this.button.hidden = !page.next;
      const shown = this.list.childElementCount;
      this.state.textContent = page.count > shown ? `${shown} of ${count(page.count, "note")}, the last changed first`
        : shown ? count(page.count ?? shown, "note") : "No note has this in its path.";
      if (cursor) last?.nextElementSibling?.querySelector("a").focus();
    } catch (error) {
      if (!isAbort(error)) this.state.textContent = visible(error.message);
    }
  },
};

function day(text) {
  const date = new Date(text);
  return isNaN(date) ? visible(text) : date.toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** The place that an address such as `/?note=ID&lines=12-15` names. */
export function placeIn(address) {
  const parameters = new URL(address, location.href).searchParams;
  const note = parameters.get("note");
  if (!note) return undefined;
  const [first, last] = (/^(\d+)(?:-(\d+))?$/.exec(parameters.get("lines") ?? "") ?? []).slice(1).map(Number);
  return { note, firstLine: first || undefined, lastLine: Math.min(last || first, first + 999) || undefined };
}
