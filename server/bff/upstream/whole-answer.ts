import { Readable } from 'node:stream';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * An answer that is in memory as a whole. This is a class and not an object literal with a getter, because V8 would
 * give each such object a shape of its own.
 */
export class WholeAnswer implements UpstreamAnswer {
  readonly status: number;
  readonly headers: UpstreamAnswer['headers'];
  readonly bytes: Buffer;

  constructor(status: number, headers: UpstreamAnswer['headers'] = {}, bytes: Buffer = Buffer.alloc(0)) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get body(): Readable {
    return Readable.from([this.bytes], { objectMode: false });
  }
}
