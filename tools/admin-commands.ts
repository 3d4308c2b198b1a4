import { isGuessable } from '#shared/guessable-password.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Role, roles } from '#shared/roles.ts';
import { isEmail } from '#shared/schemas/field-formats.ts';
import { newPassword } from '#shared/schemas/password.ts';
import { insertAccount, listAccounts, resetAccount } from '../server/content-api/auth/accounts-repository.ts';
import { generatePassword, hashPassword } from '../server/content-api/auth/passwords.ts';
import { findAdminByEmail, normalEmail } from '../server/content-api/auth/repository.ts';
import { deleteFactors } from '../server/content-api/auth/second-step/repository.ts';
import type { Db } from '../server/database/types.ts';

export interface AdminOptions {
  email?: string | undefined;
  name?: string | undefined;
  /** Of a new account; an owner without. */
  role?: string | undefined;
  /** The password to set; without it one is generated. */
  password?: string | undefined;
  /** Makes the browsers that are known to an account unknown; called just before its password becomes another one. */
  forgetDevices?(email: string): Promise<void>;
  /** Ends the sessions of these tokens, by their hashes, in servers that run. */
  endSessions?(tokens: readonly string[]): Promise<void>;
}

export const usage = `npm run admin -- list
npm run admin -- reset-password [--email name@example.com] [--stdin]
npm run admin -- add --email name@example.com [--name "Their name"] [--role owner|editor|recruiter|reader] [--stdin]
npm run admin -- remove-second-step --email name@example.com

With --stdin the password is the first line of standard input; without it one is made up, and shown once.`;

/**
 * Runs one command on the accounts of an embedded engine, whether its server runs or not, and gives the lines to print.
 * Rejects with an Error in words; nothing has changed then.
 */
export async function runAdmin(
  command: string | undefined,
  db: Db,
  options: AdminOptions,
): Promise<string[]> {
  switch (command) {
    case 'list':
      return list(db);
    case 'reset-password':
      return resetPassword(db, options);
    case 'remove-second-step':
      return removeSecondStep(db, options);
    case 'add':
      return add(db, options);
    default:
      throw new Error(usage);
  }
}

async function list(db: Db): Promise<string[]> {
  const accounts = await listAccounts(db);
  if (accounts.length === 0) return ['There are no accounts yet: the first start of the server creates one.'];
  return accounts.map(
    ({ email, name, role, invited_at: invited, created_at: since }) =>
      `${email}  ${name}  ${role}  ${invited === null ? 'since' : 'invited'} ${since.slice(0, 10)}`,
  );
}

async function resetPassword(db: Db, options: AdminOptions): Promise<string[]> {
  const email = options.email ?? (await onlyAccount(db));
  const password = passwordFor(email, options);
  const hash = await hashPassword(password);
  await options.forgetDevices?.(email);
  const ended = await resetAccount(db, email, hash);
  if (!ended) throw new Error(`${email} has no account. "npm run admin -- list" shows all accounts.`);
  await options.endSessions?.(ended);
  return [
    `The password of ${normalEmail(email)} has been changed, and all their sessions have ended.`,
    ...passwordLines(password, options),
  ];
}

async function add(db: Db, options: AdminOptions): Promise<string[]> {
  const { email, name = 'Admin' } = options;
  if (email === undefined || email.length > limits.email || !isEmail(email.trim())) {
    throw new Error('Give the email address of the new account: --email name@example.com');
  }
  const shown = name.trim();
  if (shown === '' || shown.length > limits.line || /\p{Cc}/u.test(shown)) {
    throw new Error(`A name must be one line of at most ${limits.line} characters.`);
  }
  const role = roleOf(options.role);
  const password = passwordFor(email, options);
  const account = { email, name: shown, role, password_hash: await hashPassword(password) };
  if (!(await insertAccount(db, account))) {
    throw new Error(`${email} already has an account. To set a new password, use reset-password.`);
  }
  return [`${normalEmail(email)} can sign in at /admin/login.`, ...passwordLines(password, options)];
}

/** For somebody who has neither their phone nor a recovery code. */
async function removeSecondStep(db: Db, { email }: AdminOptions): Promise<string[]> {
  const account = email === undefined ? undefined : await findAdminByEmail(db, email);
  if (!account)
    throw new Error('Say whose: --email name@example.com. "npm run admin -- list" shows all accounts.');
  const hadAny = await db.transaction().execute((tx) => deleteFactors(tx, account.id));
  return [
    hadAny
      ? `Authenticator app, passkeys and recovery codes of ${account.email} were removed: the password alone is enough.`
      : `${account.email} has no second step.`,
  ];
}

function roleOf(word = 'owner'): Role {
  const role = roles.find((each) => each === word);
  if (!role) throw new Error(`A role is one of ${roles.join(', ')}.`);
  return role;
}

async function onlyAccount(db: Db): Promise<string> {
  const [first, ...others] = await listAccounts(db);
  if (!first) throw new Error('There are no accounts yet: the first start of the server creates one.');
  if (others.length > 0)
    throw new Error('There are several accounts. Say which one: --email name@example.com');
  return first.email;
}

function passwordFor(email: string, { password }: AdminOptions): string {
  if (password === undefined) return generatePassword();
  if (normalEmail(password) === normalEmail(email))
    throw new Error('The password must not be the email address.');
  const [problem] = newPassword().safeParse(password).error?.issues ?? [];
  if (problem) throw new Error(problem.message);
  if (isGuessable(password, [email])) throw new Error(messages['password.guessable']);
  return password;
}

function passwordLines(password: string, options: AdminOptions): string[] {
  if (options.password !== undefined) return [];
  return [`Password: ${password}`, 'It is shown once. Change it after signing in.'];
}
