import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { RowId } from './row-id.ts';

export interface AdminsTable {
  id: Generated<RowId>;
  /** In lower case. */
  email: string;
  name: string;
  role: Generated<Role>;
  /** For an invited admin: a hash that no password has. */
  password_hash: string;
  /** When the admin was invited; null once they have joined. */
  invited_at: ColumnType<string | null, string | null | undefined>;
  last_sign_in_at: ColumnType<string | null, string | null | undefined>;
  created_at: string;
  updated_at: string;
}

export interface TokensTable {
  /** SHA-256 of the token in hex; the token itself is not stored here. */
  token_hash: string;
  admin_id: RowId;
  created_at: string;
  expires_at: string;
  /** When the token was last used; recorded at most every five minutes (auth/tokens.ts). */
  last_used_at: ColumnType<string | null, string | null | undefined>;
  /** The IP address of the last use of the token. */
  address: ColumnType<string | null, string | null | undefined>;
  /** The User-Agent that signed in. */
  agent: ColumnType<string | null, string | null | undefined>;
}

/** Links in mails to set a password: each works once, until it expires. */
export interface AccountLinksTable {
  /** SHA-256 of the secret in hex. */
  secret_hash: string;
  kind: 'invite' | 'reset';
  admin_id: RowId;
  created_at: string;
  expires_at: string;
}
