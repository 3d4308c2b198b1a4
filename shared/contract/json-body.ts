import { limits } from '../limits.ts';
import type { ContractRow } from './row.ts';

/**
 * Returns the size limit of a row's JSON body in bytes, or the limit for paths outside of the contract if there is no
 * row.
 */
export function jsonBodyBytes(row: Pick<ContractRow, 'bodyLimit'> | undefined): number {
  return row ? (row.bodyLimit ?? limits.jsonBody) : limits.unlistedBody;
}
