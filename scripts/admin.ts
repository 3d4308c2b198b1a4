import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { accountOf, deviceLifeMs } from '../server/bff/session/devices.ts';
import { openRevocations } from '../server/bff/session/revocations.ts';
import { loadConfig } from '../server/config.ts';
import { openDatabases } from '../server/database/databases.ts';
import { openSqlite } from '../server/database/sqlite.ts';
import type { Databases } from '../server/database/state.ts';
import { createLog } from '../server/http/log.ts';
import { openHost } from '../server/open-host.ts';
import { runAdmin, usage } from '../tools/admin-commands.ts';

/**
 * `npm run admin -- list | reset-password | add`: the accounts of the embedded engine in DATA_DIR or DATABASE_URL, for an operator who has the
 * machine and lost the password. Exit code 1 when nothing was done.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      stdin: { type: 'boolean' },
    },
  });
  if (positionals.length !== 1) throw new Error(usage);
  const given = loadConfig();
  const host = await openHost(given, (text) => console.error(text));
  const config = host?.config ?? given;
  if (config.UPSTREAM_URL) {
    const said = host ? `${join(config.DATA_DIR, 'host.json')} names an API host` : 'UPSTREAM_URL is set';
    throw new Error(`${said}: accounts belong to it, and are managed at ${config.UPSTREAM_URL.origin}.`);
  }
  const file = join(config.DATA_DIR, 'content.sqlite');
  if (!config.DATABASE_URL && !existsSync(file))
    throw new Error(`There is no ${file} yet: the first start of the server creates it.`);
  const password = values.stdin ? await firstLine() : undefined;
  const databases = await openDatabases(config, createLog('warn', process.stderr));
  // A file is taken as it is: a running server of another release may have it open.
  const db = config.DATABASE_URL ? await databases.openContent() : openSqlite(file);
  try {
    const { email, name, role } = values;
    const forgetDevices = (of: string) => voidDevices(databases, of);
    const endSessions = (tokens: readonly string[]) => revoke(databases, tokens, config.SESSION_MAX_HOURS);
    const options = { email, name, role, password, forgetDevices, endSessions };
    for (const line of await runAdmin(positionals[0], db, options)) {
      console.log(line);
    }
  } finally {
    if (!config.DATABASE_URL) await db.destroy();
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The browsers that are known to this account are known by its old password. Servers read this, also while they run. */
async function voidDevices(databases: Databases, email: string): Promise<void> {
  const revocations = await openRevocations({ db: await databases.openSessions(), now: Date.now });
  // Those too that a sign-in with the old password gives out in this very moment.
  const until = Date.now() + 2_000;
  try {
    await revocations.voidDevices(accountOf(email), until, until + deviceLifeMs);
  } finally {
    await revocations.close();
  }
}

/** Servers look into the list by themselves, and take none of these tokens in any case. */
async function revoke(databases: Databases, tokens: readonly string[], lifeHours: number): Promise<void> {
  const { signals } = databases;
  const revocations = await openRevocations({ db: await databases.openSessions(), signals, now: Date.now });
  try {
    for (const each of tokens) await revocations.add(each, Date.now() + lifeHours * 3_600_000);
  } finally {
    await revocations.close();
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}
