/**
 * Maximum wait for a page to unload, in milliseconds. A page unloads when the answer for the next page arrives, so
 * this is the time for which the server waits by default for an answer of the host (UPSTREAM_TIMEOUT_MS).
 */
const goesWithinMs = 15_000;

/**
 * Observes whether the page starts to unload during a call: in Firefox and WebKit the call then fails with a network
 * error. The listeners exist only during the call, because some browsers do not store a page that has a
 * `beforeunload` listener for the Back button.
 */
export function noteLeaving() {
  // False on the server and in tests without a window, where no page is ever left.
  const listens = 'addEventListener' in globalThis;
  let going = false;
  let gone = false;
  const begins = () => {
    going = true;
  };
  const ends = () => {
    gone = true;
  };
  if (listens) {
    addEventListener('beforeunload', begins);
    addEventListener('pagehide', ends);
  }
  return {
    /**
     * To be used after a call has failed. Resolves to true if the browser left the page, even if it has restored the
     * page since then.
     */
    async hasLeft(): Promise<boolean> {
      if (going && !gone) await new Promise((resolve) => setTimeout(resolve, goesWithinMs));
      return gone;
    },
    end() {
      if (!listens) return;
      removeEventListener('beforeunload', begins);
      removeEventListener('pagehide', ends);
    },
  };
}
