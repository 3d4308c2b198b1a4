import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/content-api/database/open.ts';
import { runAdmin, usage } from './admin/commands.ts';

/**
 * `npm run admin -- list | reset-password | add`: the accounts of the embedded engine in DATA_DIR, for an operator who has the
 * machine and lost the password. Exit code 1 when nothing was done.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, stdin: { type: 'boolean' } },
  });
  if (positionals.length !== 1) throw new Error(usage);
  const { DATA_DIR: dataDir, UPSTREAM_URL: upstream } = loadConfig();
  if (upstream) throw new Error(`UPSTREAM_URL is set: accounts are those of ${upstream.origin}.`);
  const file = join(dataDir, 'content.sqlite');
  if (!existsSync(file)) throw new Error(`There is no ${file} yet: the first start of the server makes it.`);
  const password = values.stdin ? await firstLine() : undefined;
  const db = openDatabase(file);
  try {
    const { email, name } = values;
    for (const line of await runAdmin(positionals[0], db, { email, name, password })) console.log(line);
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}
