import { notify } from '../../ui/toast.ts';

/** An action that was carried out, in words, and how to take it back where that is possible. */
export interface Done {
  text: string;
  undo?: () => Promise<void>;
}

let withdrawOffer: (() => void) | undefined;

/**
 * Reports actions that belong together in one toast, whose undo takes all of them back, the last one first. Undo is
 * offered for the newest toast only: the toasts of many moves in a row would cover the list.
 */
export function announce(...actions: readonly (Done | undefined)[]) {
  const done = actions.filter((action) => action !== undefined);
  if (done.length === 0) return;
  const text = done.map((action) => action.text).join('. ');
  withdrawOffer?.();
  withdrawOffer = undefined;
  if (!done.some((action) => action.undo)) notify.success(text);
  else
    withdrawOffer = notify.undo(text, async () => {
      for (const { undo } of done.reverse()) await undo?.();
    });
}
