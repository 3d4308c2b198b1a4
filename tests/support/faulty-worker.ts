import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { SanitiseTask } from '../../server/bff/reads/sanitise-worker.ts';

/**
 * Replaces sanitise-worker.ts and does what the text says. `endless` never finishes unless only the words are
 * requested; `never words` never finishes at all; `ends` ends the thread, and `ends once <file>` does so only while
 * the file does not exist. `which thread` is answered with the thread's number, and any other text is returned in
 * capitals.
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
