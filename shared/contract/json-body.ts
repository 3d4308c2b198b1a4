import { limits } from '../limits.ts';
import type { ContractRow } from './row.ts';

/**
 * Returns the size limit of a row's JSON body in bytes, or the limit for paths outside of the contract if there is no
 * row. `richTextBytes` is the server's limit for one rich text (UPLOAD_TEXT_MAX_BYTES); the limit of a plain body is
 * added for escapes and the other fields.
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
