import { ApiError } from './api-error.ts';

type Contract = typeof import('./contract-rows.ts');
type DeskRows = typeof import('./desk-rows.ts');

/** How a chunk is loaded: app/main says it, which knows what to do about one that is gone. */
type LoadChunk = <Chunk>(name: string, load: () => Promise<Chunk>) => Promise<Chunk>;

let loadChunk: LoadChunk = (_name, load) => load();
const loading = new Map<string, Promise<unknown>>();

/** Sets what loads the chunks of the contract. */
export function setContractLoader(load: LoadChunk): void {
  loadChunk = load;
}

/**
 * The contract with its schemas, but for `loadDeskRows`. A page that has come with its data needs none of it until somebody does
 * something, so it is no part of what a page starts with: the first call brings it, or the first sign of a hand
 * (client/app/when-used.ts). Rejects with `ApiError` (network.failed).
 */
export function loadContract(): Promise<Contract> {
  return loadOnce('contract', () => import('./contract-rows.ts'));
}

/** The rows of calls that only the admin area makes. Rejects as `loadContract`. */
export function loadDeskRows(): Promise<DeskRows> {
  return loadOnce('desk-rows', () => import('./desk-rows.ts'));
}

function loadOnce<Chunk>(name: string, load: () => Promise<Chunk>): Promise<Chunk> {
  const known = loading.get(name) as Promise<Chunk> | undefined;
  if (known) return known;
  const chunk = loadChunk(name, load).catch((cause: unknown) => {
    loading.delete(name);
    throw new ApiError('network.failed', 0, { cause });
  });
  loading.set(name, chunk);
  return chunk;
}
