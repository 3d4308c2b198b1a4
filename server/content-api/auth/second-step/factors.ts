import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { isoNow } from '../../../database/clock.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db, Tables } from '../../../database/types.ts';
import { createSealer } from '../../../process/sealed.ts';
import { randomCode } from '../passwords.ts';
import type { Account } from '../repository.ts';

/** Marks a ticket as used. Returns undefined unless it is the first use over all processes. */
export async function spend(tx: Db, { id, until }: Ticket) {
  await tx.deleteFrom('used_proofs').where('expires_at', '<=', isoNow()).execute();
  const spent = tx
    .insertInto('used_proofs')
    .values({ proof: id, expires_at: new Date(until).toISOString() })
    .onConflict((conflict) => conflict.doNothing());
  return spent.returning('proof').executeTakeFirst();
}

export function passkeysOf(db: Db, adminId: RowId) {
  return db.selectFrom('passkeys').selectAll().where('admin_id', '=', adminId).orderBy('id').execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Stores a passkey. Returns undefined when this or another account already has it. */
export function insertPasskey(
  tx: Db,
  passkey: Omit<Tables['passkeys'], 'id' | 'created_at' | 'last_used_at'>,
) {
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
export function notePasskeyUse(tx: Db, id: RowId, counter: number) {
  const used = tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: isoNow() })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)));
  return used.returning('id').executeTakeFirst();
}

export function deletePasskey(tx: Db, adminId: RowId, id: RowId) {
  const deleted = tx.deleteFrom('passkeys').where('id', '=', id).where('admin_id', '=', adminId);
  return deleted.returning('id').executeTakeFirst();
}

export function findTotp(db: Db, adminId: RowId) {
  return db.selectFrom('totp_keys').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
}

/**
 * Stores a key that still has to be confirmed, in place of an earlier unconfirmed key. Returns undefined when the account
 * has a confirmed key.
 */
export function insertTotp(tx: Db, adminId: RowId, sealed_key: string) {
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
export function spendTotpStep(
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
export function deleteAll(tx: Db, table: 'totp_keys' | 'passkeys' | 'recovery_codes', adminId: RowId) {
  const deleted = tx.deleteFrom(table as 'totp_keys').where('admin_id', '=', adminId);
  return deleted.returning('admin_id').executeTakeFirst();
}

/** Removes all second steps of an account. Returns undefined when the account had none. */
export async function deleteFactors(tx: Db, adminId: RowId) {
  const had = [await deleteAll(tx, 'totp_keys', adminId), await deleteAll(tx, 'passkeys', adminId)];
  await deleteAll(tx, 'recovery_codes', adminId);
  return had.some(Boolean);
}

/** Makes ten recovery codes in place of the earlier ones, and returns them in their written form: `k7mf-…`. */
export async function makeRecoveryCodes(tx: Db, adminId: RowId): Promise<string[]> {
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
export function makeTotpKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the key as a URI for the QR code that apps read. */
export function totpAddress(key: string, issuer: string, account: string): string {
  return new TOTP({ issuer, label: account, secret: key }).toString();
}

/**
 * Returns the 30 s step to which a code belongs: the step that contains `now` (milliseconds since 1970), or the one
 * before or after it (RFC 6238 §5.2). Undefined for a wrong code.
 */
export function stepOfCode(key: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}

/** How long a ticket is valid, in milliseconds: the time for the second step, or for a browser to use a passkey. */
export const ticketLifeMs = 5 * 60_000;

/**
 * `password`: the password was right. `challenge`: a passkey signs it in order to sign in. `new-passkey`: a new passkey
 * signs it when it is added.
 */
export type TicketKind = 'password' | 'challenge' | 'new-passkey';

export interface Ticket {
  /** The account and the mark of its password; none in a challenge that any passkey may sign. */
  admin?: RowId;
  mark?: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Identifies the ticket, so that it is accepted only once (`spend`). */
  id: string;
}

type Owner = Pick<Account, 'id' | 'password_hash'>;

export type SecondStepSecrets = ReturnType<typeof createSecrets>;

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
    read(kind: TicketKind, given: string): Ticket | undefined {
      const opened = tickets.open(Buffer.from(given, 'base64url'), kind);
      const ticket: Ticket | undefined = opened && JSON.parse(opened.toString());
      return ticket && ticket.until > now() ? ticket : undefined;
    },
  };
}

/** True if the ticket was issued to this account, and the password has not changed since. */
export function isTicketOf({ admin, mark }: Ticket, owner: Owner): boolean {
  return admin === owner.id && mark === markOf(owner);
}

/** Changes with the password, and does not reveal its hash. */
function markOf({ password_hash }: Owner) {
  return hash('sha256', `ticket ${password_hash}`, 'base64url').slice(0, 22);
}
