// The engine that uses the HTTP API of the server that sent the page.

/** @import { Api } from "../../api.d.ts" */

import { apiEngine, readRefusal } from "./api-engine.js";
import { setAway } from "./connection.js";
import { Refusal } from "./refusal.js";

const RETRIES = 2;
const RETRY_AFTER = 400; // ms, longer each time

export const httpEngine = apiEngine(ask, async (language) =>
  (await request(`texts/${language}.json`)).json(),
);

/**
 * Send a question to the server. If the server is busy, repeat it a few times.
 * @template {keyof Api} Name
 * @param {Name} name
 * @param {Api[Name]["request"]} body
 * @returns {Promise<Api[Name]["answer"]>}
 */
async function ask(name, body) {
  for (let retry = 0; ; retry += 1) {
    const response = await request(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) {
      setAway(false);
      return response.json();
    }
    const refusal = await refusalFrom(response);
    setAway(refusal.kind === "away");
    if (refusal.kind !== "busy" || retry === RETRIES) throw refusal;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER * (retry + 1)));
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Refusal>}
 */
async function refusalFrom(response) {
  try {
    return readRefusal(await response.json());
  } catch {
    return new Refusal(`HTTP status ${response.status}`, "away"); // not a JSON answer
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
    setAway(true);
    throw new Refusal(String(problem), "away");
  }
}
