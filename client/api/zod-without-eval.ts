import { config } from 'zod/v4';

/**
 * zod tries `new Function` to speed up its parsers. The CSP refuses that (server/http/README.md, script-src
 * 'self'), and each attempt is reported as a violation. In builds of the client, `zod` resolves to this module
 * (vite.config.ts): schemas are built while modules load, so the setting must be made before the first of them.
 */
config({ jitless: true });

export * from 'zod/v4';
