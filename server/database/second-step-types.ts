import type { Generated } from 'kysely';
import type { RowId } from './row-id.ts';

// What accounts have besides a password (auth/second-step/).

export interface PasskeysTable {
  id: Generated<RowId>;
  admin_id: RowId;
  /** As browsers name it, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often it says that it was used; many say 0 always. */
  counter: number;
  /** A JSON list of how browsers reach it. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface TotpKeysTable {
  admin_id: RowId;
  /** Sealed by a key of SESSION_SECRET (second-step/keys.ts). */
  sealed_key: string;
  /** The last step of 30 s whose code was used: none up to it is good any more. */
  last_step: number;
  created_at: string;
  /** Null until a code of it has come: it counts for nothing then. */
  confirmed_at: string | null;
}

/** Those that are not used; of each its hash. */
export interface RecoveryCodesTable {
  admin_id: RowId;
  code_hash: string;
}

/** Challenges and tickets that were good once, until they would have ended anyhow. */
export interface UsedProofsTable {
  proof: string;
  expires_at: string;
}
