// The session: by it the server knows that whoever uses the page may read the notes.
// It stays in this tab and in other tabs of this page. Both belong to one port of one host: no other server sees them.

const name = "rag-session";
const channel = new BroadcastChannel(name);
/** How long another tab may take to answer, in milliseconds. */
const patience = 300;
let session = sessionStorage.getItem(name);

channel.addEventListener("message", ({ data }) => {
  if (data.isWanted && session) channel.postMessage({ session });
});
addEventListener("hashchange", () => {
  if (code()) location.reload();
});

const code = () => /^#code=(\w+)$/.exec(location.hash)?.[1];

function keep(value) {
  session = value;
  if (value) sessionStorage.setItem(name, value);
  else sessionStorage.removeItem(name);
}

/** The header field of a request. */
export const authorization = () => (session ? { Authorization: `Bearer ${session}` } : {});

/** Forgets a session that has ended. */
export const forget = () => keep(undefined);

/** Begins a session with a one-time code or the token; returns whether the server knows it. */
export async function signIn(secret) {
  const response = await fetch("/session", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ secret }),
  });
  if (response.ok) keep((await response.json()).session);
  return response.ok;
}

/** Asks the other tabs of this page. */
const ofAnotherTab = () => new Promise((done) => {
  channel.addEventListener("message", ({ data }) => { if (data.session) done(data.session); });
  setTimeout(done, patience);
  channel.postMessage({ isWanted: true });
});

/** Finds a session: that of the code in the address, this tab's, or another tab's. Returns whether there is one. */
export async function begin() {
  const found = code();
  if (found) {
    // The code does not stay in the address, nor in what the browser remembers.
    history.replaceState(null, "", location.pathname + location.search);
    if (await signIn(found).catch(() => false)) return true;
  }
  if (!session) keep(await ofAnotherTab());
  return Boolean(session);
}
