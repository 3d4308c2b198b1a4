// Imported first, because it wraps functions that the other imports use.
import './killed-at.ts';
import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../../server/config.ts';
import { openContentApi } from '../../../server/content-api/content-api.ts';
import { openDatabases } from '../../../server/database/databases.ts';
import { listenFor } from './engine-port.ts';

// An engine in a process of its own, so that a test can kill it. It prints its address on standard output.
const config = loadConfig();
const log = pino({ level: 'silent' });
const api = await openContentApi(config, log, () => sampleSite, await openDatabases(config, log));
await api.makeFirstAdmin();
console.log((await listenFor(api, config, log)).url.href);
