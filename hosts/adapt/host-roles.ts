import { type Role, roles } from '#shared/roles.ts';
import { valueAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

type RolePlace = HostFile['token']['user']['role'];

/**
 * Maps the host's roles to a role of this site, by `values` of host.json. If several roles match, the one with the
 * most rights counts. Returns `null` if none matches: this person has no access. Without `values`, an unknown role
 * becomes the role with the fewest rights, and a missing role stays undefined.
 */
export function roleIn(place: RolePlace, json: unknown): Role | undefined | null {
  if (place === undefined) return undefined;
  const { at, values } = typeof place === 'string' ? { at: place, values: undefined } : place;
  const said: unknown[] = [valueAt(json, at) ?? []].flat();
  if (values)
    return roles.find((role) => [values[role] ?? []].flat().some((word) => said.includes(word))) ?? null;
  if (said.length === 0) return undefined;
  return roles.find((role) => said.includes(role)) ?? roles.at(-1);
}

/**
 * Returns a warning if only one of the two places of a role has the host's words for it: where `values` are missing,
 * an owner would have the fewest rights. Undefined if both places have them, neither has, or only one place has a role.
 */
export function roleWordsProblem({ user, check }: HostFile['token']): string | undefined {
  const [signIn, checked] = [user.role, check?.user.role];
  if (signIn === undefined || checked === undefined || typeof signIn === typeof checked) return undefined;
  const places = ['token.user.role', 'token.check.user.role'];
  const [has, lacks] = typeof signIn === 'object' ? places : places.reverse();
  return `host.json: ${has} has "values" and ${lacks} has none. There, every word but ${roles.join(', ')} counts as ${roles.at(-1)}: repeat the "values" in ${lacks}.`;
}
