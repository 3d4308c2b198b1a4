import { createInterface } from 'node:readline/promises';
import { StartError } from '../server/errors.ts';

/** Asks a question at the terminal. The question is written to stderr, since stdout contains only results. */
async function askFor(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

const ctrlC = '\u0003';
/** Characters that end the input: Enter (as CR or LF) and Ctrl+D. */
const endKeys = ['\r', '\n', '\u0004'];
const backspaces = ['\u007f', '\b'];

/** Asks for a password without showing the typed characters. Rejects on Ctrl+C. */
async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await readHidden();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function readHidden(): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    let typed = '';
    function onData(chunk: string): void {
      for (const key of chunk) {
        if (key === ctrlC || endKeys.includes(key)) {
          stdin.off('data', onData);
          if (key === ctrlC) reject(new StartError('Cancelled.'));
          else resolve(typed);
          return;
        }
        typed = withKey(typed, key);
      }
    }
    stdin.on('data', onData);
  });
}

function withKey(typed: string, key: string): string {
  if (backspaces.includes(key)) return [...typed].slice(0, -1).join('');
  return key >= ' ' ? typed + key : typed;
}

/** Least time between two progress messages, in milliseconds. */
const everyMs = 2_000;

/** Returns a function that prints the progress of a long task, such as copying a table. */
export function createProgress(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): (subject: string, what: string, done: number, of: number) => void {
  let last = now();
  return (subject, what, done, of) => {
    if (now() - last < everyMs) return;
    last = now();
    say(`  ${subject}: ${done} of ${of} ${what}`);
  };
}

/** Returns the account to sign in with, from the option, the environment or the terminal; '' for what is missing. */
export async function askAccount(
  question: string,
  given: { email: string | undefined; environment: Record<string, string | undefined>; silent: boolean },
) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = given.environment;
  const isAsked = process.stdin.isTTY && !given.silent;
  const name = given.email ?? ADMIN_EMAIL ?? (isAsked ? await askFor(question) : '');
  const password = ADMIN_PASSWORD ?? (name && isAsked ? await askSecret('Password (not shown): ') : '');
  return { name, password };
}
