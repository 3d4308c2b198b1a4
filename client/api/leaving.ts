/** So long a page waits for the one that it is left for: no read of the server takes longer (docs/architecture.md §3). */
const goesWithinMs = 15_000;

/**
 * Notes whether the page begins to go while a call is under way. Firefox and WebKit end the call then with a failure of the network,
 * seconds before `pagehide` when the next page is slow. It listens only as long as the call does: a page that listens for
 * `beforeunload` is not kept for the Back button in every browser.
 */
export function noteLeaving() {
  // The pages that the server makes, and tests without a window, are left by nobody.
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
    /** After the call has failed: resolves true when the page has gone meanwhile and was brought back, false when it stayed. */
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
