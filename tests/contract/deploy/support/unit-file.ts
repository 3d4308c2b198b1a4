import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');

/** Reads a unit file; the returned function gives all values of a key, in order. */
export function unitFile(name: string): (key: string) => string[] {
  const lines = readFileSync(join(root, 'deploy/systemd', name), 'utf8').split('\n');
  return (key) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

/** Variables that the `Environment=` lines set. */
export function unitEnvironment(unit: (key: string) => string[]): Record<string, string> {
  const pairs = unit('Environment').flatMap((line) => line.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
}

/** Splits a command line as systemd does: at blanks, except within single quotes. */
export function words(line: string) {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
