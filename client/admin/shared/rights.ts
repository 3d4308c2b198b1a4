import { createContext, useContext } from 'react';
import { mayDo, type Right, type Role } from '#shared/roles.ts';

/** The role of whoever is signed in; undefined where the API host has none. */
export const RoleContext = createContext<Role | undefined>(undefined);

/** Says what whoever is signed in may do, so that a screen offers only what will work. The engine judges each call all the same. */
export function useRights(): (right: Right) => boolean {
  const role = useContext(RoleContext);
  return (right) => mayDo(role, right);
}
