import type { Generated } from 'kysely';
import type { RowId } from './row-id.ts';

// Passkeys: second steps of accounts (auth/second-step/).

export interface PasskeysTable {
  id: Generated<RowId>;
  admin_id: RowId;
  /** The credential id of the browser, in base64url. */
  credential_id: string;
  /** The public key in COSE format, in base64url. */
  public_key: string;
  /** The passkey's signature counter; many passkeys always report 0. */
  counter: number;
  /** A JSON list of the transports by which browsers reach the passkey. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface TotpKeysTable {
  admin_id: RowId;
  /** The key of an authenticator app, sealed by a key derived from SESSION_SECRET (second-step/tickets.ts). */
  sealed_key: string;
  /** The last 30 s step whose code was used: no code up to this step is accepted again. */
  last_step: number;
  created_at: string;
  /** When the first code was entered. Null before: the app does not count as a second step yet. */
  confirmed_at: string | null;
}

/** Hashes of the unused recovery codes. */
export interface RecoveryCodesTable {
  admin_id: RowId;
  code_hash: string;
}

/** Used challenges and tickets, stored until they would have expired anyway: each is accepted only once. */
export interface UsedProofsTable {
  proof: string;
  expires_at: string;
}
