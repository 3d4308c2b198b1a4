import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Id } from '#shared/id.ts';
import { isDiskFull } from '../../data-dir.ts';
import type { Db } from '../database/types.ts';
import {
  type Admin,
  deleteToken,
  deleteTokens,
  findAdmin,
  findAdminByToken,
  insertToken,
} from './repository.ts';

const hourMs = 3_600_000;
/** How far the clock may have been ahead when a token was made. */
const clockSkewMs = 5 * 60_000;
/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * The engine's bearer tokens: opaque, and kept only as SHA-256. A fast hash is right here: 256 random bits cannot be
 * guessed, and a stolen database gives no token.
 */
export interface Tokens {
  /** A new token for this admin; undefined when the password has changed since this hash of it was read. */
  issue(admin: { id: Id; password_hash: string }): Promise<string | undefined>;
  /** Whose token an `authorization` header carries, if it is one of ours and has not ended. */
  bearer(authorization: string | undefined): Promise<Admin | undefined>;
  /** Ends the token of an `authorization` header. */
  revoke(authorization: string | undefined): Promise<void>;
  /** Ends all tokens of this admin but the one of an `authorization` header. */
  endOthers(tx: Db, adminId: Id, authorization: string | undefined): Promise<void>;
}

/** Tokens that are kept in memory while the disk is full. */
const maxUnsaved = 1_000;

export function createTokens(db: Db, lifeHours: number): Tokens {
  /**
   * Issued, or ended, while there was no room to write it down: whoever makes room has to sign in first. They go with the process;
   * one that was issued is good as long as the password is the one that it was issued for.
   */
  const unsaved = new LRUCache<string, { id: Id; password_hash: string }>({
    max: maxUnsaved,
    ttl: lifeHours * hourMs,
  });
  const ended = new LRUCache<string, true>({ max: maxUnsaved, ttl: lifeHours * hourMs });

  const endOfLife = (laterMs = 0) => new Date(Date.now() + lifeHours * hourMs + laterMs).toISOString();

  return {
    async issue(admin) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = endOfLife();
      const row = { token_hash: hashToken(token), admin_id: admin.id, expires_at: expiresAt };
      try {
        return (await insertToken(db, row, admin.password_hash)) ? token : undefined;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        unsaved.set(row.token_hash, { id: admin.id, password_hash: admin.password_hash });
        return token;
      }
    },
    async bearer(authorization) {
      const token = tokenIn(authorization);
      if (token === undefined) return undefined;
      const hash = hashToken(token);
      if (ended.has(hash)) return undefined;
      const kept = unsaved.get(hash);
      return kept
        ? findAdmin(db, kept.id, kept.password_hash)
        : findAdminByToken(db, hash, endOfLife(clockSkewMs));
    },
    async revoke(authorization) {
      const token = tokenIn(authorization);
      if (token === undefined) return;
      const hash = hashToken(token);
      if (unsaved.delete(hash)) return;
      ended.set(hash, true);
      await deleteToken(db, hash);
    },
    async endOthers(tx, adminId, authorization) {
      const token = tokenIn(authorization);
      await deleteTokens(tx, adminId, token === undefined ? undefined : hashToken(token));
    },
  };
}

/** The scheme's case does not matter (RFC 9110 §11.1). */
function tokenIn(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
