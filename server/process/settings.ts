import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder of V8's compile cache. It contains code that will be run, so it is not among temporary files, where other
 * users may write.
 */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/compile');

/**
 * Settings that have to be known before the first line runs (docs/decisions/0029):
 * - MALLOC_ARENA_MAX: the allocator uses one arena instead of eight per core, which threads would fill without giving
 *   memory back.
 * - MALLOC_TRIM_THRESHOLD_: free memory at the end of the heap is returned from 64 KiB on.
 * - The compile cache also covers the entry file; without it Node loads its TypeScript compiler (17 MiB) for that one file.
 */
const variables: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  NODE_COMPILE_CACHE: compiledFolder,
};

/**
 * Size of each half of V8's young generation, in MiB. By default 16 MiB are filled with garbage before it is
 * collected, and that memory is not returned to the system.
 */
const flag = '--max-semi-space-size';
const flagValue = '4';

/**
 * Restarts this process as `node entry` with these settings, under the same process id and with the same open files.
 * Settings that the operator has made stay in effect. The function returns without a restart if the settings are set
 * already, if a process cannot be replaced (Windows), or if another process is attached to this one (a parent's
 * channel, a debugger).
 */
export function beginWithSettings(entry: string, args: readonly string[] = []) {
  const { env, execArgv, execPath } = process;
  const isSet = Object.keys(variables).every((name) => env[name] !== undefined);
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-').includes(flag)
    ? []
    : [`${flag}=${flagValue}`];
  if (isSet && flags.length === 0) return;
  // With a socket from systemd there is no restart, because Node closes inherited descriptors when it replaces its
  // process. Such a systemd unit sets these variables itself.
  if (env.LISTEN_FDS !== undefined) return;
  if (process.execve === undefined || process.platform === 'win32' || process.connected) return;
  if (execArgv.some((each) => each.startsWith('--inspect'))) return;
  try {
    // The program and the entry file are checked first, because a failure of execve would end the process.
    accessSync(execPath, constants.X_OK);
    accessSync(entry, constants.R_OK);
    process.execve(execPath, [execPath, ...flags, ...execArgv, entry, ...args], { ...variables, ...env });
  } catch {
    // Errors are ignored: where Node refuses execve, e.g. under its permission model, the process continues without
    // these settings.
  }
}
