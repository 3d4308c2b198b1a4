import { createContext, useContext } from 'react';
import { type CallName, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { type Role, roles } from '#shared/roles.ts';

/** Role of the signed-in admin; undefined where the API host has none. */
export const RoleContext = createContext<Role | undefined>(undefined);

/**
 * True if the signed-in admin may make a call. For a call about several kinds of records: for this kind, or without
 * `kind` for any of them.
 */
export type May = (call: CallName, kind?: string) => boolean;

/**
 * Returns the authorisation check for controls and screens, so that only permitted actions are offered. The server
 * authorises each call as well.
 */
export function useMay(): May {
  return mayOf(useContext(RoleContext));
}

function mayOf(role: Role | undefined): May {
  return (call, kind) => mayCall(role, contract[call], kind);
}

/** Returns true if every role may make the call. */
export function allRolesMay(call: CallName): boolean {
  return roles.every((role) => mayOf(role)(call));
}

let tell: (may: May) => void;
let told = new Promise<May>((resolve) => {
  tell = resolve;
});

/** Returns the same check for code outside of the layout, once the session is known. */
export function whenSignedIn(): Promise<May> {
  return told;
}

/** Called with the role of each session that begins. */
export function setRole(role: Role | undefined): void {
  tell(mayOf(role));
  told = Promise.resolve(mayOf(role));
}
