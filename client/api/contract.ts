import { ApiError } from './api-error.ts';

/**
 * Function that loads a chunk. This default only imports the chunk; app/main replaces it by the chunk loader, which
 * also handles chunks that no longer exist.
 */
type LoadChunk = <Chunk>(name: string, load: () => Promise<Chunk>) => Promise<Chunk>;

let loadChunk: LoadChunk = (_name, load) => load();
const loading = new Map<string, Promise<unknown>>();

/** Sets the loader for the chunks of the contract. */
export function setContractLoader(load: LoadChunk) {
  loadChunk = load;
}

/**
 * Loads the contract with its schemas, without the rows of `loadDeskRows`. It is not part of the first scripts,
 * because a page that has its data needs the contract only when a person uses the page. Rejects with `ApiError`
 * (network.failed).
 */
export function loadContract() {
  return loadOnce('contract', () => import('./contract-rows.ts'));
}

/** Loads the contract's rows for calls that only the admin area makes. Rejects as `loadContract` does. */
export function loadDeskRows() {
  return loadOnce('desk-rows', () => import('./desk-rows.ts'));
}

function loadOnce<Chunk>(name: string, load: () => Promise<Chunk>) {
  const known = loading.get(name) as Promise<Chunk> | undefined;
  if (known) return known;
  const chunk = loadChunk(name, load).catch((cause: unknown) => {
    loading.delete(name);
    throw new ApiError('network.failed', 0, { cause });
  });
  loading.set(name, chunk);
  return chunk;
}
