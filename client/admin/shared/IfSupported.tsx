import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { useHostSupports, useMissingCalls } from '../../api/host-support.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useMay } from './rights.ts';

/** Shows a link that needs a call only if the role may make the call and the API host is not known to lack it. */
export function IfSupported({ call, children }: { call: CallName; children: ReactNode }) {
  const may = useMay();
  return useHostSupports(call) !== false && may(call) ? children : null;
}

/**
 * Returns a function that removes from a menu the actions whose call the role may not make, or the API host is known
 * to lack.
 */
export function useSupportedItems(): (items: readonly (MenuItem & { call?: CallName })[]) => MenuItem[] {
  const may = useMay();
  const missing = useMissingCalls();
  return (items) => items.filter(({ call }) => call === undefined || (may(call) && !missing.includes(call)));
}
