import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { missedLimits } from './compare.ts';
import { loads } from './rows.ts';
import { stopServers } from './servers.ts';

// `npm run bench [-- name…]`: docs/performance.md explains the loads. Compare figures of one run only.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in loads));
if (unknown.length > 0)
  throw new Error(`No such load: ${unknown.join(', ')}; there are ${Object.keys(loads).join(', ')}.`);
if (!existsSync('/proc/self/schedstat'))
  throw new Error('CPU of a process is read from /proc, as Linux has it.');
if (!existsSync(join(import.meta.dirname, '../../dist/client/index.html')))
  throw new Error('There is no built client: run npm run build.');

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load before the run ${loadavg()[0]?.toFixed(1)}`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopServers().then(() => process.exit(130)));
for (const [name, run] of Object.entries(loads)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n# ${name}`);
  try {
    await run();
  } finally {
    await stopServers();
  }
}
const missed = missedLimits();
console.log(missed.length > 0 ? `\nMissed limits:\n${missed.join('\n')}` : '\nAll limits are reached.');
