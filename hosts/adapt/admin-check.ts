import { createHash } from 'node:crypto';
import { roles } from '#shared/roles.ts';
import { sessionUserSchema } from '#shared/schemas/session.ts';
import { readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

type Admins = NonNullable<HostFile['admins']>;

/**
 * Returns a hash of the rule for admins in host.json, which is stored in the session of an admin. When the rule is
 * changed, the hash differs, and older sessions lose the rights of an admin.
 */
export function markOf(admins: Admins) {
  return createHash('sha256').update(JSON.stringify(admins)).digest('base64url').slice(0, 16);
}

/** Message for a host.json with `admins.emails` that does not say where the host sends the email to compare. */
export const emailPlace =
  'the place of the email in host.json, "user": {"email": place} in "token" or in "token.check": admins.emails is compared with what the API host says';

export function authorisesAdmins({ admins, token }: Pick<HostFile, 'admins' | 'token'>) {
  return !admins || 'at' in admins || Boolean(token.user.email ?? token.check?.user.email);
}

type Rules = Pick<HostFile, 'admins' | 'token'>;

/**
 * True if the host's answer to a sign-in identifies an admin. Only the host's answer counts, not the input of the
 * sign-in form.
 */
export function isAdminAtSignIn({ admins, token }: Rules, json: unknown) {
  return isAdmin(admins, json, admins && 'at' in admins ? admins.at : token.user.email) ?? false;
}

/**
 * Returns whether the answer of a token check identifies an admin; undefined if host.json does not say where in that
 * answer the value is that identifies an admin.
 */
export function isAdminByCheck({ admins, token: { check } }: Rules, json: unknown) {
  return isAdmin(admins, json, admins && 'at' in admins ? check?.admin : check?.user.email);
}

/**
 * Compares the value at a place with the rule for admins. Hosts send roles as one value or as a list; in a list, one
 * match is enough.
 */
function isAdmin(admins: Admins | undefined, json: unknown, place: string | undefined) {
  if (!admins || place === undefined) return undefined;
  const said = readAt(json, place);
  if ('at' in admins)
    return [said].flat().some((each) => each !== undefined && admins.is.some((one) => one === each));
  const plain = (email: string) => email.trim().toLowerCase();
  return typeof said === 'string' && admins.emails.some((email) => plain(email) === plain(said));
}

/**
 * Returns the person whom the token check identifies, as far as the answer describes them; undefined for a person
 * whose role is unknown on this site.
 */
export function userByCheck({ token }: Pick<HostFile, 'token'>, json: unknown) {
  const { role: rolePlace, ...places } = token.check?.user ?? {};
  const role = roleIn(rolePlace, json, token.user.role);
  if (role === null) return undefined;
  const said = Object.entries(personAt(places, json)).filter(
    ([name, value]) => typeof value === 'string' || (name === 'id' && typeof value === 'number'),
  );
  return sessionUserSchema.parse({ ...Object.fromEntries(said), role });
}

/** Returns the properties of a person that an answer has at these places. */
export function personAt(places: Record<string, string | undefined>, json: unknown): Record<string, unknown> {
  const said = Object.entries(places).map(([name, place]) => [name, readAt(json, place) ?? undefined]);
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

type RolePlace = HostFile['token']['user']['role'];

/**
 * Maps the host's roles to a role of this site, by `values` of host.json. If several roles match, the one with the
 * most rights counts. Returns `null` if none matches: this person has no access. Without `values`, an unknown role
 * becomes the role with the fewest rights, and a missing role stays undefined. A place without `values` has those of
 * the `other` place of roles, so that one word means one role in both answers.
 */
export function roleIn(place: RolePlace, json: unknown, other: RolePlace) {
  if (place === undefined) return undefined;
  const at = typeof place === 'string' ? place : place.at;
  const { values } = [place, other].find((each) => typeof each === 'object') ?? {};
  const said: unknown[] = [readAt(json, at) ?? []].flat();
  if (values)
    return roles.find((role) => [values[role] ?? []].flat().some((word) => said.includes(word))) ?? null;
  if (said.length === 0) return undefined;
  return roles.find((role) => said.includes(role)) ?? roles.at(-1);
}
