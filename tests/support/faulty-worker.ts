import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { SanitiseTask } from '../../server/bff/reads/sanitise-worker.ts';

/**
 * Stands in the place of sanitise-worker.ts and does what a text tells it. `endless` is never done; `never words` neither, also when
 * only its words are asked for; `ends` ends the thread, and `ends once <file>` only while the file is not there. `which
 * thread` is answered with its number, and any other text comes back in capitals.
 */
parentPort?.on('message', ({ html, textOnly }: SanitiseTask) => {
  const [, file] = /^ends once (.*)$/.exec(html) ?? [];
  if (html === 'ends') process.exit(1);
  if (file && !existsSync(file)) {
    writeFileSync(file, '');
    throw new Error('the thread broke');
  }
  if (html === 'never words' || (html === 'endless' && !textOnly)) while (true);
  if (html === 'which thread') parentPort?.postMessage(String(threadId));
  else parentPort?.postMessage(textOnly ? 'words' : html.toUpperCase());
});
parentPort?.postMessage(true);
