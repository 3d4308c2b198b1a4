import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder that is deleted when this process ends, be it normally, by an error, or by a signal that can be
 * caught, such as Ctrl+C.
 */
export function temporaryFolder(parent: string, name: string) {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, `${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Exit codes with which a shell reports that a signal has ended a process.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  return folder;
}
