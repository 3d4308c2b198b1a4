import { roles } from '#shared/roles.ts';
import { readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

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
