import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder that is removed when this process ends: normally, by an error, or by a signal that can be caught
 * (Ctrl+C).
 */
export function temporaryFolder(parent: string, name: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, `${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Exit codes as a shell reports the end of a process by a signal.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  return folder;
}
