import { onSignedOut } from '../../api/session.ts';
import type { PaletteEntry } from './entries.ts';

/** Maximum number of recent entries. */
const most = 5;

/**
 * The entries that were chosen last. Only in memory, because names of candidates must not stay stored in a browser;
 * cleared at sign-out.
 */
let chosen: readonly PaletteEntry[] = [];
onSignedOut(() => {
  chosen = [];
});

export function rememberChosen(entry: PaletteEntry): void {
  if (entry.act) return;
  chosen = [entry, ...chosen.filter(({ key }) => key !== entry.key)].slice(0, most);
}

export function recentlyChosen(): PaletteEntry[] {
  return chosen.map((entry) => ({ ...entry, group: 'Recent' }));
}
