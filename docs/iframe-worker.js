// Pages opened from files may not start workers, and the search is one. Here a hidden frame does its
// work: scripts run in it, and messages pass as with a worker.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    /** @param {string | URL} address the worker's script */
    constructor(address) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      const run = (source) =>
        new Promise((done, failed) => {
          const script = inside.document.createElement("script");
          Object.assign(script, { src: source, onload: done, onerror: failed });
          inside.document.body.append(script);
        });
      inside.importScripts = (...sources) =>
        sources.reduce((before, source) => before.then(() => run(source)), Promise.resolve());
      this.ready = run(new URL(address, location.href).href);
    }

    /** @param {unknown} data what the worker's script is told */
    postMessage(data) {
      this.ready.then(() => {
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
}
