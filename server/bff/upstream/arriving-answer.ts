import type { Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * An answer whose body is still arriving. This is a class and not an object literal with a getter, because V8 would
 * give each such object a shape of its own. V8 retains a shape, with everything that the getter references, until the
 * next full garbage collection, which makes every minor collection slower.
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
