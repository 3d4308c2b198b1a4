import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where V8 keeps what it has compiled: code that will run, so not among temporary files, where others may write. */
export const compiledFolder = join(import.meta.dirname, '../node_modules/.cache/compile');

/**
 * What has to be known before the first line runs (docs/decisions/0029). One arena of the allocator instead of eight a core, which
 * threads fill and never give back; memory at the end of the heap goes back from 64 KiB on; and the compile cache for the entry
 * too, without which Node loads its TypeScript compiler (17 MiB) for that one file.
 */
const variables: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  NODE_COMPILE_CACHE: compiledFolder,
};

/** MiB of each half of the young generation: a page's garbage fills 16 before it is looked at, and they stay taken. */
const flag = '--max-semi-space-size';
const flagValue = '2';

/**
 * Begins this process anew as `node entry` with these settings, under the same process id and with the same files, unless it has
 * them. Does not return then. What the operator has set stays. Where a process cannot be replaced (Windows), or somebody else holds
 * on to this one (a parent's channel, a debugger), it returns, and the product takes more memory.
 */
export function beginWithSettings(entry: string, args: readonly string[] = []): void {
  const { env, execArgv, execPath } = process;
  const isSet = Object.keys(variables).every((name) => env[name] !== undefined);
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-').includes(flag)
    ? []
    : [`${flag}=${flagValue}`];
  if (isSet && flags.length === 0) return;
  // Node closes what it has inherited when it replaces itself; a unit that hands over a socket sets these itself.
  if (env.LISTEN_FDS !== undefined) return;
  if (process.execve === undefined || process.platform === 'win32' || process.connected) return;
  if (execArgv.some((each) => each.startsWith('--inspect'))) return;
  try {
    // A failure of execve itself ends the process.
    accessSync(execPath, constants.X_OK);
    accessSync(entry, constants.R_OK);
    process.execve(execPath, [execPath, ...flags, ...execArgv, entry, ...args], { ...variables, ...env });
  } catch {
    // Node refuses it, under its permission model for one.
  }
}
