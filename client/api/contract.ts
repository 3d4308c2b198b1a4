import { ApiError } from './api-error.ts';

type Contract = typeof import('./contract-rows.ts');

/** How a chunk is loaded: app/main says it, which knows what to do about one that is gone. */
type LoadChunk = (load: () => Promise<Contract>) => Promise<Contract>;

let loadChunk: LoadChunk = (load) => load();
let loading: Promise<Contract> | undefined;

/** Sets what loads the chunk of the contract. */
export function setContractLoader(load: LoadChunk): void {
  loadChunk = load;
}

/**
 * The contract with its schemas. A page that has come with its data needs none of it until somebody does something, so it is no part
 * of what a page starts with: the first call brings it, or the first sign of a hand (client/app/when-used.ts). Rejects with `ApiError`
 * (network.failed).
 */
export function loadContract(): Promise<Contract> {
  loading ??= loadChunk(() => import('./contract-rows.ts')).catch((cause: unknown) => {
    loading = undefined;
    throw new ApiError('network.failed', 0, { cause });
  });
  return loading;
}
