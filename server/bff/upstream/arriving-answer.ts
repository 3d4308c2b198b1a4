import type { Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * An answer whose body is still arriving. This is a class, because a getter in an object literal gives each object its
 * own shape. V8 retains such a shape, with everything that the getter references, until the next full garbage
 * collection, so every minor collection has to process all these shapes.
 */
export class ArrivingAnswer implements UpstreamAnswer {
  readonly status: number;
  readonly headers: UpstreamAnswer['headers'];
  readonly arriving: ArrivingBody;

  constructor(status: number, headers: UpstreamAnswer['headers'], arriving: ArrivingBody) {
    this.status = status;
    this.headers = headers;
    this.arriving = arriving;
  }

  get body(): Readable {
    return this.arriving.stream;
  }
}
