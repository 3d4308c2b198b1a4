import { hash } from 'node:crypto';
import { isoNow } from '../../../database/clock.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db, Tables } from '../../../database/types.ts';
import { randomCode } from '../passwords.ts';
import type { Ticket } from './tickets.ts';

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
    .set({ ...used, ...(confirm && { confirmed_at: isoNow() }) })
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
