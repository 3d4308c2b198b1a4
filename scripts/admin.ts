import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { accountOf, deviceLifeMs } from '../server/bff/session/devices.ts';
import { openRevocations } from '../server/bff/session/revocations.ts';
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/content-api/database/open.ts';
import { runAdmin, usage } from './admin-commands.ts';

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
  if (upstream) throw new Error(`UPSTREAM_URL is set: accounts are managed at ${upstream.origin}.`);
  const file = join(dataDir, 'content.sqlite');
  if (!existsSync(file))
    throw new Error(`There is no ${file} yet: the first start of the server creates it.`);
  const password = values.stdin ? await firstLine() : undefined;
  const db = openDatabase(file);
  try {
    const { email, name } = values;
    const forgetDevices = (of: string) => voidDevices(join(dataDir, 'bff.sqlite'), of);
    for (const line of await runAdmin(positionals[0], db, { email, name, password, forgetDevices })) {
      console.log(line);
    }
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The browsers that are known to this account are known by its old password. The server reads this, also while it runs. */
function voidDevices(file: string, email: string): void {
  const revocations = openRevocations(file, Date.now);
  // Those too that a sign-in with the old password gives out in this very moment.
  const until = Date.now() + 2_000;
  try {
    revocations.voidDevices(accountOf(email), until, until + deviceLifeMs);
  } finally {
    revocations.close();
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}
