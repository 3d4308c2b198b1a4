import { textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Counts } from '../../../database/site/counts.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { createLimiter } from '../../../limiter.ts';
import type { EngineCall, Handlers } from '../../calls.ts';
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

/** Wrong passwords and codes that one admin has within the window: who holds a session for a minute must not guess at leisure. */
const maxAttempts = 5;
const windowMs = 15 * 60_000;
const maxPasskeys = 20;

interface AccountParts {
  db: Db;
  keys: SecondStepKeys;
  passkeys: Passkeys;
  outbox: Pick<Outbox, 'enqueue'>;
  counts: Counts;
  /** The name of the company. */
  company: string;
  now: () => number;
}

type Account = NonNullable<Awaited<ReturnType<typeof findAdminByEmail>>>;

/** What somebody adds to their account and takes off it; whoever does says the password once more, and is told by mail. */
export function secondStepAccount(parts: AccountParts): Handlers {
  const { db, keys, passkeys, outbox, counts, company, now } = parts;
  const attempts = createLimiter({
    counts,
    kind: 'second-step-change',
    limit: maxAttempts,
    windowMs,
    code: 'login.throttled',
  });

  async function accountOf(call: EngineCall): Promise<Account> {
    const account = call.admin && (await findAdminByEmail(db, call.admin.email));
    assertThat(account, 'session.required', 401);
    return account;
  }

  /** 422 at the field for a wrong password, five times; then 429. */
  async function confirmed(call: EngineCall, password: string): Promise<Account> {
    const account = await accountOf(call);
    // Taken before the work, so that of many at once only so many pass; a right one takes nothing.
    const attempt = await attempts.take(`admin ${account.id}`);
    if (!(await passwordMatches(password, account.password_hash)))
      throw badField('current_password', messages['password.wrong']);
    await attempt.giveBack();
    return account;
  }

  const tell = (tx: Db, to: { email: string; name: string }, change: SecondStepChange['change']) =>
    outbox.enqueue(tx, { kind: 'account.secondStep', to: to.email, name: to.name || null, change });

  /** Recovery codes of whoever has none: they come with the first factor. */
  async function firstCodes(tx: Db, adminId: RowId): Promise<string[]> {
    const { codes } = await factorsOf(tx, adminId);
    return codes > 0 ? [] : newCodes(tx, adminId);
  }

  async function newCodes(tx: Db, adminId: RowId): Promise<string[]> {
    const codes = makeRecoveryCodes();
    await replaceRecoveryCodes(
      tx,
      adminId,
      codes.map((code) => recoveryCodeHash(adminId, code)),
    );
    return codes;
  }

  /** Without a factor nobody is asked for a code. */
  async function dropIdleCodes(tx: Db, adminId: RowId): Promise<void> {
    const { totp, passkeys: left } = await factorsOf(tx, adminId);
    if (!totp && left.length === 0) await replaceRecoveryCodes(tx, adminId, []);
  }

  return {
    async accountSecurity(call) {
      const { id } = await accountOf(call);
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
    },

    async startTotp(call) {
      const { current_password } = await call.body();
      const account = await confirmed(call, current_password);
      const key = makeTotpKey();
      const isNew = await db
        .transaction()
        .execute((tx) => insertTotp(tx, account.id, keys.seal(account.id, key)));
      assertThat(isNew, 'secondStep.totpThere', 409);
      return { data: { key, uri: totpAddress(key, company, account.email) } };
    },

    async confirmTotp(call) {
      const { code } = await call.body();
      const account = await accountOf(call);
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
        await tell(tx, account, 'totp.added');
        return firstCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'secondStep.totpAdded' };
    },

    async removeTotp(call) {
      const { current_password } = await call.body();
      const account = await confirmed(call, current_password);
      await db.transaction().execute(async (tx) => {
        if (await deleteTotp(tx, account.id)) await tell(tx, account, 'totp.removed');
        await dropIdleCodes(tx, account.id);
      });
      return { data: null, message: 'secondStep.totpRemoved' };
    },

    async startPasskey(call) {
      const { current_password } = await call.body();
      const account = await confirmed(call, current_password);
      const { passkeys: own } = await factorsOf(db, account.id);
      assertThat(own.length < maxPasskeys, 'passkey.tooMany', 409, { values: { max: maxPasskeys } });
      return { data: await passkeys.creationOptions(account, passwordMark(account.password_hash)) };
    },

    async addPasskey(call) {
      const { name, passkey } = await call.body();
      const account = await accountOf(call);
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
        await tell(tx, account, 'passkey.added');
        return firstCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'passkey.added' };
    },

    async removePasskey(call) {
      const { current_password } = await call.body();
      const account = await confirmed(call, current_password);
      await db.transaction().execute(async (tx) => {
        assertThat(await deletePasskey(tx, account.id, call.id), 'passkey.notFound', 404);
        await tell(tx, account, 'passkey.removed');
        await dropIdleCodes(tx, account.id);
      });
      return { data: null, message: 'passkey.removed' };
    },

    async newRecoveryCodes(call) {
      const { current_password } = await call.body();
      const account = await confirmed(call, current_password);
      const codes = await db.transaction().execute(async (tx) => {
        const { totp, passkeys: own } = await factorsOf(tx, account.id);
        assertThat(totp || own.length > 0, 'secondStep.noFactor', 409);
        await tell(tx, account, 'codes.made');
        return newCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'secondStep.codesMade' };
    },

    async removeSecondStep(call) {
      // One's own password: whoever found a session open must not open a colleague's account with it.
      const { current_password } = await call.body();
      // Said before the password is looked at: it would be of no use.
      assertThat(call.admin?.id !== call.id, 'secondStep.ownAccount', 409);
      await confirmed(call, current_password);
      await db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, call.id);
        assertThat(account, 'secondStep.accountGone', 404);
        if (await deleteFactors(tx, account.id)) await tell(tx, account, 'takenOff');
      });
      return { data: null, message: 'secondStep.takenOff' };
    },
  };
}

function badField(field: string, text: string): AppError {
  return new AppError('fields.invalid', 422, { fields: { [field]: [text] } });
}
