import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { accountOf, deviceLifeMs } from '../../server/bff/session/devices.ts';
import { openRevocations } from '../../server/bff/session/revocations.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Databases } from '../../server/database/state.ts';
import { StartError } from '../../server/errors.ts';
import { openHost } from '../../server/open-host.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { accountActions } from './accounts.ts';

/**
 * `npm run studio -- admin …`: manages the accounts of the embedded engine in DATA_DIR or DATABASE_URL. Made for an
 * operator who has access to the machine but has lost the password.
 */
export const list = (_args: Arguments<'admin list'>, context: Context) => perform('list', {}, context);

export const add = ({ values }: Arguments<'admin add'>, context: Context) => perform('add', values, context);

export const resetPassword = ({ values }: Arguments<'admin reset-password'>, context: Context) =>
  perform('reset-password', values, context);

export const removeSecondStep = ({ values }: Arguments<'admin remove-second-step'>, context: Context) =>
  perform('remove-second-step', values, context);

interface AccountValues {
  email?: string;
  name?: string;
  role?: string;
  stdin?: boolean;
  'dry-run'?: boolean;
}

async function perform(action: keyof typeof accountActions, values: AccountValues, context: Context) {
  const config = await engineConfig(context);
  const file = join(config.DATA_DIR, 'content.sqlite');
  if (!config.DATABASE_URL && !existsSync(file))
    throw new StartError(`There is no ${file} yet: the first start of the server creates it.`);
  const { email, name, role, stdin, 'dry-run': dryRun } = values;
  const password = stdin ? await firstLine() : undefined;
  const databases = await openDatabases(config, context.log);
  // The SQLite file is opened without migrating it, since a running server of another release may have it open.
  const db = config.DATABASE_URL ? await databases.openContent() : openSqlite(file);
  try {
    const { lines, json } = await accountActions[action](db, {
      email,
      name,
      role,
      password,
      dryRun,
      forgetDevices: (of) => voidDevices(databases, of),
      endSessions: (tokens) => revoke(databases, tokens, config.SESSION_MAX_HOURS),
    });
    for (const line of lines) context.say(line);
    context.answer(json);
    return 0;
  } finally {
    if (!config.DATABASE_URL) await db.destroy();
    await databases.close();
  }
}

/** Returns the configuration. Rejects with StartError if an API host manages the accounts. */
async function engineConfig(context: Context) {
  const given = context.config();
  const host = await openHost(given, context.warn);
  const config = host?.config ?? given;
  if (!config.UPSTREAM_URL) return config;
  const reason = host ? `${join(config.DATA_DIR, 'host.json')} names an API host` : 'UPSTREAM_URL is set';
  throw new StartError(`${reason}: accounts belong to it, and are managed at ${config.UPSTREAM_URL.origin}.`);
}

/**
 * Invalidates the browsers that are remembered for an account with its old password, by an entry in the list of
 * revocations. Running servers read this list too.
 */
async function voidDevices(databases: Databases, email: string): Promise<void> {
  const revocations = await openRevocations({ db: await databases.openSessions(), now: Date.now });
  // The entry ends two seconds in the future, so that it also covers a browser that signs in with the old password at
  // this moment.
  const until = Date.now() + 2_000;
  try {
    await revocations.voidDevices(accountOf(email), until, until + deviceLifeMs);
  } finally {
    await revocations.close();
  }
}

/** Ends sessions by adding their tokens to a list that running servers read. */
async function revoke(databases: Databases, tokens: readonly string[], lifeHours: number) {
  const { signals } = databases;
  const revocations = await openRevocations({ db: await databases.openSessions(), signals, now: Date.now });
  try {
    for (const each of tokens) await revocations.add(each, Date.now() + lifeHours * 3_600_000);
  } finally {
    await revocations.close();
  }
}

async function firstLine() {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}
