import { config } from 'zod/v4';

/**
 * zod tries `new Function` to speed up its parsers. The CSP refuses that (server/http/README.md, script-src 'self'),
 * and each attempt is reported as a violation. In builds of the client, `zod` resolves to this module
 * (vite.config.ts): schemas are built while modules load, so zod must be configured before the first schema.
 */
config({ jitless: true });

export * from 'zod/v4';
