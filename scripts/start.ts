import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build.ts';

/**
 * `npm start`: builds when something that goes into the build has changed, then runs the server in this very process, so that a
 * signal to npm reaches it: npm passes signals on to the one process that it started, and not to that one's children.
 */
const root = join(import.meta.dirname, '..');

// Where only what runs was brought to, without the sources of the client, there is nothing to build from.
if (existsSync(join(root, 'client')) && !(await isBuilt())) {
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error(
      'The client is not built from these sources, and what builds it is not installed here (npm ci --omit=dev leaves it out).\n' +
        'Run "npm ci && npm run build" and copy dist/ here. "node server/main.ts" runs with the existing dist/, without this check.',
    );
    process.exit(1);
  }
  console.log('Building the client …');
  await buildInOwnProcess();
}
// As if `node server/main.ts` had been typed: it runs what it finds built, and may begin this process anew.
process.argv[1] = join(root, 'server/main.ts');
await import('../server/main.ts');

/** A process of its own gives all memory back that the build has taken. Ends this one when the build fails. */
async function buildInOwnProcess(): Promise<void> {
  const builder = spawn(process.execPath, [join(root, 'scripts/build.ts'), '--quiet'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (signal: NodeJS.Signals) => builder.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = (await once(builder, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code === 0) return;
  console.error('The client could not be built.');
  process.exit(1);
}
