// First: it watches what the others then take.
import './killed-at.ts';
import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { startContentApi } from '../../../server/content-api/content-api.ts';
import { openDatabases } from '../../../server/database/databases.ts';

// An engine in a process of its own, so that a test can kill it. It tells its address on standard output.
const config = loadConfig();
const log = pino({ level: 'silent' });
const api = await startContentApi(config, log, sampleSite, await openDatabases(config, log));
await api.makeFirstAdmin();
console.log(api.url.href);
