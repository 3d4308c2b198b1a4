import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The product as a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const product = join(import.meta.dirname, '../../server/main.ts');

/** Starts a server, the product unless told, with these variables on a free port and waits for its start line. */
export async function startServerProcess(
  environment: Record<string, string>,
  program: string = product,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const line = /The site is at (\S+)/.exec(text)?.[1];
      if (line) resolve(line);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
