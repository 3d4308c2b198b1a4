import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './accept-encoding.ts';

const packers = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The strongest compression that takes no more than a millisecond or two per page.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
  identity: async (body: Buffer) => body,
};

/**
 * Compresses a body while its reader waits. Files are compressed more strongly, once, by the build (vite.config.ts).
 */
export function pack(body: Buffer, coding: Coding): Promise<Buffer> {
  return packers[coding](body);
}
