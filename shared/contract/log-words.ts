import { contract } from './index.ts';
import type { BrowserRow } from './row.ts';

/** What a call did, as a line of the activity log says it after a name; by its name one that only an older release has. */
export function logWords(name: string): string {
  const row = Object.hasOwn(contract, name) ? (contract as Record<string, BrowserRow>)[name] : undefined;
  const log = row?.log;
  if (!log) return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return typeof log === 'string' ? log : log.words;
}
