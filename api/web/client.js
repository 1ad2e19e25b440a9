// The API as this page uses it.
import { said } from "./said.js";
import { t } from "./words.js";

export class Refused extends Error {
  constructor(problem) {
    super(said(problem.detail || problem.message, "errors") || t("noReason"));
    this.status = problem.status;
  }
}

// A browser says "Failed to fetch" and the like, in its own language, when there is no server to answer.
export class Away extends Error {
  constructor() {
    super(t("serverAway"));
  }
}

// What comes of `work`; a lost connection as `Away`. What the reader stopped stays as it is.
export async function reached(work) {
  try {
    return await work;
  } catch (error) {
    throw error instanceof TypeError ? new Away() : error;
  }
}

export async function ask(path, options) {
  return reached(fetch(path, options));
}

async function read(response) {
  if (response.ok) return response.status === 204 ? null : response.json();
  let problem;
  try {
    problem = await response.json();
  } catch {
    problem = { detail: t("answeredWith", { n: response.status }), status: response.status };
  }
  throw new Refused(problem);
}

export async function get(path, parameters = {}) {
  return read(await ask(withQuery(path, parameters), { headers: { Accept: "application/json" } }));
}

export async function post(path, body) {
  return send("POST", path, body);
}

export async function send(method, path, body, more = {}) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", ...more };
  return read(await ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
}

export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const item of [value].flat()) if (item !== null && item !== undefined && item !== "") query.append(name, item);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

// Events of a server-sent stream: calls onEvent(name, data) for each. Resolves when the stream ends.
export async function stream(method, path, body, onEvent, signal, more = {}) {
  const headers = { Accept: "text/event-stream", "Content-Type": "application/json", ...more };
  const response = await ask(path, { method, headers, body: body && JSON.stringify(body), signal });
  if (!response.ok || !response.body) return read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reached(reader.read());
    if (done) return null;
    buffer += value;
    const parts = buffer.split(/\r\n\r\n|\n\n/);
    buffer = parts.pop();
    for (const part of parts) readEvent(part, onEvent);
  }
}

function readEvent(part, onEvent) {
  let name = "message";
  const data = [];
  for (const line of part.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (data.length) onEvent(name, JSON.parse(data.join("\n")));
}
