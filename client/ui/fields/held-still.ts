import type { ChangeEvent, ComponentProps, MouseEvent } from 'react';

interface Tick {
  readOnly?: boolean | undefined;
  onClick?: ComponentProps<'input'>['onClick'];
  onChange?: ComponentProps<'input'>['onChange'];
}

/**
 * `readOnly` for a tick box, which HTML does not have: the box keeps its state, and nobody hears of a change, since
 * the click is undone after React has told of it.
 */
export function heldStill({ readOnly, onClick, onChange }: Tick) {
  return {
    readOnly,
    'aria-readonly': readOnly || undefined,
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      if (readOnly) event.preventDefault();
      onClick?.(event);
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!readOnly) onChange?.(event);
    },
  };
}
