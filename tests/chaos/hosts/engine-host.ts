import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { startContentApi } from '../../../server/content-api/content-api.ts';

// `node engine-host.ts [ASSERTION]`: our engine in a process of its own, as an API host for the product. Who sends ASSERTION is believed
// about a form, as the product is that has the engine within.
const [assertion] = process.argv.slice(2);
const api = await startContentApi(loadConfig(), pino({ level: 'silent' }), sampleSite, {
  ...(assertion && { assertion }),
});
await api.makeFirstAdmin();
console.log(`The host is at ${api.url.origin}`);
