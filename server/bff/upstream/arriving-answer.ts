import type { Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * An answer whose body arrives. A class: a getter in an object literal gives each of its objects a shape of its own, which V8 keeps,
 * with all that the getter leads to, until the next full collection; and every small one carries it along.
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
