import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '../server/errors.ts';

/**
 * Asks a question at the terminal, on stderr, since stdout contains only results. What is typed is not shown if it is
 * `hidden`. Rejects on Ctrl+C.
 */
async function askFor(question: string, hidden = false) {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden ? nowhere : stderr, terminal: true });
  const cancelled = new AbortController();
  lines.once('SIGINT', () => cancelled.abort());
  if (hidden) stderr.write(question);
  try {
    return await lines.question(hidden ? '' : question, { signal: cancelled.signal });
  } catch (cause) {
    throw new StartError('Cancelled.', { cause });
  } finally {
    lines.close();
    if (hidden) stderr.write('\n');
  }
}

/** Least time between two progress messages, in milliseconds. */
const everyMs = 2_000;

/** Returns a function that prints the progress of a long task, such as copying a table. */
export function createProgress(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): (subject: string, what: string, done: number) => void {
  let last = now();
  return (subject, what, done) => {
    if (now() - last < everyMs) return;
    last = now();
    say(`  ${subject}: ${done} ${what}`);
  };
}

/** Returns the account to sign in with, from the option, the environment or the terminal; '' for what is missing. */
export async function askAccount(
  question: string,
  given: { email: string | undefined; environment: Record<string, string | undefined>; silent: boolean },
) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = given.environment;
  const isAsked = process.stdin.isTTY && !given.silent;
  const name = given.email ?? ADMIN_EMAIL ?? (isAsked ? (await askFor(question)).trim() : '');
  const password = ADMIN_PASSWORD ?? (name && isAsked ? await askFor('Password (not shown): ', true) : '');
  return { name, password };
}
