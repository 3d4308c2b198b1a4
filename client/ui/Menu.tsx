import { type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { MoreIcon } from './icons.tsx';
import { MenuList } from './MenuList.tsx';
import type { MenuItem } from './menu-item.ts';

export type { MenuItem } from './menu-item.ts';

interface MenuProps {
  /** What the actions are for: "Actions for Studio reel". The button's name. */
  label: string;
  items: readonly MenuItem[];
  trigger?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A button that opens a list of actions. The list is a popover: nothing clips it, and it works inside dialogs. It
 * closes on Esc, on a press elsewhere and on a choice; the focus is back on the button before the action runs, so that
 * a dialog that the action opens gives it back there too.
 */
export function Menu({ label, items, trigger = <MoreIcon />, disabled, className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState<'first' | 'last'>();
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened && id}
        onClick={() => setOpened((now) => (now ? undefined : 'first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {trigger}
      </IconButton>
      {opened && (
        <MenuList
          id={id}
          label={label}
          items={items}
          button={button}
          startAt={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
