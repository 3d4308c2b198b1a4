import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../server/config.ts';
import { startContentApi } from '../../server/content-api/content-api.ts';

// The engine alone, in a process of its own: what is measured must not share its time with what measures.
const api = await startContentApi(loadConfig(), pino({ level: 'silent' }), sampleSite);
await api.makeFirstAdmin();
process.once('SIGTERM', () => void api.close());
console.log(`The site is at ${api.url.origin}`);
