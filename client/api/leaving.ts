/** Maximum wait for a page to unload, in milliseconds: no read of the server takes longer (docs/configuration.md). */
const goesWithinMs = 15_000;

/**
 * Notes whether the page starts to unload during a call. Firefox and WebKit then fail the call with a network error,
 * seconds before `pagehide` if the next page is slow. Listens only during the call: some browsers do not cache a page
 * with a `beforeunload` listener for the Back button.
 */
export function noteLeaving() {
  // Server rendering, and tests without a window, never leave the page.
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
     * To be called after the call has failed: resolves true if the page was left and restored meanwhile, false if it
     * stayed.
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
