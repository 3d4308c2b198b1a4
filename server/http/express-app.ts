import express, { type Express } from 'express';
import { visitorAddress } from './request-address.ts';

const addressKey = Symbol('address');

/** Creates an Express app with the settings of the site; `trustProxy` is TRUST_PROXY. */
export function createExpressApp(trustProxy: boolean | number | string): Express {
  const app = express();
  // With this setting Express's error pages never contain stack traces, regardless of NODE_ENV.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  // `app.request` is where Express lets an app extend its requests. `ip` is replaced for all requests of this app, and
  // found once for each: several passes ask for it.
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    enumerable: true,
    get: function ip(this: typeof app.request & { [addressKey]?: string | undefined }) {
      this[addressKey] ??= visitorAddress(this);
      return this[addressKey];
    },
  });
  return app;
}
