import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { textOf } from '#shared/desk-messages.ts';
import { passkeysBlockedReason } from '#shared/passkey-site.ts';
import type { Assertion, Attestation, SecondStep } from '#shared/schemas/second-step.ts';
import { isoNow } from '../../../database/rows.ts';
import type { Db, RowId, Tables } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { createSealer } from '../../../process/sealed.ts';
import { badField, type Handlers } from '../../calls.ts';
import type { EngineDependencies } from '../../dependencies.ts';
import type { Mail } from '../../mail/mails.ts';
import { type Account, findAccount } from '../accounts.ts';
import { randomCode } from '../passwords.ts';
import { type OwnAccount, signedIn } from '../routes.ts';

const maxPasskeys = 20;

type Context = ReturnType<typeof contextOf>;

function contextOf(deps: EngineDependencies, own: OwnAccount) {
  const { keys = [randomBytes(32)], publicUrl, now = Date.now } = deps.secondStep;
  const secrets = createSecrets(keys, now);
  const company = () => deps.site().name;
  const passkeys = new Passkeys(deps.db, secrets, publicUrl, company);
  return { ...deps, own, company, secrets, passkeys, now };
}

/** Passkeys, authenticator apps and recovery codes: signing in with them, and changing them. */
export function secondStepHandlers(deps: EngineDependencies, own: OwnAccount) {
  const context = contextOf(deps, own);
  return {
    askForStep: askForStep(context),
    handlers: { ...signInHandlers(context), ...appHandlers(context), ...passkeyHandlers(context) },
  };
}

/**
 * Returns the function that throws 401 `login.secondStep` when an account has a second step, after the right password.
 * The error contains the ticket for it, and the kinds of second steps that the account has.
 */
function askForStep({ db, passkeys, secrets }: Context) {
  return async (account: Account) => {
    const { totp, passkeys: own, codes, isProtected } = await factorsOf(db, account.id);
    if (!isProtected) return;
    const has = { totp, passkey: own.length > 0 && !passkeys.refused, recovery: codes > 0 };
    const methods = (Object.keys(has) as SecondStep[]).filter((each) => has[each]);
    const ticket = secrets.issue('password', account);
    throw new AppError('login.secondStep', 401, { data: { methods, ticket } });
  };
}

/** Two ways to sign in: with the second step after the password, or with a passkey instead of a password. */
function signInHandlers({ db, tokens, passkeys, secrets, now }: Context): Handlers {
  /** Accepts the six digits of an authenticator app, once. */
  async function proveCode(tx: Db, id: RowId, code: string) {
    const row = await findTotp(tx, id);
    const key = row?.confirmed_at ? secrets.openKey(id, row.sealed_key) : undefined;
    const step = key && stepOfCode(key, code, now());
    assertThat(key && step !== undefined, 'secondStep.wrong', 401, { data: null });
    // Sealed again each time, so that an old secret can be dropped once everybody has signed in.
    const used = { last_step: Number(step), sealed_key: secrets.sealKey(id, key) };
    assertThat(await spendTotpStep(tx, id, used), 'secondStep.used', 401, { data: null });
  }

  return {
    async secondStep(call) {
      const { ticket: given, code, recovery_code: recovery = '', passkey } = await call.body();
      const ticket = secrets.read('password', given ?? '');
      const account = ticket?.admin && (await findAccount(db, { id: ticket.admin }));
      assertThat(account && isTicketOf(ticket, account), 'secondStep.expired', 401, { data: null });
      if (passkey)
        assertThat((await passkeys.prove(passkey)) === account.id, 'passkey.wrong', 401, { data: null });
      await db.transaction().execute(async (tx) => {
        if (code !== undefined) await proveCode(tx, account.id, code);
        else if (!passkey) {
          const isGood = await spendRecoveryCode(tx, account.id, recovery);
          assertThat(isGood, 'secondStep.recoveryWrong', 401, { data: null });
        }
        assertThat(await spend(tx, ticket), 'secondStep.expired', 401, { data: null });
      });
      return signedIn(tokens, account, call);
    },

    async passkeyOptions() {
      return { data: passkeys.options() };
    },

    async passkeyLogin(call) {
      const { passkey } = await call.body();
      const account = await findAccount(db, { id: await passkeys.prove(passkey) });
      assertThat(account, 'passkey.wrong', 401, { data: null });
      return signedIn(tokens, account, call);
    },
  };
}

/** Changes of an account's second step: each requires the password again, and is reported by mail. */
function appHandlers(context: Context): Handlers {
  const { db, own, secrets, company, now } = context;
  return {
    async startTotp(call) {
      const account = await own.confirmed(call);
      const key = makeTotpKey();
      const isNew = await insertTotp(db, account.id, secrets.sealKey(account.id, key));
      assertThat(isNew, 'secondStep.totpThere', 409);
      return { data: { key, uri: totpAddress(key, company(), account.email) } };
    },

    async confirmTotp(call) {
      const { code } = await call.body();
      const account = await own.of(call);
      const attempt = await own.attempt(account);
      const row = await findTotp(db, account.id);
      assertThat(!row?.confirmed_at, 'secondStep.totpThere', 409);
      const key = row && secrets.openKey(account.id, row.sealed_key);
      assertThat(key, 'secondStep.totpNotStarted', 409);
      const last_step = stepOfCode(key, code, now());
      if (last_step === undefined) throw badField('code', 'secondStep.wrong');
      await attempt.giveBack();
      const codes = await db.transaction().execute(async (tx) => {
        const used = { last_step, sealed_key: row.sealed_key };
        assertThat(await spendTotpStep(tx, account.id, used, true), 'secondStep.totpThere', 409);
        await tell(context, tx, account, 'totp.added');
        return firstCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'secondStep.totpAdded' };
    },

    async removeTotp(call) {
      const account = await own.confirmed(call);
      await db.transaction().execute(async (tx) => {
        if (await deleteAll(tx, 'totp_keys', account.id)) await tell(context, tx, account, 'totp.removed');
        await dropIdleCodes(tx, account.id);
      });
      return { data: null, message: 'secondStep.totpRemoved' };
    },

    async newRecoveryCodes(call) {
      const account = await own.confirmed(call);
      const codes = await db.transaction().execute(async (tx) => {
        assertThat((await factorsOf(tx, account.id)).isProtected, 'secondStep.noFactor', 409);
        await tell(context, tx, account, 'codes.made');
        return makeRecoveryCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'secondStep.codesMade' };
    },

    async removeSecondStep(call) {
      // The admin who makes the call confirms with their own password: an unattended session must not be able to remove
      // a colleague's second step. Not even the right password permits it for the admin's own account.
      assertThat(call.admin?.id !== call.id, 'secondStep.ownAccount', 409);
      await own.confirmed(call);
      await db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, { id: call.id });
        assertThat(account, 'secondStep.accountGone', 404);
        if (await deleteFactors(tx, account.id)) await tell(context, tx, account, 'takenOff');
      });
      return { data: null, message: 'secondStep.takenOff' };
    },
  };
}

function passkeyHandlers(context: Context): Handlers {
  const { db, own, passkeys } = context;
  const assertRoom = async (tx: Db, id: RowId) =>
    assertThat((await factorsOf(tx, id)).passkeys.length < maxPasskeys, 'passkey.tooMany', 409, {
      values: { max: maxPasskeys },
    });
  return {
    async accountSecurity(call) {
      const { totp, passkeys: made, codes } = await factorsOf(db, (await own.of(call)).id);
      return {
        data: {
          totp: totp ? { created_at: totp.confirmed_at ?? totp.created_at } : null,
          passkeys: made.map(({ id, name, created_at, last_used_at }) => ({
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

    async startPasskey(call) {
      const account = await own.confirmed(call);
      await assertRoom(db, account.id);
      return { data: await passkeys.creationOptions(account) };
    },

    async addPasskey(call) {
      const { name, passkey: sent } = await call.body();
      const account = await own.of(call);
      const { ticket, passkey } = await passkeys.made(account, sent);
      const codes = await db.transaction().execute(async (tx) => {
        assertThat(await spend(tx, ticket), 'passkey.notMade', 422);
        await assertRoom(tx, account.id);
        assertThat(await insertPasskey(tx, { ...passkey, name }), 'passkey.there', 409);
        await tell(context, tx, account, 'passkey.added');
        return firstCodes(tx, account.id);
      });
      return { data: { recovery_codes: codes }, message: 'passkey.added' };
    },

    async removePasskey(call) {
      const account = await own.confirmed(call);
      await db.transaction().execute(async (tx) => {
        assertThat(await deletePasskey(tx, account.id, call.id), 'passkey.notFound', 404);
        await tell(context, tx, account, 'passkey.removed');
        await dropIdleCodes(tx, account.id);
      });
      return { data: null, message: 'passkey.removed' };
    },
  };
}

function tell(
  { outbox }: Context,
  tx: Db,
  to: Account,
  change: Extract<Mail, { kind: 'account.secondStep' }>['change'],
) {
  return outbox.enqueue(tx, { kind: 'account.secondStep', to: to.email, name: to.name || null, change });
}

/** Creates recovery codes together with the first factor; returns none if the account has codes already. */
async function firstCodes(tx: Db, adminId: RowId) {
  return (await factorsOf(tx, adminId)).codes > 0 ? [] : makeRecoveryCodes(tx, adminId);
}

/** Deletes recovery codes with the last factor: without a factor no code is required. */
async function dropIdleCodes(tx: Db, adminId: RowId) {
  if (!(await factorsOf(tx, adminId)).isProtected) await deleteAll(tx, 'recovery_codes', adminId);
}

/** Loaded at first use: loading takes several hundred milliseconds, which a site without passkeys saves. */
const library = () => import('@simplewebauthn/server');
type Library = Awaited<ReturnType<typeof library>>;
type Asserted = Parameters<Library['verifyAuthenticationResponse']>[0]['response'];
type Attested = Parameters<Library['verifyRegistrationResponse']>[0]['response'];

/** Passkeys of this site. User verification is always required, so that a passkey is two factors in one. */
class Passkeys {
  readonly #db: Db;
  readonly #secrets: SecondStepSecrets;
  readonly #publicUrl: URL | undefined;
  readonly #company: () => string;

  /** `publicUrl` is PUBLIC_URL as configured; `company` returns the name of the company. */
  constructor(db: Db, secrets: SecondStepSecrets, publicUrl: URL | undefined, company: () => string) {
    this.#db = db;
    this.#secrets = secrets;
    this.#publicUrl = publicUrl;
    this.#company = company;
  }

  /** The code of the reason why the site cannot have passkeys; undefined if it can. */
  get refused() {
    return passkeysBlockedReason(this.#publicUrl);
  }

  /** Returns options to sign in with any passkey of the site. */
  options() {
    const { rpId } = this.#site();
    const challenge = this.#secrets.issue('challenge');
    return { challenge, rpId, timeout: ticketLifeMs, userVerification: 'required' as const };
  }

  /**
   * Returns the admin whose passkey has signed, and records the use, since an assertion is valid only once. Throws 401
   * `passkey.wrong` for an invalid assertion, for that of a copied passkey, and for a challenge that was used before.
   */
  async prove(assertion: Assertion) {
    this.#site();
    const { verifyAuthenticationResponse } = await library();
    const known = await findPasskey(this.#db, assertion.id);
    assertThat(known, 'passkey.wrong', 401, { data: null });
    const use = await this.#verified('challenge', (expected) =>
      verifyAuthenticationResponse({
        ...expected,
        response: assertion as Asserted,
        credential: {
          id: known.credential_id,
          publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
          counter: known.counter,
        },
      }),
    );
    const { userHandle } = assertion.response;
    const isTheirs = !userHandle || userHandle === userIdOf(known.admin_id).toString('base64url');
    assertThat(use && isTheirs, 'passkey.wrong', 401, { data: null });
    const { newCounter } = use.answer.authenticationInfo;
    const isFirst = await this.#db
      .transaction()
      .execute(async (tx) => (await spend(tx, use.ticket)) && notePasskeyUse(tx, known.id, newCounter));
    assertThat(isFirst, 'passkey.wrong', 401, { data: null });
    return known.admin_id;
  }

  /** Returns options to create a passkey for the account. */
  async creationOptions(account: Account) {
    const { rpId } = this.#site();
    const { generateRegistrationOptions } = await library();
    const others = await passkeysOf(this.#db, account.id);
    return generateRegistrationOptions({
      rpName: this.#company(),
      rpID: rpId,
      userName: account.email,
      userDisplayName: account.name || account.email,
      userID: new Uint8Array(userIdOf(account.id)),
      challenge: new Uint8Array(Buffer.from(this.#secrets.issue('new-passkey', account), 'base64url')),
      timeout: ticketLifeMs,
      attestationType: 'none',
      excludeCredentials: others.map((each) => ({ id: each.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Verifies a new passkey. Throws 422 `passkey.notMade` unless it has the challenge of `creationOptions`. */
  async made(account: Account, attestation: Attestation) {
    const { verifyRegistrationResponse } = await library();
    const made = await this.#verified('new-passkey', (expected) =>
      verifyRegistrationResponse({ ...expected, response: attestation as Attested }),
    );
    assertThat(made?.answer.registrationInfo && isTicketOf(made.ticket, account), 'passkey.notMade', 422);
    const { credential } = made.answer.registrationInfo;
    const passkey = {
      admin_id: account.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(attestation.response.transports ?? []),
    };
    return { passkey, ticket: made.ticket };
  }

  /** Returns the site as a relying party of WebAuthn. Throws 409 if the site cannot have passkeys. */
  #site() {
    if (this.refused || !this.#publicUrl) throw new AppError(this.refused ?? 'passkey.noPublicUrl', 409);
    return { origin: this.#publicUrl.origin, rpId: this.#publicUrl.hostname };
  }

  /** Lets the library verify what a browser sent; undefined if it is bad, or if its challenge is no ticket of `kind`. */
  async #verified<Answer extends { verified: boolean }>(
    kind: TicketKind,
    verify: (expected: Expected) => Promise<Answer>,
  ) {
    const { origin, rpId } = this.#site();
    let ticket: Ticket | undefined;
    const answer = await verify({
      expectedChallenge: (given) => {
        ticket = this.#secrets.read(kind, given);
        return ticket !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }).catch(() => undefined);
    return answer?.verified && ticket ? { answer, ticket } : undefined;
  }
}

interface Expected {
  expectedChallenge: (given: string) => boolean;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** The user handle that the device stores: it must not name a person (Web Authentication §14.6.1). */
function userIdOf(adminId: RowId) {
  return Buffer.from(`admin ${adminId}`);
}

/** Marks a ticket as used. Returns undefined unless it is the first use over all processes. */
async function spend(tx: Db, { id, until }: Ticket) {
  await tx.deleteFrom('used_proofs').where('expires_at', '<=', isoNow()).execute();
  const spent = tx
    .insertInto('used_proofs')
    .values({ proof: id, expires_at: new Date(until).toISOString() })
    .onConflict((conflict) => conflict.doNothing());
  return spent.returning('proof').executeTakeFirst();
}

function passkeysOf(db: Db, adminId: RowId) {
  return db.selectFrom('passkeys').selectAll().where('admin_id', '=', adminId).orderBy('id').execute();
}

function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Stores a passkey. Returns undefined when this or another account already has it. */
function insertPasskey(tx: Db, passkey: Omit<Tables['passkeys'], 'id' | 'created_at' | 'last_used_at'>) {
  const stored = tx
    .insertInto('passkeys')
    .values({ ...passkey, created_at: isoNow(), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing());
  return stored.returning('id').executeTakeFirst();
}

/**
 * Records the use of a passkey. Returns undefined when the stored counter is at least as high as `counter`: the passkey
 * was copied, or the same assertion was sent again.
 */
function notePasskeyUse(tx: Db, id: RowId, counter: number) {
  const used = tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: isoNow() })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)));
  return used.returning('id').executeTakeFirst();
}

function deletePasskey(tx: Db, adminId: RowId, id: RowId) {
  const deleted = tx.deleteFrom('passkeys').where('id', '=', id).where('admin_id', '=', adminId);
  return deleted.returning('id').executeTakeFirst();
}

function findTotp(db: Db, adminId: RowId) {
  return db.selectFrom('totp_keys').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
}

/**
 * Stores a key that still has to be confirmed, in place of an earlier unconfirmed key. Returns undefined when the account
 * has a confirmed key.
 */
function insertTotp(tx: Db, adminId: RowId, sealed_key: string) {
  const started = { sealed_key, last_step: 0, created_at: isoNow() };
  const stored = tx
    .insertInto('totp_keys')
    .values({ admin_id: adminId, ...started, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('admin_id').doUpdateSet(started).where('totp_keys.confirmed_at', 'is', null),
    );
  return stored.returning('admin_id').executeTakeFirst();
}

/**
 * Marks the code of a 30 s step as used, and stores the key as it is sealed now. Returns undefined if any process has
 * already accepted a code of this or a later step. Set `confirm` for the first code, which confirms the key.
 */
function spendTotpStep(
  tx: Db,
  adminId: RowId,
  used: { last_step: number; sealed_key: string },
  confirm = false,
) {
  const spent = tx
    .updateTable('totp_keys')
    .set({ ...used, confirmed_at: confirm ? isoNow() : undefined })
    .where('admin_id', '=', adminId)
    .where('last_step', '<', used.last_step)
    .where('confirmed_at', confirm ? 'is' : 'is not', null);
  return spent.returning('admin_id').executeTakeFirst();
}

/** Removes what an account has of one kind of factor. Returns undefined when there was none. */
function deleteAll(tx: Db, table: 'totp_keys' | 'passkeys' | 'recovery_codes', adminId: RowId) {
  const deleted = tx.deleteFrom(table as 'totp_keys').where('admin_id', '=', adminId);
  return deleted.returning('admin_id').executeTakeFirst();
}

/** Removes all second steps of an account. Returns false when the account had none. */
export async function deleteFactors(tx: Db, adminId: RowId) {
  const had = [await deleteAll(tx, 'totp_keys', adminId), await deleteAll(tx, 'passkeys', adminId)];
  await deleteAll(tx, 'recovery_codes', adminId);
  return had.some(Boolean);
}

/** Makes ten recovery codes in place of the earlier ones, and returns them in their written form: `k7mf-…`. */
export async function makeRecoveryCodes(tx: Db, adminId: RowId) {
  await deleteAll(tx, 'recovery_codes', adminId);
  // 79 random bits in each, so a fast hash is enough.
  const codes = Array.from({ length: 10 }, () => randomCode(4, 4));
  const rows = codes.map((code) => ({ admin_id: adminId, code_hash: recoveryCodeHash(adminId, code) }));
  await tx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** Uses up a recovery code, typed in any case and with or without the dashes. Returns undefined unless it is the first use. */
export function spendRecoveryCode(tx: Db, adminId: RowId, typed: string) {
  const spent = tx
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', recoveryCodeHash(adminId, typed));
  return spent.returning('admin_id').executeTakeFirst();
}

function recoveryCodeHash(adminId: RowId, typed: string) {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return hash('sha256', `recovery ${adminId} ${plain}`, 'base64url');
}

/** Returns the confirmed key of an authenticator app, the passkeys, and the number of recovery codes of an account. */
export async function factorsOf(db: Db, adminId: RowId) {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(db, adminId),
    passkeysOf(db, adminId),
    db.selectFrom('recovery_codes').select('code_hash').where('admin_id', '=', adminId).execute(),
  ]);
  const app = totp?.confirmed_at ? totp : undefined;
  return { totp: app, passkeys, codes: codes.length, isProtected: Boolean(app) || passkeys.length > 0 };
}

/** How long a code is shown, in milliseconds (RFC 6238 §4.1). */
const periodMs = 30_000;

/** Makes a new key of 160 bits (RFC 4226 §4), in base32. */
function makeTotpKey() {
  return new Secret({ size: 20 }).base32;
}

/** Returns the key as a URI for the QR code that apps read. */
function totpAddress(key: string, issuer: string, account: string) {
  return new TOTP({ issuer, label: account, secret: key }).toString();
}

/**
 * Returns the 30 s step to which a code belongs: the step that contains `now` (milliseconds since 1970), or the one
 * before or after it (RFC 6238 §5.2). Undefined for a wrong code.
 */
export function stepOfCode(key: string, code: string, now: number) {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}

/** How long a ticket is valid, in milliseconds: the time for the second step, or for a browser to use a passkey. */
export const ticketLifeMs = 5 * 60_000;

/**
 * `password`: the password was right. `challenge`: a passkey signs it in order to sign in. `new-passkey`: a new passkey
 * signs it when it is added.
 */
type TicketKind = 'password' | 'challenge' | 'new-passkey';

interface Ticket {
  /** The account and the mark of its password; none in a challenge that any passkey may sign. */
  admin?: RowId;
  mark?: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Identifies the ticket, so that it is accepted only once (`spend`). */
  id: string;
}

type Owner = Pick<Account, 'id' | 'password_hash'>;

type SecondStepSecrets = ReturnType<typeof createSecrets>;

/**
 * Seals keys of authenticator apps for the database, so that a stolen database alone is not enough to make their codes,
 * and tickets: statements that a client stores and sends back, so that issuing one stores nothing. `keys` are derived
 * from SESSION_SECRET for this purpose: the first one seals, each of them can open. `now` returns milliseconds since
 * 1970.
 */
export function createSecrets(keys: readonly Buffer[], now: () => number) {
  const sealerFor = (purpose: string) =>
    createSealer(keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))));
  const [apps, tickets] = [sealerFor('totp keys'), sealerFor('tickets')];
  return {
    /** Seals the key of an app for the row of this account; in the row of another account it cannot be opened. */
    sealKey(admin: RowId, key: string) {
      const sealed = apps.seal(Buffer.from(key), `admin ${admin}`);
      // In the database the tag of 16 bytes stands between the nonce of 12 bytes and the key.
      return Buffer.concat([sealed.subarray(0, 12), sealed.subarray(-16), sealed.subarray(12, -16)]).toString(
        'base64url',
      );
    },
    openKey(admin: RowId, stored: string) {
      const bytes = Buffer.from(stored, 'base64url');
      const sealed = Buffer.concat([bytes.subarray(0, 12), bytes.subarray(28), bytes.subarray(12, 28)]);
      return apps.open(sealed, `admin ${admin}`)?.toString();
    },
    /** Issues a ticket in base64url, as browsers return the challenge of a passkey. */
    issue(kind: TicketKind, owner?: Owner) {
      const ticket: Ticket = {
        admin: owner?.id,
        mark: owner && markOf(owner),
        until: now() + ticketLifeMs,
        id: randomBytes(16).toString('base64url'),
      };
      return tickets.seal(Buffer.from(JSON.stringify(ticket)), kind).toString('base64url');
    },
    /** Returns the contents of a ticket; undefined if it was not issued here, is of another kind, or has expired. */
    read(kind: TicketKind, given: string) {
      const opened = tickets.open(Buffer.from(given, 'base64url'), kind);
      const ticket: Ticket | undefined = opened && JSON.parse(opened.toString());
      return ticket && ticket.until > now() ? ticket : undefined;
    },
  };
}

/** True if the ticket was issued to this account, and the password has not changed since. */
export function isTicketOf({ admin, mark }: Ticket, owner: Owner) {
  return admin === owner.id && mark === markOf(owner);
}

/** Changes with the password, and does not reveal its hash. */
function markOf({ password_hash }: Owner) {
  return hash('sha256', `ticket ${password_hash}`, 'base64url').slice(0, 22);
}
