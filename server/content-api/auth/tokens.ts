import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../../data-dir.ts';
import { dialectOf } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import { hashToken } from '../../database/token-hash.ts';
import type { Db } from '../../database/types.ts';
import { type Admin, deleteToken, findAdmin, findAdminByToken, insertToken } from './repository.ts';
import { noteTokenUse } from './sessions-repository.ts';

const hourMs = 3_600_000;
/** How far ahead the clock may have been when a token was made, in milliseconds. */
const clockSkewMs = 5 * 60_000;
/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * The engine's bearer tokens: opaque, and stored only as SHA-256. A fast hash is right here: 256 random bits cannot
 * be guessed, and a stolen database contains no token.
 */
export interface Tokens {
  /** Issues a token for this admin; undefined when the password has changed since its hash was read. */
  issue(admin: { id: RowId; password_hash: string }, from?: SignedInFrom): Promise<string | undefined>;
  /**
   * Returns the admin of the token in an `authorization` header, if this engine issued the token and it has not
   * ended. `address` is the IP address that the token was used from.
   */
  bearer(authorization: string | undefined, address?: string): Promise<Admin | undefined>;
  /**
   * Returns the hash of the token in an `authorization` header, under which the token is stored; undefined when the
   * engine did not issue the token.
   */
  hashOf(authorization: string | undefined): string | undefined;
  /** Ends the token of an `authorization` header. */
  revoke(authorization: string | undefined): Promise<void>;
  /**
   * Announces ended tokens by their hashes, so that the sessions that hold these tokens are ended too. Call it after
   * the commit.
   */
  tellEnded(hashes: readonly string[]): void;
}

/** Where an admin signs in from, as the list of their sessions shows it. */
interface SignedInFrom {
  /** The IP address. */
  address: string;
  /** The User-Agent header. */
  agent: string | undefined;
}

/**
 * The shortest time between two recorded uses of a token, in milliseconds. Without it each read would cause a write,
 * and the writes would queue up.
 */
const lastUseMs = 5 * 60_000;
/** How many characters of a User-Agent are stored. */
const longestAgent = 400;

/** Maximum number of tokens that are held in memory while the disk is full. */
const maxUnsaved = 1_000;

export function createTokens(db: Db, lifeHours: number, tellEnded: Tokens['tellEnded'] = () => {}): Tokens {
  /**
   * Tokens that were issued or ended while the disk was full and that could not be stored. Sign-in must work on a
   * full disk, because only an admin can free space. These entries are lost when the process ends. An issued token is
   * valid as long as the password has not changed.
   */
  const unsaved = new LRUCache<string, { id: RowId; password_hash: string }>({
    max: maxUnsaved,
    ttl: lifeHours * hourMs,
  });
  const ended = new LRUCache<string, true>({ max: maxUnsaved, ttl: lifeHours * hourMs });

  /** Tokens whose last use is being written. */
  const noting = new Set<string>();

  const endOfLife = (laterMs = 0) => new Date(Date.now() + lifeHours * hourMs + laterMs).toISOString();

  /** Records the use of a token in the background: a failure makes no call fail, and the next call tries again. */
  function noteUse(hash: string, before: string | null, address: string | undefined): void {
    const now = Date.now();
    if (before !== null && Math.abs(now - Date.parse(before)) < lastUseMs) return;
    if (noting.has(hash)) return;
    noting.add(hash);
    noteTokenUse(db, hash, new Date(now).toISOString(), address)
      .catch(() => {})
      .finally(() => noting.delete(hash));
  }

  return {
    async issue(admin, from) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = endOfLife();
      const row = {
        token_hash: hashToken(token),
        admin_id: admin.id,
        expires_at: expiresAt,
        address: from?.address ?? null,
        agent: from?.agent?.toWellFormed().slice(0, longestAgent) ?? null,
      };
      try {
        return (await insertToken(db, row, admin.password_hash)) ? token : undefined;
      } catch (error) {
        // On PostgreSQL the sign-in fails: other processes would not know a token that is held in the memory of this
        // one.
        if (!isDiskFull(error) || dialectOf(db) === 'postgres') throw error;
        unsaved.set(row.token_hash, { id: admin.id, password_hash: admin.password_hash });
        return token;
      }
    },
    async bearer(authorization, address) {
      const token = tokenIn(authorization);
      if (token === undefined) return undefined;
      const hash = hashToken(token);
      if (ended.has(hash)) return undefined;
      const kept = unsaved.get(hash);
      if (kept) return findAdmin(db, kept.id, kept.password_hash);
      const found = await findAdminByToken(db, hash, endOfLife(clockSkewMs));
      if (!found) return undefined;
      const { last_used_at: usedAt, ...admin } = found;
      noteUse(hash, usedAt, address);
      return admin;
    },
    hashOf(authorization) {
      const token = tokenIn(authorization);
      return token === undefined ? undefined : hashToken(token);
    },
    async revoke(authorization) {
      const token = tokenIn(authorization);
      if (token === undefined) return;
      const hash = hashToken(token);
      if (unsaved.delete(hash)) return;
      ended.set(hash, true);
      await deleteToken(db, hash);
    },
    tellEnded,
  };
}

/** The scheme is case-insensitive (RFC 9110 §11.1). */
function tokenIn(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}
