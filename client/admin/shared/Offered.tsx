import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { useHostTakes } from '../../api/host-calls.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useMay } from './rights.ts';

/** What leads to a call: not shown where the role may not make it, or the API host is known to lack it. */
export function Offered({ call, children }: { call: CallName; children: ReactNode }) {
  const may = useMay();
  return useHostTakes(call) !== false && may(call) ? children : null;
}

/** Leaves the actions out of a menu that the role may not do. */
export function useOfferedItems(): (items: readonly (MenuItem & { call?: CallName })[]) => MenuItem[] {
  const may = useMay();
  return (items) => items.filter(({ call }) => call === undefined || may(call));
}
