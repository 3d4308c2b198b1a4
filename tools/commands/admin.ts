import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isGuessable } from '#shared/guessable-password.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { plainEmail, plainText } from '#shared/plain-text.ts';
import { roles } from '#shared/roles.ts';
import { newPassword } from '#shared/schemas/password.ts';
import { isEmail } from '#shared/text-formats.ts';
import { accountOf, deviceLifeMs } from '../../server/bff/session/devices.ts';
import { openRevocations } from '../../server/bff/session/revocations.ts';
import {
  findAccount,
  insertAccount,
  listAccounts,
  normalEmail,
  setPassword,
} from '../../server/content-api/auth/accounts.ts';
import { generatePassword, hashPassword } from '../../server/content-api/auth/passwords.ts';
import { deleteFactors, factorsOf } from '../../server/content-api/auth/second-step/handlers.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Databases } from '../../server/database/state.ts';
import type { Db } from '../../server/database/types.ts';
import { StartError } from '../../server/errors.ts';
import { openHost } from '../../server/product/open-company.ts';
import { UsageError, type Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';

interface AdminOptions {
  email?: string;
  name?: string;
  /** Role of a new account. The default is owner. */
  role?: string;
  /** The new password. If it is missing, a password is generated. */
  password?: string;
  /** True to check everything and to change nothing. */
  dryRun?: boolean;
  /** Where the sessions are, which end with a password. */
  databases?: Databases;
  /** SESSION_MAX_HOURS. */
  lifeHours?: number;
}

/** Returns text for people, and a document for programs. */
type Action = (db: Db, options: AdminOptions) => Promise<{ lines: string[]; json: unknown }>;

/**
 * Actions on the accounts of the embedded engine. They work whether the server runs or not. An action that fails has
 * changed nothing, and rejects with a StartError for the operator or with a UsageError.
 */
export const accountActions = {
  list: listAll,
  add: addAccount,
  'reset-password': reset,
  'remove-second-step': removeFactors,
} as const satisfies Record<string, Action>;

export const list = perform(accountActions.list);
export const add = perform(accountActions.add);
export const resetPassword = perform(accountActions['reset-password']);
export const removeSecondStep = perform(accountActions['remove-second-step']);

/**
 * `npm run studio -- admin …`: manages the accounts of the embedded engine in DATA_DIR or DATABASE_URL. Made for an
 * operator who has access to the machine but has lost the password.
 */
function perform(action: Action) {
  return async (args: { values: Partial<Values<'admin add'>> }, context: Context) => {
    const config = await engineConfig(context);
    const file = join(config.DATA_DIR, 'content.sqlite');
    if (!config.DATABASE_URL && !existsSync(file))
      throw new StartError(`There is no ${file} yet: the first start of the server creates it.`);
    const { stdin, 'dry-run': dryRun, ...given } = args.values;
    const password = stdin ? await firstLine() : undefined;
    const databases = await openDatabases(config, context.log);
    // The SQLite file is opened without migrating it, since a running server of another release may have it open.
    const db = config.DATABASE_URL ? await databases.openContent() : openSqlite(file);
    try {
      const lifeHours = config.SESSION_MAX_HOURS;
      const { lines, json } = await action(db, { ...given, password, dryRun, databases, lifeHours });
      for (const line of dryRun ? [...lines, 'Nothing was changed.'] : lines) context.say(line);
      context.answer(json);
      return 0;
    } finally {
      if (!config.DATABASE_URL) await db.destroy();
      await databases.close();
    }
  };
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

async function firstLine() {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

const noAccounts = 'There are no accounts yet: the first start of the server creates one.';
const listHint = '"npm run studio -- admin list" shows all accounts.';
const noAccount = (email: string) => new StartError(`${email} has no account. ${listHint}`);

async function listAll(db: Db) {
  const accounts = (await listAccounts(db)).map(({ email, name, role, invited_at, created_at }) => ({
    email,
    name,
    role,
    isInvited: invited_at !== null,
    since: created_at.slice(0, 10),
  }));
  const lines = accounts.map(
    ({ email, name, role, isInvited, since }) =>
      `${email}  ${name}  ${role}  ${isInvited ? 'invited' : 'since'} ${since}`,
  );
  return { lines: accounts.length > 0 ? lines : [noAccounts], json: accounts };
}

async function reset(db: Db, { dryRun = false, databases, lifeHours = 0, ...given }: AdminOptions) {
  const email = given.email ?? (await onlyAccount(db));
  const password = passwordFor(email, given.password);
  const account = normalEmail(email);
  if (!(await findAccount(db, { email }))) throw noAccount(email);
  if (!dryRun) {
    const hash = await hashPassword(password);
    const sessions = databases && (await databases.openSessions());
    const revocations =
      sessions && (await openRevocations({ db: sessions, signals: databases.signals, now: Date.now }));
    // Browsers that are remembered lose that right before the password changes, and for two seconds more: one may sign
    // in with the old password at this moment. Running servers read this list.
    const until = Date.now() + 2_000;
    await revocations?.voidDevices(accountOf(email), until, until + deviceLifeMs);
    const ended = await db.transaction().execute(async (tx) => {
      const found = await findAccount(tx, { email });
      return found && setPassword(tx, found, hash, { invited_at: null });
    });
    for (const each of ended ?? []) await revocations?.add(each, Date.now() + lifeHours * 3_600_000);
    await revocations?.close();
  }
  const done = dryRun
    ? 'would be changed, and all their sessions would end'
    : 'has been changed, and all their sessions have ended';
  return {
    lines: [`The password of ${account} ${done}.`, ...passwordLines(password, given, dryRun)],
    json: { email: account, dryRun, ...(!dryRun && !given.password && { password }) },
  };
}

async function addAccount(db: Db, { dryRun = false, ...given }: AdminOptions) {
  const email = plainEmail(given.email ?? '');
  if (email.length > limits.email || !isEmail(email))
    throw new UsageError('Give the email address of the new account: --email name@example.com');
  const name = plainText(given.name ?? 'Admin');
  if (name === '' || name.length > limits.line || /\p{Cc}/u.test(name))
    throw new UsageError(`A name must be one line of at most ${limits.line} characters.`);
  const role = roles.find((each) => each === (given.role ?? 'owner'));
  if (!role) throw new UsageError(`A role is one of ${roles.join(', ')}.`);
  const password = passwordFor(email, given.password);
  const isTaken = dryRun
    ? await findAccount(db, { email })
    : !(await insertAccount(db, { email, name, role, password_hash: await hashPassword(password) }));
  if (isTaken)
    throw new StartError(`${email} already has an account. To set a new password, use reset-password.`);
  const address = normalEmail(email);
  const done = dryRun ? `would get an account (${role})` : 'can sign in at /admin/login';
  return {
    lines: [`${address} ${done}.`, ...passwordLines(password, given, dryRun)],
    json: { email: address, name, role, dryRun, ...(!dryRun && !given.password && { password }) },
  };
}

/** Removes the second step of an account, for a person who has lost both the phone and the recovery codes. */
async function removeFactors(db: Db, { email, dryRun = false }: AdminOptions) {
  if (email === undefined) throw new UsageError(`Name the account: --email name@example.com. ${listHint}`);
  const account = await findAccount(db, { email });
  if (!account) throw noAccount(email);
  const { isProtected: hadSecondStep } = await factorsOf(db, account.id);
  if (!dryRun) await db.transaction().execute((tx) => deleteFactors(tx, account.id));
  const line = hadSecondStep
    ? `Authenticator app, passkeys and recovery codes of ${account.email} ${dryRun ? 'would be' : 'were'} removed: the password alone is enough.`
    : `${account.email} has no second step.`;
  return { lines: [line], json: { email: account.email, hadSecondStep, dryRun } };
}

async function onlyAccount(db: Db) {
  const [first, ...others] = await listAccounts(db);
  if (!first) throw new StartError(noAccounts);
  if (others.length > 0)
    throw new UsageError('There are several accounts. Name one: --email name@example.com');
  return first.email;
}

function passwordFor(email: string, password: string | undefined) {
  if (password === undefined) return generatePassword();
  if (normalEmail(password) === normalEmail(email))
    throw new StartError('The password must not be the email address.');
  const [problem] = newPassword().safeParse(password).error?.issues ?? [];
  if (problem) throw new StartError(problem.message);
  if (isGuessable(password, [email])) throw new StartError(messages['password.guessable']);
  return password;
}

/** A generated password is shown here alone. */
function passwordLines(password: string, given: AdminOptions, dryRun: boolean) {
  if (given.password !== undefined || dryRun) return [];
  return [`Password: ${password}`, 'It is shown once. Change it after signing in.'];
}
