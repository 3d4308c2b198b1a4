/** Milliseconds. Longest time that a script chunk may take to load (docs/product.md §9). */
const chunkTimeoutMs = 120_000;

/** Error of a chunk that did not arrive in time. */
class ChunkTimeoutError extends Error {
  constructor(name: string) {
    super(`The chunk "${name}" did not load in time.`);
    this.name = 'ChunkTimeoutError';
  }
}

/**
 * Error of a chunk that did not arrive because there is no network. The open page still works, and a reload would
 * lose it.
 */
export class OfflineError extends Error {
  constructor(name: string, cause: unknown) {
    super(`The chunk "${name}" cannot be loaded without a network.`, { cause });
    this.name = 'OfflineError';
  }
}

/** The parts of the browser that the loader needs; tests supply replacements. */
interface ChunkLoaderOptions {
  /** Identifies the running build. If a reload brings a newer build, the page may be reloaded once more. */
  build: string;
  /**
   * Stores for which chunks the page was reloaded. Undefined if the storage is blocked; the loader then never
   * reloads.
   */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** Loads the document that the current navigation leads to. */
  reload: () => void;
  /**
   * Returns false if the server cannot be reached. The page is then not reloaded, because the browser would show its
   * own error page.
   */
  isReachable: () => Promise<boolean>;
  timeoutMs?: number;
}

/**
 * docs/product.md §4: reloads the page if a chunk cannot be loaded, e.g. because a release has replaced the build
 * that the page belongs to. A chunk causes at most one reload per build, which the storage records; the record is
 * removed when the chunk loads.
 */
export function createChunkLoader(options: ChunkLoaderOptions) {
  const { build, storage, reload, timeoutMs = chunkTimeoutMs } = options;
  const markOf = (name: string) => `chunk-reload:${name}`;
  /** Errors that occurred again after a reload. The error page must not reload for them once more. */
  const givenUp = new WeakSet<object>();

  /**
   * Reloads the page for a chunk error that occurred outside of `load`, at most once per build. Returns false if the
   * page was reloaded before, or if the error is of another kind.
   */
  function recover(name: string, error: unknown) {
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

  /**
   * Loads a chunk. Rejects with OfflineError if the server cannot be reached, and with the error of the import if a
   * reload has not helped or cannot help.
   */
  async function load<Module>(name: string, importChunk: () => Promise<Module>) {
    try {
      const module = await withTimeout(importChunk(), name, timeoutMs);
      storage?.removeItem(markOf(name));
      return module;
    } catch (error) {
      if (isChunkError(error) && !(await options.isReachable())) throw new OfflineError(name, error);
      // The page is about to reload. The promise never settles, so that the loading indicator is shown until then.
      if (recover(name, error)) return new Promise<never>(() => {});
      if (error instanceof Error) givenUp.add(error);
      throw error;
    }
  }

  return { load, recover };
}

/**
 * Returns true for errors of fetching a chunk, by the messages of Chromium, Firefox, Safari and Vite's preloader.
 * False for an error that a module throws while it runs, because that would occur again after a reload.
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

/**
 * Sets the function that returns the target of the current navigation, so that a reload leads there and not to the
 * previous page.
 */
export function setPendingAddress(pending: () => string | undefined) {
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
export async function isReachable() {
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

function sessionStore() {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
