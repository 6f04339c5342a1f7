// Builds elements, makes foreign text safe to show, and talks to the server.
// Text from notes and answers becomes text nodes only, never markup.

import { authorization, forget } from "./session.js";

/** The most characters of a line that are shown before somebody asks for all. */
export const lineLimit = 2000;

/** Makes an element; a function among the attributes is a listener, a string among the children is text. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

const paths = {
  answered: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4.6 8.3l2.3 2.3 4.5-5",
  unsure: "M8 1.8 15 14H1ZM8 6v4M8 11.6v.9",
  notInNotes: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM5 8h6",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** Text with its control characters as pictures, and what turns the direction around or hides as `\u{202E}`. */
export function visible(text) {
  return String(text)
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
    .replace(/\u007f/g, "\u2421")
    .replace(/[\u0080-\u009f]/g, "\ufffd")
    .replace(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, (sign) => (
      `\\u{${sign.codePointAt(0).toString(16).toUpperCase()}}`));
}

/** The start of a text, not ending within a character. */
export function clipped(text, length) {
  const end = /[\ud800-\udbff]/.test(text[length - 1] ?? "") ? length - 1 : length;
  return text.length > length ? text.slice(0, end) : text;
}

/** Foreign text of one line, such as a title, apart from the direction of what is around it. */
export function foreign(text) {
  const short = clipped(String(text), 500);
  return el("bdi", {}, visible(short.replace(/[\r\n]+/g, " ")) + (short.length < text.length ? "…" : ""));
}

const usual = new Set(
  ("the and for are was were with that this from has have had not but you your its into than then which who what when "
  + "where how der die das und ist von den dem des ein eine einer mit auf für im in zu").split(" "));
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;

function pieces(text) {
  if (segmenter) return Array.from(segmenter.segment(text), (piece) => [piece.segment, piece.isWordLike]);
  return text.split(/([\p{L}\p{N}]+)/u).map((piece, index) => [piece, index % 2 === 1]);
}

const stem = (word) => word.toLowerCase().replace(/(?<=.{3})(?:es|s|ed|ing|en|e)$/u, "");

/** The words of a text, to be marked elsewhere, and whether each is worth a mark of its own. */
export function wordsOf(text) {
  const words = pieces(clipped(String(text), 4000)).filter(([, isWord]) => isWord).map(([word]) => word);
  const isWorthy = (word) => !usual.has(word.toLowerCase()) && !/^(?:[A-Za-z]|[A-Za-z][a-z])$/.test(word);
  return new Map(words.map((word) => [stem(word), isWorthy(word)]));
}

/** Text in which those words are marked; marks with only spaces, signs and lesser words between them are joined. */
export function marked(text, words) {
  const fragment = document.createDocumentFragment();
  if (!words?.size) return fragment.append(visible(text)), fragment;
  let plain = "", mark = "", between = "";
  const flush = () => {
    if (!mark) return;
    fragment.append(visible(plain), el("mark", {}, visible(mark)));
    [plain, mark, between] = [between, "", ""];
  };
  for (const [piece, isWord] of pieces(text)) {
    const isWorthy = isWord ? words.get(stem(piece)) : undefined;
    if (isWorthy) {
      mark = mark ? mark + between + piece : piece;
      between = "";
    } else if (mark && (isWorthy === false || !isWord && !/[|·\n]/.test(piece))) {
      between += piece;
    } else {
      flush();
      plain += piece;
    }
  }
  flush();
  fragment.append(visible(plain));
  return fragment;
}

/** A line without the signs of Markdown for lists, headings and tables; empty if it has nothing else. */
function tidied(line) {
  // No pattern here may try a run of spaces from each of its places: notes have lines of nothing but spaces.
  const text = line.trim();
  if (/^(?:[|:\s-]*|```\w*|~~~\w*)$/.test(text)) return "";
  const said = text.replace(/^(?:#{1,6}|[-*+](?: \[[ xX]\])?|>|\*{1,6}) +/, "").replace(/\*\*|`/g, "");
  return said.split("|").map((cell) => cell.trim()).filter(Boolean).join(" · ");
}

/** A few lines of a passage, from the one before the first that has words of a query. */
export function excerpt(text, words, most = 3) {
  const lines = clipped(text, 100_000).split(/\r?\n/).map(tidied).filter(Boolean);
  const isMarked = ([piece, isWord]) => isWord && words.get(stem(piece));
  const weights = lines.map((line) => pieces(clipped(line, 4000)).filter(isMarked).length);
  const best = Math.max(0, weights.indexOf(Math.max(...weights)));
  const start = Math.max(0, Math.min(best - 1, lines.length - most));
  return lines.slice(start, start + most).map((line) => {
    const place = pieces(clipped(line, 4000)).find(isMarked)?.[0];
    const from = line.length > 240 && place ? Math.max(0, line.indexOf(place) - 80) : 0;
    const part = clipped(line.slice(from), 240);
    return el("p", { class: "excerpt", dir: "auto" }, from ? "… " : "", marked(part, words),
      from + part.length < line.length ? " …" : "");
  });
}

/** A line of a note: marked, and clipped if it is very long. */
export const lineText = (text, words) => longText(text, (part) => marked(part, words));

/** One line of any text, drawn by `draw`; of a very long one the beginning, and a button that shows the rest. */
export function longText(text, draw) {
  if (text.length <= lineLimit) return draw(text);
  const fragment = document.createDocumentFragment();
  const length = text.length.toLocaleString();
  const button = el("button", { type: "button", class: "quiet" }, `Show all ${length} characters`);
  button.addEventListener("click", () => {
    // Blocks, so that the browser lays out only those in view.
    const blocks = [];
    for (let rest = text.slice(shown.length); rest;) {
      const block = clipped(rest, 4000);
      blocks.push(el("span", { class: "block" }, visible(block)));
      rest = rest.slice(block.length);
    }
    button.replaceWith(...blocks);
  });
  const shown = clipped(text, lineLimit);
  fragment.append(draw(shown), "… ", button);
  return fragment;
}

/** The place of lines in the page. */
export function noteURL(note, first, last) {
  const lines = first ? { lines: first === last || !last ? `${first}` : `${first}-${last}` } : {};
  return "/?" + new URLSearchParams({ note, ...lines });
}

/** A link that opens lines beside the answer, or in a tab of their own without this script. */
export function sourceLink(place, words, ...content) {
  const link = el("a", { class: "source", href: noteURL(place.note, place.firstLine, place.lastLine) }, ...content);
  link.place = { ...place, words };
  return link;
}

export const count = (number, one, many = one + "s") => `${number.toLocaleString()} ${number === 1 ? one : many}`;

async function failure(response) {
  if (response.status === 401) {
    forget();
    return new Error("The session has ended: reload the page, or open the link that rag serve --link prints.");
  }
  const said = await response.json().catch(() => undefined);
  const wait = response.headers.get("Retry-After");
  const message = said?.error?.message ?? `The server answered with ${response.status}.`;
  const error = new Error(response.status === 429 && wait ? `${message} Try again in ${wait} s.` : message);
  error.code = said?.error?.code;
  return error;
}

/** What the server has at a path; `undefined` parameters are left out. */
export async function get(path, parameters = {}, signal) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  const response = await reach(`${path}?${new URLSearchParams(given)}`, { signal });
  if (!response.ok) throw await failure(response);
  return response.json();
}

const reach = (path, options) => connected(fetch(path, {
  ...options, headers: { ...options.headers, ...authorization() },
}));

async function connected(work) {
  try {
    return await work;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer: is rag serve still running?");
  }
}

/** Sends JSON, and returns what the server answers. */
export async function post(path, body) {
  const response = await reach(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** Asks, and calls `tell(event, data)` for each event until the stream ends. */
export const ask = (body, signal, tell) => events("/ask", {
  method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
}, tell);

/** Calls `tell(event, data)` for each event of a stream until it ends. */
export async function events(path, options, tell) {
  const response = await reach(path, options);
  if (!response.ok) throw await failure(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await connected(reader.read());
    if (done) return;
    const events = (rest + value).replace(/\r\n/g, "\n").split("\n\n");
    rest = events.pop();
    for (const event of events) {
      let name = "message";
      const data = [];
      for (const line of event.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        if (line.startsWith("data:")) data.push(line.slice(5));
      }
      if (data.length) tell(name, JSON.parse(data.join("\n")));
    }
  }
}
