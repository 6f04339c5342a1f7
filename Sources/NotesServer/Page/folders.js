// What is indexed: the folders, what of them is not up to date, and the run that brings them up to date.

import { count, el, events, foreign, post, visible } from "./text.js";

const at = (name) => document.getElementById(name);
const [button, bar, step, result, form] = ["update", "progress", "indexing-step", "indexing-result", "folder-form"].map(at);
const field = form.querySelector("input");

/** How long ago a time in seconds was. */
export function since(seconds) {
  const minutes = Math.round((seconds - Date.now() / 1000) / 60);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes > -1) return "just now";
  if (minutes > -90) return format.format(minutes, "minute");
  if (minutes > -36 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 1440), "day");
}

/** What of a folder is not up to date. */
export function staleness(folder, changes) {
  if (!folder.indexedAt) return "partly indexed";
  const { changed, missing, unindexed, failed } = changes ?? {};
  return [
    changed && `${changed} changed`, missing && `${missing} gone`, unindexed && `${unindexed} not indexed`,
    failed?.length && `${failed.length} failed`].filter(Boolean).join(", ");
}

export const command = (folder) => el("code", {}, "rag index ", folder ? foreign(/^[\w./~-]+$/.test(folder) ? folder
  : `'${folder.replaceAll("'", "'\\''")}'`) : "FOLDER");

function timeLeft(seconds) {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

const steps = { listing: "Listing the files", reading: "Reading", encoding: "Indexing" };

/** A list, closed if it is long. */
function details(title, items) {
  return items.length ? el("details", { open: items.length <= 10, class: "warning" },
    el("summary", {}, title), el("ul", {}, ...items.map((item) => el("li", {}, ...item)))) : undefined;
}

export const folders = {
  /** Shows what `/status` says. */
  show(state) {
    const { folders: list, documents, chunks } = state.status;
    const times = list.map((folder) => folder.indexedAt).filter(Boolean);
    at("folders-state").textContent = [
      count(documents, "note"), count(chunks, "chunk"),
      times.length ? `last indexed ${since(Math.max(...times))}` : "not indexed yet"].join(" · ");
    at("folder-list").replaceChildren(...list.map((folder, place) => {
      const stale = staleness(folder, state.changes?.[place]);
      const failed = state.changes?.[place]?.failed ?? [];
      return el("li", {},
        el("span", { class: "path" }, foreign(folder.path)),
        el("span", { class: "soft" }, [count(folder.documents, "note"), count(folder.chunks, "chunk"),
          folder.indexedAt && `indexed ${since(folder.indexedAt)}`].filter(Boolean).join(" · ")),
        stale ? el("span", { class: "stale" }, stale) : el("span", { class: "soft" }, "up to date"),
        details(`${count(failed.length, "file")} could not be indexed`, failed.map((path) => [foreign(path)])));
    }));
    this.allow(Boolean(state.indexing));
    if (state.indexing) this.run(state.indexing);
    if (state.indexing?.running) this.watch();
  },

  allow(isAllowed) {
    form.hidden = !isAllowed;
    const help = isAllowed
      ? ["A folder of Markdown, text, Org or reStructuredText files on the machine that runs rag serve."]
      : ["To add a folder, run ", command(), " in a terminal. To do that here, start ",
        el("code", {}, "rag serve --allow-indexing"), "."];
    at("folder-hint").replaceChildren(...help);
    this.isAllowed = isAllowed;
    button.hidden = !isAllowed || this.isRunning;
  },

  /** Shows a run, or what the last one could not do. */
  run(state) {
    this.isRunning = state.running;
    at("indexing").hidden = !state.running;
    button.hidden = !this.isAllowed || state.running;
    form.querySelector("button").disabled = state.running;
    if (state.running) {
      if (typeof state.share === "number") bar.value = state.share;
      else bar.removeAttribute("value");
      const parts = [
        steps[state.step], state.totalFiles ? `${state.files.toLocaleString()} of ${count(state.totalFiles, "file")}` : "",
        typeof state.secondsLeft === "number" ? timeLeft(state.secondsLeft) : ""];
      step.replaceChildren(parts.filter(Boolean).join(" · "), ...(state.folder ? [" · ", foreign(state.folder)] : []));
      result.replaceChildren();
      return;
    }
    const warnings = [...(state.error ? [state.error] : []), ...state.warnings];
    result.replaceChildren(...[
      ...warnings.map((text) => el("p", { class: "warning" }, visible(text))),
      details(`${count(state.failures.length, "file")} could not be indexed`, state.failures.map(({ file, reason }) => (
        [foreign(file), ": ", foreign(reason)]))),
    ].filter(Boolean));
  },

  /** Follows a run to its end. */
  async watch() {
    if (this.isWatching) return;
    this.isWatching = true;
    try {
      await events("/index", {}, (event, state) => this.run(state));
    } catch (error) {
      result.replaceChildren(el("p", { class: "warning", role: "alert" }, visible(error.message)));
    }
    this.isWatching = false;
    this.refresh();
  },

  /** Starts a run; returns whether it began. */
  async index(body) {
    try {
      this.run(await post("/index", body));
      this.watch();
      return true;
    } catch (error) {
      const isWide = error.code === "needs_confirmation";
      const button = el("button", { type: "button", class: "quiet", click: () => {
        field.value = "";
        this.index({ ...body, confirmed: true });
      } }, "Index all of it");
      result.replaceChildren(
        el("p", { class: "warning", role: "alert" }, visible(error.message)), ...(isWide ? [button] : []));
      return false;
    }
  },

  start(refresh) {
    this.refresh = refresh;
    button.addEventListener("click", async () => { if (await this.index({})) field.focus(); });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const folder = field.value.trim();
      if (folder && !this.isRunning && await this.index({ folder })) field.value = "";
    });
  },
};
