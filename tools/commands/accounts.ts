import { isGuessable } from '#shared/guessable-password.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { plainEmail, plainText } from '#shared/plain-text.ts';
import { roles } from '#shared/roles.ts';
import { isEmail } from '#shared/schemas/field-formats.ts';
import { newPassword } from '#shared/schemas/password.ts';
import { generatePassword, hashPassword } from '../../server/content-api/auth/passwords.ts';
import {
  findAccount,
  insertAccount,
  listAccounts,
  normalEmail,
  setPassword,
} from '../../server/content-api/auth/repository.ts';
import { deleteFactors, factorsOf } from '../../server/content-api/auth/second-step/factors.ts';
import type { Db } from '../../server/database/types.ts';
import { StartError } from '../../server/errors.ts';
import { UsageError } from '../cli/usage-error.ts';

/** Result of an action: text for people, and a document for programs. */
interface AdminAnswer {
  lines: string[];
  json: unknown;
}

interface AdminOptions {
  email?: string;
  name?: string;
  /** Role of a new account. The default is owner. */
  role?: string;
  /** The new password. If it is missing, a password is generated. */
  password?: string;
  /** True to check everything and to change nothing. */
  dryRun?: boolean;
  /** Invalidates the browsers that are remembered for an account. Called directly before the password is changed. */
  forgetDevices?(email: string): Promise<void>;
  /** Ends the sessions that running servers have for these tokens. The tokens are given as hashes. */
  endSessions?(tokens: readonly string[]): Promise<void>;
}

type Action = (db: Db, options: AdminOptions) => Promise<AdminAnswer>;

/**
 * Actions on the accounts of the embedded engine. They work whether the server runs or not. An action that fails has
 * changed nothing, and rejects with a StartError for the operator or with a UsageError.
 */
export const accountActions = {
  list: listAll,
  add,
  'reset-password': resetPassword,
  'remove-second-step': removeSecondStep,
} as const satisfies Record<string, Action>;

const nothingChanged = 'Nothing was changed.';
const noAccounts = 'There are no accounts yet: the first start of the server creates one.';
const listHint = '"npm run studio -- admin list" shows all accounts.';

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

async function resetPassword(db: Db, options: AdminOptions) {
  const email = options.email ?? (await onlyAccount(db));
  const password = passwordFor(email, options);
  const account = normalEmail(email);
  if (options.dryRun) {
    if (!(await findAccount(db, { email }))) throw noAccount(email);
    return {
      lines: [
        `The password of ${account} would be changed, and all their sessions would end.`,
        nothingChanged,
      ],
      json: { email: account, dryRun: true },
    };
  }
  const hash = await hashPassword(password);
  await options.forgetDevices?.(email);
  const ended = await db.transaction().execute(async (tx) => {
    const found = await findAccount(tx, { email });
    return found && setPassword(tx, found, hash, { invited_at: null });
  });
  if (!ended) throw noAccount(email);
  await options.endSessions?.(ended);
  return {
    lines: [
      `The password of ${account} has been changed, and all their sessions have ended.`,
      ...passwordLines(password, options),
    ],
    json: { email: account, dryRun: false, ...generated(password, options) },
  };
}

async function add(db: Db, options: AdminOptions) {
  const { name = 'Admin' } = options;
  const email = plainEmail(options.email ?? '');
  if (email.length > limits.email || !isEmail(email)) {
    throw new UsageError('Give the email address of the new account: --email name@example.com');
  }
  const shown = plainText(name);
  if (shown === '' || shown.length > limits.line || /\p{Cc}/u.test(shown)) {
    throw new UsageError(`A name must be one line of at most ${limits.line} characters.`);
  }
  const role = roleOf(options.role);
  const password = passwordFor(email, options);
  const address = normalEmail(email);
  const taken = new StartError(`${email} already has an account. To set a new password, use reset-password.`);
  if (options.dryRun) {
    if (await findAccount(db, { email })) throw taken;
    return {
      lines: [`${address} would get an account (${role}).`, nothingChanged],
      json: { email: address, name: shown, role, dryRun: true },
    };
  }
  const account = { email, name: shown, role, password_hash: await hashPassword(password) };
  if (!(await insertAccount(db, account))) throw taken;
  return {
    lines: [`${address} can sign in at /admin/login.`, ...passwordLines(password, options)],
    json: { email: address, name: shown, role, dryRun: false, ...generated(password, options) },
  };
}

/** Removes the second step of an account, for a person who has lost both the phone and the recovery codes. */
async function removeSecondStep(db: Db, { email, dryRun }: AdminOptions) {
  if (email === undefined) throw new UsageError(`Name the account: --email name@example.com. ${listHint}`);
  const account = await findAccount(db, { email });
  if (!account) throw noAccount(email);
  const hadAny = dryRun
    ? (await factorsOf(db, account.id)).isProtected
    : await db.transaction().execute((tx) => deleteFactors(tx, account.id));
  const lines = hadAny
    ? [
        `Authenticator app, passkeys and recovery codes of ${account.email} ${dryRun ? 'would be' : 'were'} removed: the password alone is enough.`,
      ]
    : [`${account.email} has no second step.`];
  return {
    lines: dryRun ? [...lines, nothingChanged] : lines,
    json: { email: account.email, hadSecondStep: hadAny, dryRun: dryRun === true },
  };
}

function roleOf(word = 'owner') {
  const role = roles.find((each) => each === word);
  if (!role) throw new UsageError(`A role is one of ${roles.join(', ')}.`);
  return role;
}

async function onlyAccount(db: Db) {
  const [first, ...others] = await listAccounts(db);
  if (!first) throw new StartError(noAccounts);
  if (others.length > 0)
    throw new UsageError('There are several accounts. Name one: --email name@example.com');
  return first.email;
}

function passwordFor(email: string, { password }: AdminOptions) {
  if (password === undefined) return generatePassword();
  if (normalEmail(password) === normalEmail(email))
    throw new StartError('The password must not be the email address.');
  const [problem] = newPassword().safeParse(password).error?.issues ?? [];
  if (problem) throw new StartError(problem.message);
  if (isGuessable(password, [email])) throw new StartError(messages['password.guessable']);
  return password;
}

function passwordLines(password: string, options: AdminOptions) {
  if (options.password !== undefined) return [];
  return [`Password: ${password}`, 'It is shown once. Change it after signing in.'];
}

/**
 * Returns the generated password for the result, which is the only place where it is shown; nothing if the operator
 * gave the password.
 */
function generated(password: string, options: AdminOptions) {
  return options.password === undefined ? { password } : {};
}

function noAccount(email: string) {
  return new StartError(`${email} has no account. ${listHint}`);
}
