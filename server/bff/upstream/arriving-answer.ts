import type { Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * An answer whose body is still arriving. It is a class because a getter in an object literal gives each object a
 * shape of its own. V8 retains that shape, with everything that the getter references, until the next full garbage
 * collection, and every minor collection carries it along.
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
