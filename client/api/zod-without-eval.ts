import { config } from 'zod';

/**
 * zod tries `new Function` to speed up its parsers. The CSP refuses that (docs/architecture.md §5, script-src 'self'), and
 * each try is reported as a violation.
 */
config({ jitless: true });
