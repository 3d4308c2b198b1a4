import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

// Kills this process with SIGKILL right before or right after its write number KILL_AT (never if KILL_AT is unset).
// Writes to files and to the database count alike, from the first save of files on.
const at = Number(process.env.KILL_AT);
let counted = 0;
let counts = false;

function step() {
  counted += 1;
  if (counted === at) process.kill(process.pid, 'SIGKILL');
}

type Call = (...given: never[]) => unknown;
function watch(on: object, names: readonly string[]) {
  const holder = on as Record<string, Call>;
  for (const name of names) {
    const call = holder[name] as Call;
    holder[name] = function (this: StatementSync, ...given) {
      const sql = this instanceof StatementSync ? this.sourceSQL : '';
      counts ||= sql.includes('doomed_files') && /^insert/i.test(sql);
      if (!counts || /^\s*select/i.test(sql)) return call.apply(this, given);
      step();
      const done = call.apply(this, given);
      step();
      return done;
    } as Call;
  }
}

if (at > 0) watch(promises, ['writeFile', 'mkdir', 'mkdtemp', 'copyFile', 'rename', 'link', 'rm', 'open']);
if (at > 0) watch(fs, ['write', 'writev', 'fsync']);
if (at > 0) watch(StatementSync.prototype, ['run', 'all', 'get']);
syncBuiltinESMExports();
