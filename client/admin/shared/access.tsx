import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { type CallName, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { type Role, roles } from '#shared/roles.ts';
import { useMissingCalls } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';

/** The calls that the signed-in account is refused although its role would allow them (`hostCalls`). */
export const RefusedContext = createContext<readonly string[]>([]);

/** Role of the signed-in admin; undefined if the API host has no roles. */
export const RoleContext = createContext<Role | undefined>(undefined);

/**
 * Returns true if the signed-in admin may make a call. Some calls are about several kinds of records. For such a
 * call, `kind` selects one of them; without `kind`, the right for any kind is enough.
 */
export type May = (call: CallName, kind?: string) => boolean;

/**
 * Returns the check of what controls offer: the calls that the admin may make, and that the API host is not known to
 * lack. The server checks each call as well.
 */
export function useMay(): May {
  const may = useRoleMay();
  const missing = useMissingCalls();
  return (call, kind) => !missing.includes(call) && may(call, kind);
}

/** Returns the check of the admin's rights alone, where a call that the API host lacks is told in another way. */
export function useRoleMay(): May {
  const may = mayOf(useContext(RoleContext));
  const refused = useContext(RefusedContext);
  return (call, kind) => !refused.includes(call) && may(call, kind);
}

function mayOf(role: Role | undefined): May {
  return (call, kind) => mayCall(role, contract[call], kind);
}

/** Returns true if every role may make the call. */
export function allRolesMay(call: CallName) {
  return roles.every((role) => mayOf(role)(call));
}

let tell: (may: May) => void;
let told = new Promise<May>((resolve) => {
  tell = resolve;
});

/**
 * Resolves with the check that `useMay` returns, once the session is known. For code outside React's tree, such as
 * loaders.
 */
export function whenSignedIn() {
  return told;
}

/** Sets the role of the session. Called when a session begins. */
export function setRole(role: Role | undefined) {
  tell(mayOf(role));
  told = Promise.resolve(mayOf(role));
}

/** Shows a link that needs a call only if the role may make the call and the API host is not known to lack it. */
export function IfSupported({ call, children }: { call: CallName; children: ReactNode }) {
  return useMay()(call) ? children : null;
}

/** A button that adds a record, shown on the terms of `IfSupported`. */
export function AddButton({ call, children, ...button }: ComponentProps<typeof Button> & { call: CallName }) {
  return (
    <IfSupported call={call}>
      <Button {...button}>
        <PlusIcon /> {children}
      </Button>
    </IfSupported>
  );
}

/**
 * Returns a function that removes from a menu the actions whose call the role may not make, or the API host is known
 * to lack.
 */
export function useSupportedItems(): (items: readonly (MenuItem & { call?: CallName })[]) => MenuItem[] {
  const may = useMay();
  return (items) => items.filter(({ call }) => call === undefined || may(call));
}
