import { limits } from '../limits.ts';
import type { ContractRow } from './row.ts';

/**
 * The largest JSON body of a row, in bytes; of a path that the contract does not list when there is no row.
 * `richTextBytes` is what the server allows one rich text (UPLOAD_TEXT_MAX_BYTES); escapes and the other fields have
 * the room of a plain body besides.
 */
export function jsonBodyBytes(
  row: Pick<ContractRow, 'bodyLimit'> | undefined,
  richTextBytes: number,
): number {
  switch (row?.bodyLimit) {
    case 'small':
      return limits.smallBody;
    case 'rich':
      return richTextBytes + limits.jsonBody;
    default:
      return limits.jsonBody;
  }
}
