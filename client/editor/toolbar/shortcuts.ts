import type { Control } from './controls.ts';

/** As the editor's package decides which key is the shortcut key. */
export const isMac = /Mac/i.test(globalThis.navigator?.platform ?? '');

/** The label of a button with its keys: "Bold (Ctrl+B)", "Bold (⌘B)". */
export function tooltip({ label, keys }: Pick<Control, 'label' | 'keys'>, onMac: boolean): string {
  if (!keys) return label;
  return `${label} (${onMac ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`})`;
}
