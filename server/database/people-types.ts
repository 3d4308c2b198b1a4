import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { RowId } from './row-id.ts';

export interface AdminsTable {
  id: Generated<RowId>;
  /** Lower case. */
  email: string;
  name: string;
  role: Generated<Role>;
  /** Of somebody who was invited: a hash that no password has. */
  password_hash: string;
  /** Since when somebody is invited and has not joined; null for whoever has. */
  invited_at: ColumnType<string | null, string | null | undefined>;
  last_sign_in_at: ColumnType<string | null, string | null | undefined>;
  created_at: string;
  updated_at: string;
}

export interface TokensTable {
  /** SHA-256 of the token in hex; the token itself is nowhere on this side. */
  token_hash: string;
  admin_id: RowId;
  created_at: string;
  expires_at: string;
  /** As it was at most five minutes ago (auth/sessions-repository.ts). */
  last_used_at: ColumnType<string | null, string | null | undefined>;
  /** The network address at that time. */
  address: ColumnType<string | null, string | null | undefined>;
  /** The User-Agent that signed in. */
  agent: ColumnType<string | null, string | null | undefined>;
}

/** What a mail leads to: it can be used once, and until it ends. */
export interface AccountLinksTable {
  /** SHA-256 of the secret in hex. */
  secret_hash: string;
  kind: 'invite' | 'reset';
  admin_id: RowId;
  created_at: string;
  expires_at: string;
}
