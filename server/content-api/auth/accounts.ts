import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Role } from '#shared/roles.ts';
import type { Config } from '../../config.ts';
import { dialectOf } from '../../database/dialect.ts';
import { isoNow } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { isDiskFull } from '../../process/data-dir.ts';
import { generatePassword, hashPassword, hostPassword } from './passwords.ts';

/** The data of an admin that the rest of the engine may use. */
export interface Admin {
  id: RowId;
  email: string;
  name: string;
  role: Role;
}

/** Returns the admin's present name, for histories. Throws 401 without an admin. */
export function nameOf(admin: Admin | undefined) {
  assertThat(admin, 'session.required', 401);
  return admin.name || admin.email;
}

/** An admin with the hash of their password. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Normalises an email address, so that spellings that differ in case or outer blanks share one account. */
export function normalEmail(email: string) {
  return email.trim().toLowerCase();
}

/** Lists every account, oldest first. */
export function listAccounts(db: Db) {
  return db
    .selectFrom('admins')
    .select(['email', 'name', 'role', 'invited_at', 'created_at'])
    .orderBy('id')
    .execute();
}

export function findAccount(db: Db, by: { id: RowId } | { email: string }) {
  const accounts = db.selectFrom('admins').select(['id', 'email', 'name', 'role', 'password_hash']);
  return (
    'id' in by ? accounts.where('id', '=', by.id) : accounts.where('email', '=', normalEmail(by.email))
  ).executeTakeFirst();
}

/** Adds an account; undefined when the email address already has one. `invited_at` is set until the person joins. */
export async function insertAccount(
  db: Db,
  account: { email: string; name: string; role?: Role; password_hash: string; invited_at?: string },
) {
  const now = isoNow();
  const made = await db
    .insertInto('admins')
    .values({ ...account, email: normalEmail(account.email), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** True if there is an admin who can sign in at the engine. Admins of an API host cannot. */
async function hasAdmins(db: Db) {
  const admins = db.selectFrom('admins').select('id').where('password_hash', '<>', hostPassword);
  return Boolean(await admins.limit(1).executeTakeFirst());
}

/**
 * Sets a new password, uses up the links that were mailed to the admin, and ends all their tokens except `kept`. Returns
 * the hashes of the ended tokens; undefined, without a change, when the account no longer has this password: so of two
 * concurrent changes the second one fails.
 */
export async function setPassword(
  tx: Db,
  { id, password_hash: before }: Account,
  password_hash: string,
  { kept, ...joined }: { kept?: string; name?: string; invited_at?: null } = {},
) {
  const changed = tx
    .updateTable('admins')
    .set({ ...joined, password_hash, updated_at: isoNow() })
    .where('id', '=', id)
    .where('password_hash', '=', before);
  if (!(await changed.returning('id').executeTakeFirst())) return undefined;
  await deleteLinks(tx, id);
  return deleteTokens(tx, id, kept);
}

/** Ends every token of an admin except `kept`, and returns the hashes of the ended tokens. */
export async function deleteTokens(db: Db, adminId: RowId, kept = '') {
  const ended = db.deleteFrom('tokens').where('admin_id', '=', adminId).where('token_hash', '<>', kept);
  return (await ended.returning('token_hash').execute()).map(({ token_hash }) => token_hash);
}

/** Deletes all links that were mailed to an admin: they have been used, or must no longer be usable. */
export async function deleteLinks(db: Db, adminId: RowId) {
  await db.deleteFrom('account_links').where('admin_id', '=', adminId).execute();
}

/**
 * Creates the first admin of a new database. Returns the credentials only if the password was generated here: a
 * password set by the operator is never shown.
 */
export async function ensureFirstAdmin(db: Db, config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>) {
  if (await hasAdmins(db)) return undefined;
  const password = config.ADMIN_PASSWORD ?? generatePassword();
  const email = normalEmail(config.ADMIN_EMAIL);
  const now = isoNow();
  const account = { name: 'Admin', password_hash: await hashPassword(password), updated_at: now };
  const isMade = await db.transaction().execute(async (tx) => {
    if (await hasAdmins(tx)) return false;
    // Only the account of an API host's admin can already have this email address; that account becomes the first
    // admin.
    await tx
      .insertInto('admins')
      .values({ ...account, email, created_at: now })
      .onConflict((known) => known.column('email').doUpdateSet({ ...account, role: 'owner' }))
      .execute();
    return true;
  });
  if (!isMade || config.ADMIN_PASSWORD) return undefined;
  // Called if the start fails, because the generated password would then never be shown.
  const undo = () => db.deleteFrom('admins').where('email', '=', email).execute();
  return { email: config.ADMIN_EMAIL, password, undo };
}

const hourMs = 3_600_000;
/** How far ahead the clock may have been when a token was made, in milliseconds. */
const clockSkewMs = 5 * 60_000;
/**
 * The shortest time between two recorded uses of a token, in milliseconds. Without it each read would cause a write,
 * and the writes would queue up.
 */
const lastUseMs = 5 * 60_000;
/** How many characters of a User-Agent are stored. */
const longestAgent = 400;

/** Where a person signs in: the IP address, and the User-Agent of the browser. */
interface Browser {
  address: string;
  agent: string | undefined;
}

type TokenOwner = Pick<Account, 'id' | 'password_hash'>;

/**
 * The engine's bearer tokens: opaque, and stored only as SHA-256. A fast hash is right here: 256 random bits cannot
 * be guessed, and a stolen database contains no token. An `authorization` is the header of that name.
 */
export class Tokens {
  /**
   * Announces ended tokens by their hashes, so that the sessions that hold these tokens are ended too. Call it after
   * the commit.
   */
  readonly tellEnded: (hashes: readonly string[]) => void;
  readonly #db: Db;
  readonly #lifeMs: number;
  /**
   * Tokens that were issued or ended while the disk was full and that could not be stored. Sign-in must work on a full
   * disk, because only an admin can free space. These entries are lost when the process ends. An issued token is valid
   * as long as the password has not changed.
   */
  readonly #unsaved: LRUCache<string, TokenOwner | 'ended'>;
  /** Tokens whose last use is being written. */
  readonly #noting = new Set<string>();

  constructor(db: Db, lifeHours: number, tellEnded: Tokens['tellEnded'] = () => {}) {
    this.#db = db;
    this.#lifeMs = lifeHours * hourMs;
    this.#unsaved = new LRUCache({ max: 1_000, ttl: this.#lifeMs });
    this.tellEnded = tellEnded;
  }

  /** Issues a token for this admin; undefined when the password has changed since its hash was read. */
  async issue(admin: TokenOwner, from?: Browser) {
    const token = randomBytes(32).toString('base64url');
    const token_hash = hash('sha256', token);
    try {
      return (await this.#insert(token_hash, admin, from)) ? token : undefined;
    } catch (error) {
      // On PostgreSQL the sign-in fails: other processes would not know a token that is held in the memory of this
      // one.
      if (!isDiskFull(error) || dialectOf(this.#db) === 'postgres') throw error;
      this.#unsaved.set(token_hash, { id: admin.id, password_hash: admin.password_hash });
      return token;
    }
  }

  /** Returns the admin of a token that has not ended. `address` is the IP address that the token was used from. */
  async bearer(authorization: string | undefined, address?: string): Promise<Admin | undefined> {
    const hash = this.hashOf(authorization);
    const unsaved = hash && this.#unsaved.get(hash);
    if (!hash || unsaved === 'ended') return undefined;
    if (unsaved) {
      const account = await findAccount(this.#db, { id: unsaved.id });
      if (account?.password_hash !== unsaved.password_hash) return undefined;
      const { password_hash: _hash, ...admin } = account;
      return admin;
    }
    const found = await this.#db
      .selectFrom('tokens')
      .innerJoin('admins', 'admins.id', 'tokens.admin_id')
      .select(['admins.id', 'admins.email', 'admins.name', 'admins.role', 'tokens.last_used_at'])
      .where('tokens.token_hash', '=', hash)
      .where('tokens.expires_at', '>', isoNow())
      // A token that ends later can only have been made while the clock was ahead.
      .where('tokens.expires_at', '<=', this.#endOfLife(clockSkewMs))
      .executeTakeFirst();
    if (!found) return undefined;
    const { last_used_at: usedAt, ...admin } = found;
    this.#noteUse(hash, usedAt, address);
    return admin;
  }

  /** Returns the hash under which a token is stored; undefined when the header has no token of the engine's form. */
  hashOf(authorization = '') {
    // 32 bytes in base64url. The scheme is case-insensitive (RFC 9110 §11.1).
    const token = /^bearer +([\w-]{43})$/i.exec(authorization)?.[1];
    return token && hash('sha256', token);
  }

  async revoke(authorization: string | undefined) {
    const hash = this.hashOf(authorization);
    if (!hash) return;
    const wasUnsaved = this.#unsaved.has(hash);
    this.#unsaved.set(hash, 'ended');
    if (!wasUnsaved) await this.#db.deleteFrom('tokens').where('token_hash', '=', hash).execute();
  }

  #endOfLife(laterMs = 0) {
    return new Date(Date.now() + this.#lifeMs + laterMs).toISOString();
  }

  /** Stores a token, unless the password changed while the admin signed in with the old one, and deletes expired ones. */
  #insert(token_hash: string, { id, password_hash }: TokenOwner, from?: Browser) {
    const now = isoNow();
    const row = {
      token_hash,
      admin_id: id,
      created_at: now,
      last_used_at: now,
      expires_at: this.#endOfLife(),
      address: from?.address ?? null,
      agent: from?.agent?.toWellFormed().slice(0, longestAgent) ?? null,
    };
    return this.#db.transaction().execute(async (tx) => {
      await tx.deleteFrom('tokens').where('expires_at', '<=', now).execute();
      if ((await findAccount(tx, { id }))?.password_hash !== password_hash) return false;
      await tx.insertInto('tokens').values(row).execute();
      await tx.updateTable('admins').set({ last_sign_in_at: now }).where('id', '=', id).execute();
      return true;
    });
  }

  /** Records the use of a token in the background: a failure makes no call fail, and the next call tries again. */
  #noteUse(hash: string, before: string | null, address: string | undefined) {
    const now = Date.now();
    if (before !== null && Math.abs(now - Date.parse(before)) < lastUseMs) return;
    if (this.#noting.has(hash)) return;
    this.#noting.add(hash);
    this.#db
      .updateTable('tokens')
      .set({ last_used_at: new Date(now).toISOString(), address })
      .where('token_hash', '=', hash)
      .execute()
      .catch(() => {})
      .finally(() => this.#noting.delete(hash));
  }
}
