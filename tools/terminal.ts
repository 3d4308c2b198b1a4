import { createInterface } from 'node:readline/promises';

/** Questions to whoever sits at the terminal; on stderr, since stdout is for what is proposed. */
export async function askFor(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

/** The same for a password: what is typed is not shown. */
export function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = () => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
    };
    function onData(chunk: string): void {
      for (const key of chunk) {
        if (key === '\r' || key === '\n' || key === '\u0004') {
          end();
          resolve(typed);
          return;
        }
        if (key === '\u0003') {
          end();
          reject(new Error('Given up.'));
          return;
        }
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (key >= ' ') typed += key;
      }
    }
    stdin.on('data', onData);
  });
}
