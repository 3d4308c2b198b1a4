import { contract } from './index.ts';
import type { BrowserRow } from './row.ts';

/**
 * Returns the words of the activity log for a call, which follow a person's name. The words for a call that only an
 * older release had are derived from the call's name.
 */
export function logWords(name: string) {
  const row = Object.hasOwn(contract, name) ? (contract as Record<string, BrowserRow>)[name] : undefined;
  const log = row?.log;
  if (!log) return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return typeof log === 'string' ? log : log.words;
}
