import { onSignedOut } from '../../api/session.ts';
import type { PaletteEntry } from './things.ts';

/** So many are offered again. */
const most = 5;

/**
 * What was chosen last. In memory alone: names of candidates are not to be left in a browser, and they go when somebody signs out.
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
