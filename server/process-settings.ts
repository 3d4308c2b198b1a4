import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder of V8's compile cache. It holds code that will run, so it is not among temporary files, where others may
 * write.
 */
export const compiledFolder = join(import.meta.dirname, '../node_modules/.cache/compile');

/**
 * Settings that must be known before the first line runs (docs/decisions/0029). One arena of the allocator instead of
 * eight per core, which threads fill and never give back; memory at the end of the heap is returned from 64 KiB on;
 * and the compile cache for the entry file too, without which Node loads its TypeScript compiler (17 MiB) for that
 * one file.
 */
const variables: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  NODE_COMPILE_CACHE: compiledFolder,
};

/**
 * MiB of each half of the young generation. By default garbage fills 16 MiB before it is collected, and that memory
 * is not returned.
 */
const flag = '--max-semi-space-size';
const flagValue = '2';

/**
 * Restarts this process as `node entry` with these settings, unless it has them, under the same process id and with
 * the same files. Does not return then. Settings of the operator remain. If a process cannot be replaced (Windows),
 * or another process is attached to this one (a parent's channel, a debugger), the function returns, and the product
 * uses more memory.
 */
export function beginWithSettings(entry: string, args: readonly string[] = []): void {
  const { env, execArgv, execPath } = process;
  const isSet = Object.keys(variables).every((name) => env[name] !== undefined);
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-').includes(flag)
    ? []
    : [`${flag}=${flagValue}`];
  if (isSet && flags.length === 0) return;
  // Node closes inherited descriptors when it replaces its process. A systemd unit that hands over a socket sets
  // these variables directly.
  if (env.LISTEN_FDS !== undefined) return;
  if (process.execve === undefined || process.platform === 'win32' || process.connected) return;
  if (execArgv.some((each) => each.startsWith('--inspect'))) return;
  try {
    // A failure of execve would end the process, so both files are checked first.
    accessSync(execPath, constants.X_OK);
    accessSync(entry, constants.R_OK);
    process.execve(execPath, [execPath, ...flags, ...execArgv, entry, ...args], { ...variables, ...env });
  } catch {
    // Node refuses execve, for example under its permission model.
  }
}
