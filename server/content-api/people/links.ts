import { createHash, randomBytes } from 'node:crypto';
import { isoNow } from '../../database/clock.ts';
import type { AccountLinksTable } from '../../database/people-types.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

type AccountLinkKind = AccountLinksTable['kind'];

const hourMs = 3_600_000;
/** How long a link is valid, in milliseconds, by its kind. */
const lifeMs: Record<AccountLinkKind, number> = { invite: 7 * 24 * hourMs, reset: hourMs };

/** The admin for whom a link was made. */
export interface LinkOwner {
  id: RowId;
  email: string;
  name: string;
  role: 'owner' | 'editor' | 'recruiter' | 'reader';
  password_hash: string;
}

/**
 * Creates a link for an admin and returns its secret: 192 random bits, of which only a hash is stored. A new
 * invitation replaces the previous link. Of several reset mails each link works until one of them is used.
 */
export async function makeLink(tx: Db, kind: AccountLinkKind, adminId: RowId): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  const now = Date.now();
  await tx.deleteFrom('account_links').where('expires_at', '<=', new Date(now).toISOString()).execute();
  if (kind === 'invite') await tx.deleteFrom('account_links').where('admin_id', '=', adminId).execute();
  await tx
    .insertInto('account_links')
    .values({
      secret_hash: hashOf(secret),
      kind,
      admin_id: adminId,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + lifeMs[kind]).toISOString(),
    })
    .execute();
  return secret;
}

/**
 * Finds the admin for whom a link was made, while the link is valid. Changes nothing: mail scanners open links before
 * people do.
 */
export function findLink(db: Db, kind: AccountLinkKind, secret: string): Promise<LinkOwner | undefined> {
  return db
    .selectFrom('account_links')
    .innerJoin('admins', 'admins.id', 'account_links.admin_id')
    .select(['admins.id', 'admins.email', 'admins.name', 'admins.role', 'admins.password_hash'])
    .where('secret_hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', isoNow())
    .$call((query) => (kind === 'invite' ? query.where('admins.invited_at', 'is not', null) : query))
    .executeTakeFirst();
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
