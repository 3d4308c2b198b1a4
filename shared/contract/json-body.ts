import { limits, MIB } from '../limits.ts';
import type { ContractRow } from './row.ts';

/**
 * Returns the size limit of a row's JSON body in bytes, or the limit for paths outside of the contract if there is no
 * row. `richTextBytes` is the server's limit for one rich text (UPLOAD_TEXT_MAX_BYTES), to which room for escapes and
 * the other fields is added.
 */
export function jsonBodyBytes(
  row: Pick<ContractRow, 'bodyLimit'> | undefined,
  richTextBytes: number = limits.richTextBytes,
): number {
  const { bodyLimit = limits.jsonBody } = row ?? { bodyLimit: limits.unlistedBody };
  return bodyLimit === 'rich' ? richTextBytes + MIB : bodyLimit;
}
