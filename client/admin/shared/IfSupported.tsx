import type { ComponentProps, ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useMay } from './rights.ts';

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
