import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../database/types.ts';
import { type Admin, deleteToken, deleteTokens, findAdminByToken, insertToken } from './repository.ts';

const hourMs = 3_600_000;
/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * The engine's bearer tokens: opaque, and kept only as SHA-256. A fast hash is right here: 256 random bits cannot be
 * guessed, and a stolen database gives no token.
 */
export interface Tokens {
  /** A new token for this admin; undefined when the password has changed since this hash of it was read. */
  issue(admin: { id: number; password_hash: string }): Promise<string | undefined>;
  /** Whose token an `authorization` header carries, if it is one of ours and has not ended. */
  bearer(authorization: string | undefined): Promise<Admin | undefined>;
  /** Ends the token of an `authorization` header. */
  revoke(authorization: string | undefined): Promise<void>;
  /** Ends all tokens of this admin but the one of an `authorization` header. */
  endOthers(tx: Db, adminId: number, authorization: string | undefined): Promise<void>;
}

export function createTokens(db: Db, lifeHours: number): Tokens {
  return {
    async issue(admin) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + lifeHours * hourMs).toISOString();
      const row = { token_hash: hashToken(token), admin_id: admin.id, expires_at: expiresAt };
      return (await insertToken(db, row, admin.password_hash)) ? token : undefined;
    },
    async bearer(authorization) {
      const token = tokenIn(authorization);
      return token === undefined ? undefined : findAdminByToken(db, hashToken(token));
    },
    async revoke(authorization) {
      const token = tokenIn(authorization);
      if (token !== undefined) await deleteToken(db, hashToken(token));
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
