/**
 * Maximum wait for a page to unload, in milliseconds. It unloads when the answer for the next page begins. The wait is
 * as long as the server waits by default for an answer of the host to begin (UPSTREAM_TIMEOUT_MS).
 */
const goesWithinMs = 15_000;

/**
 * Observes whether the page starts to unload during a call. In Firefox and WebKit, the call then fails with a network
 * error, which may be seconds before `pagehide` if the next page is slow. The listeners exist only during the call,
 * because some browsers do not cache a page with a `beforeunload` listener for the Back button.
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
     * Call this after the call has failed. Resolves to true if the page was left (and restored since then), to false
     * if it stayed.
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
