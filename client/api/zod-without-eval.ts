import { config } from 'zod/v4';

/**
 * zod tries `new Function` to speed up its parsers. The CSP refuses that (docs/architecture.md §5, script-src 'self'), and
 * each try is reported as a violation. In builds of the client, `zod` is this module (vite.config.ts): schemas are built while modules
 * load, and whichever comes first must find it said.
 */
config({ jitless: true });

export * from 'zod/v4';
