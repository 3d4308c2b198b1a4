import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { useHostTakes } from '../../api/host-calls.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useMay } from './rights.ts';

/** Shows a link to a call only if the role may make it and the API host is not known to lack it. */
export function Offered({ call, children }: { call: CallName; children: ReactNode }) {
  const may = useMay();
  return useHostTakes(call) !== false && may(call) ? children : null;
}

/** Returns a function that removes from a menu the actions that the role may not do. */
export function useOfferedItems(): (items: readonly (MenuItem & { call?: CallName })[]) => MenuItem[] {
  const may = useMay();
  return (items) => items.filter(({ call }) => call === undefined || may(call));
}
