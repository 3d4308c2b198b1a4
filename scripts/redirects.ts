import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '../server/config.ts';
import { openDatabases } from '../server/database/databases.ts';
import { createLog } from '../server/http/log.ts';
import { runRedirects, usage } from '../tools/redirect-commands.ts';

/**
 * `npm run redirects -- list | add | remove | import | export`: where old addresses lead, of the site in DATA_DIR or DATABASE_URL, also while
 * it runs: it follows within some seconds. Exit code 1 when nothing was done.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  });
  const [command, ...given] = positionals;
  if (command === undefined) throw new Error(usage);
  const config = loadConfig();
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new Error(`There is no ${config.DATA_DIR} yet: the first start of the server makes it.`);
  const databases = await openDatabases(config, createLog('warn', process.stderr));
  try {
    const { lines, json, ok } = await runRedirects(command, given, await databases.openSessions(), {
      mediaPaths: config.UPSTREAM_MEDIA_PATHS,
      dryRun: values['dry-run'] ?? false,
    });
    if (values.json) console.log(JSON.stringify(json));
    else for (const line of lines) console[ok ? 'log' : 'error'](line);
    if (!ok) process.exitCode = 1;
  } finally {
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
