import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build.ts';

/**
 * `npm start`: builds if an input of the build has changed, then runs the server in this process. It must be this
 * process, because npm passes signals only to the process that it started and not to its children.
 */
const root = join(import.meta.dirname, '..');

// An installation may contain only the files needed at run time. Without the sources of the client there is nothing
// to build.
if (existsSync(join(root, 'client')) && !(await isBuilt())) {
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error(
      'The client is not built from these sources, and the build tools are not installed (npm ci --omit=dev leaves them out).\n' +
        'Run "npm ci && npm run build" and copy dist/ here. "node server/main.ts" runs with the existing dist/, without this check.',
    );
    process.exit(1);
  }
  console.log('Building the client …');
  await buildInOwnProcess();
}
// From here on this process does what `node server/main.ts` does: it uses the existing build. The server may start
// this process again, so `argv` must name `server/main.ts`.
process.argv[1] = join(root, 'server/main.ts');
await import('../server/main.ts');

/**
 * Builds in a separate process, so that all memory of the build is free again afterwards. Exits if the build fails.
 */
async function buildInOwnProcess() {
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
