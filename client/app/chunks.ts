import { createChunkLoader } from './chunk-loader.ts';

let goingTo: () => string | undefined = () => undefined;

/**
 * Sets the function that returns the target of the current navigation, so that a reload leads there and not to the
 * previous page.
 */
export function setPendingAddress(pending: () => string | undefined): void {
  goingTo = pending;
}

/** The chunk loader of this page. */
export const chunks = createChunkLoader({
  // Identifies the build, because the file name contains a hash of its content.
  build: import.meta.url,
  storage: sessionStore(),
  isReachable,
  reload: () => {
    const address = goingTo();
    if (address && address !== location.pathname + location.search) location.assign(address);
    else location.reload();
  },
});

/**
 * Resolves to true if the server answers anything at all. `navigator.onLine` is not enough, because it only says that
 * there is a network.
 */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const asking = new AbortController();
  const timer = setTimeout(() => asking.abort(), reachableMs);
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: asking.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds. A server that takes longer to answer counts as unreachable. */
const reachableMs = 10_000;

function sessionStore(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
