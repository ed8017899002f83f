// The engine that uses the HTTP API of the server that sent the page.

/** @import { Ask, Engine } from "./engine.js" */

import { Refusal, readRefusal } from "./refusal.js";

const RETRIES = 2;
const RETRY_AFTER = 400; // ms, longer each time

/** @type {Engine} */
export const httpEngine = {
  ask: /** @type {Ask} */ (ask),
  texts: async (language) => (await request(`texts/${language}.json`)).json(),
};

/**
 * Send a question to the server. If the server is busy, repeat it a few times. A refusal has the status 200
 * too: a browser logs other statuses on its console as errors.
 * @param {string} name
 * @param {object} body
 */
async function ask(name, body) {
  for (let retry = 0; ; retry += 1) {
    const response = await request(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "status=200" },
      body: JSON.stringify(body),
    });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer && !("error" in answer)) return answer;
    const refusal = answer
      ? readRefusal(answer)
      : new Refusal(`HTTP status ${response.status}`, "away"); // not a JSON answer
    if (refusal.kind !== "busy" || retry === RETRIES) throw refusal;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER * (retry + 1)));
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function request(address, options) {
  try {
    return await fetch(address, options);
  } catch (problem) {
    throw new Refusal(String(problem), "away");
  }
}
