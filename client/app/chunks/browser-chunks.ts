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
  reload: () => {
    const address = goingTo();
    if (address && address !== location.pathname + location.search) location.assign(address);
    else location.reload();
  },
});

function sessionStore(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
