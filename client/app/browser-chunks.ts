import { type ChunkLoader, createChunkLoader } from './chunk-loader.ts';

let goingTo: () => string | undefined = () => undefined;

/** Tells the loader where a navigation under way leads, so that a reload ends there and not on the page before. */
export function setPendingAddress(pending: () => string | undefined): void {
  goingTo = pending;
}

/** The loader of this page. */
export const chunks: ChunkLoader = createChunkLoader({
  // The file's own name carries its content's hash, so it changes with the build.
  build: import.meta.url,
  storage: sessionStore(),
  isReachable,
  reload: () => {
    const address = goingTo();
    if (address && address !== location.pathname + location.search) location.assign(address);
    else location.reload();
  },
});

/** True when the server answers anything at all. `onLine` alone knows of cables, not of what is behind them. */
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

/** How long an answer may take that says that there is a network, in milliseconds. */
const reachableMs = 10_000;

function sessionStore(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
