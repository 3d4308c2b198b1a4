import { isoNow } from '../../../database/clock.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { PasskeysTable } from '../../../database/second-step-types.ts';
import type { Db } from '../../../database/types.ts';

/** Finds an account, with the columns from which a token is issued. */
export function findAccount(db: Db, id: RowId) {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'name', 'role', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Marks a proof (a ticket, or the challenge of a passkey) as used. Returns true for its first use over all processes.
 * `until` is when the proof would have expired, in milliseconds since 1970.
 */
export async function spend(tx: Db, proof: string, until: number): Promise<boolean> {
  await tx.deleteFrom('used_proofs').where('expires_at', '<=', isoNow()).execute();
  const result = await tx
    .insertInto('used_proofs')
    .values({ proof, expires_at: new Date(until).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function passkeysOf(db: Db, adminId: RowId) {
  return db.selectFrom('passkeys').selectAll().where('admin_id', '=', adminId).orderBy('id').execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

type NewPasskey = Omit<PasskeysTable, 'id' | 'created_at' | 'last_used_at'>;

/** Stores a passkey. Returns false when this or another account already has it. */
export async function insertPasskey(tx: Db, passkey: NewPasskey): Promise<boolean> {
  const result = await tx
    .insertInto('passkeys')
    .values({ ...passkey, created_at: isoNow(), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Records the use of a passkey. Returns false when the stored counter is at least as high as `counter`: the passkey
 * was copied, or the same assertion was sent again.
 */
export async function notePasskeyUse(tx: Db, id: RowId, counter: number): Promise<boolean> {
  const result = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: isoNow() })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deletePasskey(tx: Db, adminId: RowId, id: RowId): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export function findTotp(db: Db, adminId: RowId) {
  return db.selectFrom('totp_keys').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
}

/**
 * Stores a key that still has to be confirmed, in place of an earlier unconfirmed key. Returns false when the account
 * has a confirmed key.
 */
export async function insertTotp(tx: Db, adminId: RowId, sealedKey: string): Promise<boolean> {
  await tx
    .deleteFrom('totp_keys')
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is', null)
    .execute();
  const result = await tx
    .insertInto('totp_keys')
    .values({
      admin_id: adminId,
      sealed_key: sealedKey,
      last_step: 0,
      created_at: isoNow(),
      confirmed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Marks the code of a 30 s step as used. Returns false if any process has already accepted a code of this or a later
 * step. Set `confirm` for the first code, which confirms the key.
 */
export async function spendTotpStep(tx: Db, adminId: RowId, step: number, confirm = false): Promise<boolean> {
  const result = await tx
    .updateTable('totp_keys')
    .set({ last_step: step, ...(confirm && { confirmed_at: isoNow() }) })
    .where('admin_id', '=', adminId)
    .where('last_step', '<', step)
    .where('confirmed_at', confirm ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces the sealed key by the same key, sealed again. */
export async function resealTotp(tx: Db, adminId: RowId, before: string, sealedKey: string): Promise<void> {
  await tx
    .updateTable('totp_keys')
    .set({ sealed_key: sealedKey })
    .where('admin_id', '=', adminId)
    .where('sealed_key', '=', before)
    .execute();
}

export async function deleteTotp(tx: Db, adminId: RowId): Promise<boolean> {
  const result = await tx.deleteFrom('totp_keys').where('admin_id', '=', adminId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function countRecoveryCodes(db: Db, adminId: RowId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function replaceRecoveryCodes(tx: Db, adminId: RowId, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
    .execute();
}

/** Marks a recovery code as used. Returns true for its first use. */
export async function spendRecoveryCode(tx: Db, adminId: RowId, codeHash: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Returns the confirmed key for an authenticator app, the passkeys, and the number of recovery codes of an account.
 */
export async function factorsOf(db: Db, adminId: RowId) {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(db, adminId),
    passkeysOf(db, adminId),
    countRecoveryCodes(db, adminId),
  ]);
  return { totp: totp?.confirmed_at ? totp : undefined, passkeys, codes };
}

/** Removes all second steps of an account. Returns false when the account had none. */
export async function deleteFactors(tx: Db, adminId: RowId): Promise<boolean> {
  const hadTotp = await deleteTotp(tx, adminId);
  const result = await tx.deleteFrom('passkeys').where('admin_id', '=', adminId).executeTakeFirst();
  await replaceRecoveryCodes(tx, adminId, []);
  return hadTotp || result.numDeletedRows > 0n;
}
