import { textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Counts } from '../../../database/site/counts.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { createLimiter, type Limiter } from '../../../limiter.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../../calls.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { SecondStepChange } from '../../mail/templates/second-step-changed.ts';
import { passwordMatches } from '../passwords.ts';
import { findAdminByEmail } from '../repository.ts';
import type { SecondStepKeys } from './keys.ts';
import type { Passkeys } from './passkeys.ts';
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import {
  deleteFactors,
  deletePasskey,
  deleteTotp,
  factorsOf,
  findAccount,
  findTotp,
  insertPasskey,
  insertTotp,
  replaceRecoveryCodes,
  spend,
  spendTotpStep,
} from './repository.ts';
import { passwordMark } from './tickets.ts';
import { makeTotpKey, stepOfCode, totpAddress } from './totp.ts';

/**
 * Number of wrong passwords and codes that one admin may send within the window. Someone who finds an unattended
 * session can therefore not guess them.
 */
const maxAttempts = 5;
const windowMs = 15 * 60_000;
const maxPasskeys = 20;

interface AccountParts {
  db: Db;
  keys: SecondStepKeys;
  passkeys: Passkeys;
  outbox: Pick<Outbox, 'enqueue'>;
  counts: Counts;
  /** Returns the name of the company. */
  company: () => string;
  now: () => number;
}

interface Context extends AccountParts {
  attempts: Limiter;
}

type Account = NonNullable<Awaited<ReturnType<typeof findAdminByEmail>>>;

/**
 * How admins add second steps to their account and remove them. Each change requires the password again, and is
 * reported by mail.
 */
export function secondStepAccount(parts: AccountParts): Handlers {
  const attempts = createLimiter({
    counts: parts.counts,
    kind: 'second-step-change',
    limit: maxAttempts,
    windowMs,
    code: 'login.throttled',
  });
  const context = { ...parts, attempts };
  return {
    accountSecurity: (call) => accountSecurity(context, call),
    startTotp: (call) => startTotp(context, call),
    confirmTotp: (call) => confirmTotp(context, call),
    removeTotp: (call) => removeTotp(context, call),
    startPasskey: (call) => startPasskey(context, call),
    addPasskey: (call) => addPasskey(context, call),
    removePasskey: (call) => removePasskey(context, call),
    newRecoveryCodes: (call) => newRecoveryCodes(context, call),
    removeSecondStep: (call) => removeSecondStep(context, call),
  };
}

async function accountSecurity(context: Context, call: EngineCall<'accountSecurity'>): Promise<EngineAnswer> {
  const { db, passkeys } = context;
  const { id } = await accountOf(db, call);
  const { totp, passkeys: own, codes } = await factorsOf(db, id);
  return {
    data: {
      totp: totp ? { created_at: totp.confirmed_at ?? totp.created_at } : null,
      passkeys: own.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      })),
      recovery_codes: codes,
      no_passkeys: passkeys.refused ? textOf(passkeys.refused) : null,
    },
  };
}

async function startTotp(context: Context, call: EngineCall<'startTotp'>): Promise<EngineAnswer> {
  const { db, keys, company } = context;
  const { current_password } = await call.body();
  const account = await confirmed(context, call, current_password);
  const key = makeTotpKey();
  const isNew = await db
    .transaction()
    .execute((tx) => insertTotp(tx, account.id, keys.seal(account.id, key)));
  assertThat(isNew, 'secondStep.totpThere', 409);
  return { data: { key, uri: totpAddress(key, company(), account.email) } };
}

async function confirmTotp(context: Context, call: EngineCall<'confirmTotp'>): Promise<EngineAnswer> {
  const { db, keys, attempts, now } = context;
  const { code } = await call.body();
  const account = await accountOf(db, call);
  const attempt = await attempts.take(`admin ${account.id}`);
  const row = await findTotp(db, account.id);
  assertThat(!row?.confirmed_at, 'secondStep.totpThere', 409);
  const key = row && keys.open(account.id, row.sealed_key);
  assertThat(key, 'secondStep.totpNotStarted', 409);
  const step = stepOfCode(key.text, code, now());
  if (step === undefined) throw badField('code', textOf('secondStep.wrong'));
  await attempt.giveBack();
  const codes = await db.transaction().execute(async (tx) => {
    assertThat(await spendTotpStep(tx, account.id, step, true), 'secondStep.totpThere', 409);
    await tell(context, tx, account, 'totp.added');
    return firstCodes(tx, account.id);
  });
  return { data: { recovery_codes: codes }, message: 'secondStep.totpAdded' };
}

async function removeTotp(context: Context, call: EngineCall<'removeTotp'>): Promise<EngineAnswer> {
  const { db } = context;
  const { current_password } = await call.body();
  const account = await confirmed(context, call, current_password);
  await db.transaction().execute(async (tx) => {
    if (await deleteTotp(tx, account.id)) await tell(context, tx, account, 'totp.removed');
    await dropIdleCodes(tx, account.id);
  });
  return { data: null, message: 'secondStep.totpRemoved' };
}

async function startPasskey(context: Context, call: EngineCall<'startPasskey'>): Promise<EngineAnswer> {
  const { db, passkeys } = context;
  const { current_password } = await call.body();
  const account = await confirmed(context, call, current_password);
  const { passkeys: own } = await factorsOf(db, account.id);
  assertThat(own.length < maxPasskeys, 'passkey.tooMany', 409, { values: { max: maxPasskeys } });
  return { data: await passkeys.creationOptions(account, passwordMark(account.password_hash)) };
}

async function addPasskey(context: Context, call: EngineCall<'addPasskey'>): Promise<EngineAnswer> {
  const { db, passkeys } = context;
  const { name, passkey } = await call.body();
  const account = await accountOf(db, call);
  const { challenge, ...made } = await passkeys.made(
    account.id,
    passkey,
    passwordMark(account.password_hash),
  );
  const codes = await db.transaction().execute(async (tx) => {
    assertThat(await spend(tx, challenge.id, challenge.until), 'passkey.notMade', 422);
    const { passkeys: own } = await factorsOf(tx, account.id);
    assertThat(own.length < maxPasskeys, 'passkey.tooMany', 409, { values: { max: maxPasskeys } });
    assertThat(await insertPasskey(tx, { ...made, admin_id: account.id, name }), 'passkey.there', 409);
    await tell(context, tx, account, 'passkey.added');
    return firstCodes(tx, account.id);
  });
  return { data: { recovery_codes: codes }, message: 'passkey.added' };
}

async function removePasskey(context: Context, call: EngineCall<'removePasskey'>): Promise<EngineAnswer> {
  const { db } = context;
  const { current_password } = await call.body();
  const account = await confirmed(context, call, current_password);
  await db.transaction().execute(async (tx) => {
    assertThat(await deletePasskey(tx, account.id, call.id), 'passkey.notFound', 404);
    await tell(context, tx, account, 'passkey.removed');
    await dropIdleCodes(tx, account.id);
  });
  return { data: null, message: 'passkey.removed' };
}

async function newRecoveryCodes(
  context: Context,
  call: EngineCall<'newRecoveryCodes'>,
): Promise<EngineAnswer> {
  const { db } = context;
  const { current_password } = await call.body();
  const account = await confirmed(context, call, current_password);
  const codes = await db.transaction().execute(async (tx) => {
    const { totp, passkeys: own } = await factorsOf(tx, account.id);
    assertThat(totp || own.length > 0, 'secondStep.noFactor', 409);
    await tell(context, tx, account, 'codes.made');
    return newCodes(tx, account.id);
  });
  return { data: { recovery_codes: codes }, message: 'secondStep.codesMade' };
}

async function removeSecondStep(
  context: Context,
  call: EngineCall<'removeSecondStep'>,
): Promise<EngineAnswer> {
  const { db } = context;
  // The admin who makes the call confirms with their own password: an unattended session must not be able to remove a
  // colleague's second step.
  const { current_password } = await call.body();
  // Checked before the password: not even the right password permits this call for the admin's own account.
  assertThat(call.admin?.id !== call.id, 'secondStep.ownAccount', 409);
  await confirmed(context, call, current_password);
  await db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, call.id);
    assertThat(account, 'secondStep.accountGone', 404);
    if (await deleteFactors(tx, account.id)) await tell(context, tx, account, 'takenOff');
  });
  return { data: null, message: 'secondStep.takenOff' };
}

async function accountOf(db: Db, call: Pick<EngineCall, 'admin'>): Promise<Account> {
  const account = call.admin && (await findAdminByEmail(db, call.admin.email));
  assertThat(account, 'session.required', 401);
  return account;
}

/**
 * Confirms the caller's password and returns their account. Throws 422 at the field for a wrong password, and 429
 * after five of them.
 */
async function confirmed(
  { db, attempts }: Context,
  call: Pick<EngineCall, 'admin'>,
  password: string,
): Promise<Account> {
  const account = await accountOf(db, call);
  // Counted before the check, so that of many concurrent attempts only five pass. If the password is right, the count
  // is taken back.
  const attempt = await attempts.take(`admin ${account.id}`);
  if (!(await passwordMatches(password, account.password_hash)))
    throw badField('current_password', messages['password.wrong']);
  await attempt.giveBack();
  return account;
}

function tell(
  { outbox }: Context,
  tx: Db,
  to: { email: string; name: string },
  change: SecondStepChange['change'],
): Promise<unknown> {
  return outbox.enqueue(tx, { kind: 'account.secondStep', to: to.email, name: to.name || null, change });
}

/** Creates recovery codes together with the first factor; returns none if the account has codes already. */
async function firstCodes(tx: Db, adminId: RowId): Promise<string[]> {
  const { codes } = await factorsOf(tx, adminId);
  return codes > 0 ? [] : newCodes(tx, adminId);
}

async function newCodes(tx: Db, adminId: RowId): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(adminId, code));
  await replaceRecoveryCodes(tx, adminId, hashes);
  return codes;
}

/** Deletes recovery codes with the last factor: without a factor no code is required. */
async function dropIdleCodes(tx: Db, adminId: RowId): Promise<void> {
  const { totp, passkeys } = await factorsOf(tx, adminId);
  if (!totp && passkeys.length === 0) await replaceRecoveryCodes(tx, adminId, []);
}

function badField(field: string, text: string): AppError {
  return new AppError('fields.invalid', 422, { fields: { [field]: [text] } });
}
