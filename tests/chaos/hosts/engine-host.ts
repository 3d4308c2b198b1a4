import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { openContentApi } from '../../../server/content-api/content-api.ts';
import { openDatabases } from '../../../server/database/databases.ts';
import { listenFor } from '../../support/engine/engine-port.ts';

// `node engine-host.ts [ASSERTION]`: our engine in a process of its own, as an API host for the product. The engine
// trusts a caller that sends ASSERTION about a form, as it trusts the product that embeds it.
const [assertion] = process.argv.slice(2);
const config = loadConfig();
const log = pino({ level: 'silent' });
const api = await openContentApi(config, log, () => sampleSite, await openDatabases(config, log), {
  ...(assertion && { assertion }),
});
await api.makeFirstAdmin();
console.log(`The host is at ${(await listenFor(api, config, log)).url.origin}`);
