import { type Role, roles } from '#shared/roles.ts';
import { parsePath, readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

type RolePlace = HostFile['token']['user']['role'];

/**
 * The role that the host's answer means: by `values` of host.json, of several the one that may do most, and `null` for whoever has none of
 * them: they have no business here. Without `values` a word that is none of ours is the role that may do least, and no word is no role.
 */
export function roleIn(place: RolePlace, json: unknown): Role | undefined | null {
  if (place === undefined) return undefined;
  const { at, values } = typeof place === 'string' ? { at: place, values: undefined } : place;
  const said: unknown[] = [readAt(json, parsePath(at)) ?? []].flat();
  if (values)
    return roles.find((role) => [values[role] ?? []].flat().some((word) => said.includes(word))) ?? null;
  if (said.length === 0) return undefined;
  return roles.find((role) => said.includes(role)) ?? roles.at(-1);
}
