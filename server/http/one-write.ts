import type { ServerResponse } from 'node:http';

/** Above this a copy costs more than the second buffer of a write. */
const copiedBytes = 16 * 1024;

/**
 * Ends a response with these bytes, head and body in one write where the body is short: of text Node makes one string with the
 * head, of a buffer it does not. Latin-1 has a character for each byte.
 */
export function endWith(res: ServerResponse, bytes: Buffer): void {
  if (bytes.length > copiedBytes) res.end(bytes);
  else res.end(bytes.toString('latin1'), 'latin1');
}
