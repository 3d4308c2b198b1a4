import { createHash } from 'node:crypto';
import { type SessionUser, sessionUserSchema } from '#shared/schemas/session.ts';
import { parsePath, readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';
import { roleIn } from './host-roles.ts';

type Admins = NonNullable<HostFile['admins']>;

/**
 * Returns a hash of the rule for admins in host.json, which is stored in the session of an admin. When the rule is
 * changed, the hash differs, and older sessions lose the rights of an admin.
 */
export function markOf(admins: Admins): string {
  return createHash('sha256').update(JSON.stringify(admins)).digest('base64url').slice(0, 16);
}

/** Message for a host.json with `admins.emails` that does not say where the host sends the email to compare. */
export const emailPlace =
  'the place of the email in host.json, "user": {"email": place} in "token" or in "token.check": admins.emails is compared with what the API host says';

export function authorisesAdmins({ admins, token }: Pick<HostFile, 'admins' | 'token'>): boolean {
  return !admins || 'at' in admins || Boolean(token.user.email ?? token.check?.user.email);
}

/**
 * True if the host's answer to a sign-in identifies an admin. Only the host's answer counts, not the input of the
 * sign-in form.
 */
export function isAdminAtSignIn(
  { admins, token }: Pick<HostFile, 'admins' | 'token'>,
  json: unknown,
): boolean {
  if (!admins) return false;
  if ('at' in admins) return counts(admins.is, readAt(json, parsePath(admins.at)));
  const place = token.user.email;
  return place !== undefined && isListed(admins.emails, readAt(json, parsePath(place)));
}

/**
 * Returns whether the answer of a token check identifies an admin; undefined if host.json does not say where in that
 * answer the value is that identifies an admin.
 */
export function isAdminByCheck(
  { admins, token }: Pick<HostFile, 'admins' | 'token'>,
  json: unknown,
): boolean | undefined {
  const { check } = token;
  if (!admins || !check) return undefined;
  if ('at' in admins)
    return check.admin === undefined ? undefined : counts(admins.is, readAt(json, parsePath(check.admin)));
  const place = check.user.email;
  return place === undefined ? undefined : isListed(admins.emails, readAt(json, parsePath(place)));
}

/**
 * Returns the person whom the token check identifies, as far as the answer describes them; undefined for a person
 * whose role is unknown on this site.
 */
export function userByCheck({ token }: Pick<HostFile, 'token'>, json: unknown): SessionUser | undefined {
  const { role: rolePlace, ...places } = token.check?.user ?? {};
  const role = roleIn(rolePlace, json);
  if (role === null) return undefined;
  const said = Object.entries(places).flatMap(([name, place]) => {
    const value = place === undefined ? undefined : readAt(json, parsePath(place));
    const isUsable = typeof value === 'string' || (name === 'id' && typeof value === 'number');
    return isUsable ? [[name, value]] : [];
  });
  return sessionUserSchema.parse({ ...Object.fromEntries(said), ...(role && { role }) });
}

/**
 * True if the host's value is one of `values`. Hosts send roles as one value or as a list; in a list, one match is
 * enough.
 */
function counts(values: readonly unknown[], said: unknown): boolean {
  return (Array.isArray(said) ? said : [said]).some((each) => each !== undefined && values.includes(each));
}

function isListed(emails: readonly string[], said: unknown): boolean {
  if (typeof said !== 'string') return false;
  const plain = (email: string) => email.trim().toLowerCase();
  return emails.some((email) => plain(email) === plain(said));
}
