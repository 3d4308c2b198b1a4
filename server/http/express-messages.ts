import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { visitorAddress } from './request-address.ts';

/** The kinds of request and response that a server makes for one Express app. */
export interface ExpressMessages {
  /** For `createServer`. */
  readonly serverOptions: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  /** Makes them those of `app`, and no longer those of another one. */
  adopt(app: Express): void;
}

/**
 * Requests and responses that are Express's own from their first moment. Express makes them of those of Node by changing the
 * prototype of each, after which nothing that V8 has learnt about them holds any more; of these it finds nothing to change.
 */
export function createExpressMessages(): ExpressMessages {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.defineProperty(Request.prototype, 'ip', {
    get(this: IncomingMessage) {
      return visitorAddress(this);
    },
  });
  // Made by Node, and all else from Express, whose own prototypes lead back to those of Node.
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Response.prototype, express.response);
  return {
    serverOptions: { IncomingMessage: Request, ServerResponse: Response as unknown as typeof ServerResponse },
    adopt(app) {
      for (const prototype of [Request.prototype, Response.prototype])
        Object.defineProperty(prototype, 'app', { value: app, configurable: true });
      app.request = Request.prototype as unknown as Express['request'];
      app.response = Response.prototype as unknown as Express['response'];
    },
  };
}
