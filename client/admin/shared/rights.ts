import { createContext, useContext } from 'react';
import { type CallName, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { type Role, roles } from '#shared/roles.ts';

/** The role of whoever is signed in; undefined where the API host has none. */
export const RoleContext = createContext<Role | undefined>(undefined);

/** True when whoever is signed in may make a call; of a call about things of several kinds, for this kind, or without one for any. */
export type May = (call: CallName, kind?: string) => boolean;

/** What every control and every screen asks, so that only what will work is offered. The server judges each call all the same. */
export function useMay(): May {
  return mayOf(useContext(RoleContext));
}

function mayOf(role: Role | undefined): May {
  return (call, kind) => mayCall(role, contract[call], kind);
}

/** True when no role is refused the call. */
export function everybodyMay(call: CallName): boolean {
  return roles.every((role) => mayOf(role)(call));
}

let tell: (may: May) => void;
let told = new Promise<May>((resolve) => {
  tell = resolve;
});

/** For code outside of the layout: the same for whoever is signed in, once the session is known. */
export function whenSignedIn(): Promise<May> {
  return told;
}

/** Called with the role of each session that begins. */
export function tellRole(role: Role | undefined): void {
  tell(mayOf(role));
  told = Promise.resolve(mayOf(role));
}
