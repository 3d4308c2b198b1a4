import { contract } from './index.ts';
import type { BrowserRow } from './row.ts';

/** The words of the activity log for a call, behind a person's name; made of its name for a call of an older release. */
export function logWords(name: string): string {
  const row = Object.hasOwn(contract, name) ? (contract as Record<string, BrowserRow>)[name] : undefined;
  const log = row?.log;
  if (!log) return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return typeof log === 'string' ? log : log.words;
}
