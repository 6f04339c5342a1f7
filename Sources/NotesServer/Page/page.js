// The views, their addresses, the keys, and the line about the index.

import { Turn } from "./answer.js";
import { command, folders, since, staleness } from "./folders.js";
import { documents, placeIn, reader, search } from "./notes.js";
import { begin, signIn } from "./session.js";
import { count, el, foreign, get, visible } from "./text.js";

const root = document.documentElement;
const fields = {
  ask: "ask-question", chat: "chat-question", search: "query", notes: "filter", folders: "folder-name",
};
const views = Object.keys(fields);

/** Shows what the address names: `#chat`, `/?q=words`, `/?note=id&lines=3-5`. */
function route() {
  const parameters = new URLSearchParams(location.search);
  const hash = location.hash.slice(1);
  const place = placeIn(location.href);
  const view = views.includes(hash) ? hash : parameters.has("q") ? "search" : place ? "notes" : "ask";
  root.dataset.view = view;
  for (const name of views) document.getElementById(name).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${document.querySelector(`#${view} h1`).textContent} · rag`;
  if (view === "search" && parameters.has("q")) {
    search.field.value = parameters.get("q");
    search.run();
  }
  if (view === "notes" && !documents.list.childElementCount) documents.run();
  if (place) reader.open(place);
  return view;
}

const focusField = () => document.getElementById(fields[root.dataset.view]).focus();

function go(address) {
  if (new URL(address, location.href).href !== location.href) history.pushState(null, "", address);
  if (reader.isOpen) reader.close();
  route();
  focusField();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.matches("nav a, .brand")) {
    event.preventDefault();
    go(link.dataset.view === "search" && search.field.value ? `/?${new URLSearchParams({ q: search.field.value })}`
      : link.getAttribute("href"));
  } else if (link.matches("a.source, a.cite")) {
    event.preventDefault();
    reader.open(link.place ?? placeIn(link.href), link);
  }
});
addEventListener("popstate", () => { if (reader.isOpen) reader.close(); route(); });

/** A form for questions, and the answers below or above it. */
class Composer {
  constructor(name) {
    this.name = name;
    this.form = document.querySelector(`[data-composer=${name}]`);
    this.field = this.form.querySelector("textarea");
    [this.send, this.halt] = this.form.querySelectorAll("button");
    this.list = document.querySelector(`#${name} .turns`);
    this.turns = [];
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
    this.field.addEventListener("input", () => this.grow());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.ask();
    });
    this.halt.addEventListener("click", () => this.stop());
    addEventListener("resize", () => this.grow());
  }

  grow() {
    if (!this.field.offsetParent) return;
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  get isBusy() { return Boolean(this.turn); }

  stop() { this.turn?.stop(); }

  async ask() {
    const question = this.field.value.trim();
    if (!question || this.isBusy) return;
    const isChat = this.name === "chat";
    const turn = this.turn = new Turn(question);
    const conversation = isChat ? this.turns.flatMap((earlier) => earlier.said) : [];
    if (!isChat) {
      this.list.replaceChildren();
      this.turns = [];
    }
    this.turns.push(turn);
    this.list.append(turn.element);
    this.form.parentElement.classList.add("asked");
    [this.send.hidden, this.halt.hidden] = [true, false];
    if (isChat) {
      this.field.value = "";
      this.grow();
      newChat.hidden = false;
      turn.element.scrollIntoView({ block: "start" });
    }
    await turn.run(conversation);
    this.turn = undefined;
    const hadFocus = document.activeElement === this.halt;
    [this.send.hidden, this.halt.hidden] = [false, true];
    if (hadFocus) this.field.focus();
  }

  clear() {
    this.stop();
    this.turns = [];
    this.list.replaceChildren();
    this.form.parentElement.classList.remove("asked");
    newChat.hidden = true;
    this.field.focus();
  }
}

const newChat = document.getElementById("new-chat");
const composers = { ask: new Composer("ask"), chat: new Composer("chat") };
newChat.addEventListener("click", () => composers.chat.clear());

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) {
    const composer = composers[root.dataset.view];
    if (composer?.isBusy) composer.stop();
    else if (reader.isOpen) reader.close();
    else return;
    event.preventDefault();
  } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    focusField();
  }
});

/** Says what is indexed, how old that is, and what to do about it. */
async function showState() {
  const line = document.getElementById("state");
  let state;
  try {
    state = await get("/status");
  } catch (error) {
    line.replaceChildren(visible(error.message));
    return;
  }
  folders.show(state);
  const { folders: indexed, documents: notes, chunks } = state.status;
  const parts = [[`${count(notes, "note")}, ${count(chunks, "chunk")}`]];
  const times = indexed.map((folder) => folder.indexedAt).filter(Boolean);
  if (times.length) parts.push([`indexed ${since(Math.min(...times))}`]);
  parts.push([state.model ? foreign(state.model) : "no language model: only Search and Notes work"]);
  for (const [place, folder] of indexed.entries()) {
    const what = staleness(folder, state.changes?.[place]);
    if (what) parts.push(state.indexing ? [what] : [`${what}: run `, command(folder.path)]);
  }
  if (state.writer) parts.push(["being indexed now"]);
  if (!state.indexing) parts.push(["Add a folder: run ", command(), " in a terminal"]);
  line.replaceChildren(...parts.map((part) => el("span", {}, ...part)));
}

/** Shows the page to somebody who may read the notes. */
function open() {
  root.classList.remove("locked");
  document.getElementById("login").hidden = true;
  search.start((query) => {
    // Another view may have been chosen since the last key.
    if (root.dataset.view === "search") history.replaceState(null, "", `/?${new URLSearchParams({ q: query })}`);
  });
  documents.start();
  folders.start(() => {
    documents.list.replaceChildren();
    showState();
  });
  const view = route();
  if (view !== "notes" && matchMedia("(hover: hover)").matches) focusField();
  showState();
  let shown = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - shown < 60_000) return;
    shown = Date.now();
    showState();
  });
}

/** Shows how to sign in. */
function lock() {
  const login = document.getElementById("login");
  const [form, state] = [login.querySelector("form"), document.getElementById("login-state")];
  login.hidden = false;
  const field = form.querySelector("input");
  field.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isKnown = await signIn(field.value.trim()).catch(() => undefined);
    field.value = "";
    if (isKnown) return open();
    state.textContent = isKnown === false ? "This is not the token." : "The server does not answer.";
  });
}

if (await begin()) open();
else lock();
