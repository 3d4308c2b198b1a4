import express, { type Express } from 'express';
import { visitorAddress } from './request-address.ts';

/** Creates an Express app with the settings of the site; `trustProxy` is TRUST_PROXY. */
export function createExpressApp(trustProxy: boolean | number | string): Express {
  const app = express();
  // Prevents stacks in Express's error pages for every value of NODE_ENV.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  // `app.request` is Express's extension point for the requests of one app.
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    enumerable: true,
    get: function ip(this: typeof app.request) {
      return visitorAddress(this);
    },
  });
  return app;
}
