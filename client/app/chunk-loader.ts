/** docs/product.md §9: how long a script chunk may take to load. */
export const chunkTimeoutMs = 120_000;

/** A chunk did not arrive in time. */
export class ChunkTimeoutError extends Error {
  constructor(name: string) {
    super(`The chunk "${name}" did not load in time.`);
    this.name = 'ChunkTimeoutError';
  }
}

/** A chunk did not arrive because there is no network: nothing is wrong with the page, and a reload would lose it. */
export class OfflineError extends Error {
  constructor(name: string, cause: unknown) {
    super(`The chunk "${name}" cannot be loaded without a network.`, { cause });
    this.name = 'OfflineError';
  }
}

/** The parts of the browser that the loader needs; tests supply their own. */
export interface ChunkLoaderOptions {
  /** Identifies the running build: a page that was reloaded into a newer build may try once more there. */
  build: string;
  /**
   * Stores the mark "was reloaded for this chunk". Undefined if storage is blocked: then the loader never reloads.
   */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** Replaces this page by a fresh copy of the navigation's target. */
  reload: () => void;
  /** False when the server cannot be reached: a reload would end in the browser's own error page. */
  isReachable: () => Promise<boolean>;
  timeoutMs?: number;
}

export interface ChunkLoader {
  /**
   * Loads a chunk. Rejects with OfflineError when the server cannot be reached, and with the import's own error when
   * a reload has not helped or cannot help.
   */
  load<Module>(name: string, importChunk: () => Promise<Module>): Promise<Module>;
  /**
   * Reloads the page for a chunk error that occurred elsewhere: once per build, because no event reports that the
   * chunk has loaded later. Returns false after an earlier reload or for another kind of error.
   */
  recover(name: string, error: unknown): boolean;
}

/**
 * docs/product.md §4: if a chunk cannot be loaded, as in a page of the old build after a release, the page is
 * reloaded. Once per chunk and build: the mark survives the reload, and is removed when the chunk loads.
 */
export function createChunkLoader(options: ChunkLoaderOptions): ChunkLoader {
  const { build, storage, reload, timeoutMs = chunkTimeoutMs } = options;
  const markOf = (name: string) => `chunk-reload:${name}`;
  /** Errors after an earlier reload: the error page does not reload for them again. */
  const givenUp = new WeakSet<object>();

  function recover(name: string, error: unknown): boolean {
    if (!storage || !isChunkError(error) || givenUp.has(error) || storage.getItem(markOf(name)) === build)
      return false;
    try {
      storage.setItem(markOf(name), build);
    } catch {
      return false;
    }
    reload();
    return true;
  }

  async function load<Module>(name: string, importChunk: () => Promise<Module>): Promise<Module> {
    try {
      const module = await withTimeout(importChunk(), name, timeoutMs);
      storage?.removeItem(markOf(name));
      return module;
    } catch (error) {
      if (isChunkError(error) && !(await options.isReachable())) throw new OfflineError(name, error);
      // The page is about to reload: show the loader until then.
      if (recover(name, error)) return new Promise<never>(() => {});
      if (error instanceof Error) givenUp.add(error);
      throw error;
    }
  }

  return { load, recover };
}

/**
 * True for errors of fetching a chunk, in the wording of Chromium, Firefox, Safari and Vite's preloader. Not for an
 * error that a module throws while it runs: it would occur again after a reload.
 */
export function isChunkError(error: unknown): error is Error {
  if (error instanceof ChunkTimeoutError) return true;
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}

async function withTimeout<Module>(loading: Promise<Module>, name: string, timeoutMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeoutError(name)), timeoutMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

let goingTo: () => string | undefined = () => undefined;

/** Sets the target of the current navigation, so that a reload ends there and not on the previous page. */
export function setPendingAddress(pending: () => string | undefined): void {
  goingTo = pending;
}

/** The loader of this page. */
export const chunks: ChunkLoader = createChunkLoader({
  // The file name contains the hash of its content, so it changes with the build.
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
 * True when the server answers at all. `onLine` only says that there is a network, not that it reaches the server.
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

/** How long the server may take to answer before it counts as unreachable, in milliseconds. */
const reachableMs = 10_000;

function sessionStore(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
