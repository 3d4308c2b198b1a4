import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** The only pair of keys that the store accepts. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** An S3-compatible store installed by npm, in a process of its own. */
export type S3Server = Awaited<ReturnType<typeof startS3>>;

export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'studio-s3-'));
  const port = await freePort();
  let child = await launch(directory, port);
  return {
    /** `http://host:port` */
    endpoint: `http://127.0.0.1:${port}`,
    /** Folder of the store, with one folder for each bucket. */
    directory,
    makeBucket: async (name: string) => void (await mkdir(join(directory, name))),
    removeBucket: (name: string) => rm(join(directory, name), { recursive: true, force: true }),
    /** Sends the signal; SIGKILL resolves when the process has ended. */
    async signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
      const exited = once(child, 'exit');
      child.kill(name);
      if (name === 'SIGKILL') await exited;
    },
    /** Restarts a killed store on the same port and folder. */
    async startAgain() {
      child = await launch(directory, port);
    },
    /** Stops the store and removes its folder. */
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGCONT');
        child.stdin?.end();
        await exited;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function launch(directory: string, port: number) {
  const child = spawn(
    process.execPath,
    ['--openssl-legacy-provider', join(import.meta.dirname, 's3-server-process.ts'), directory, String(port)],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env.PATH } },
  );
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The S3 server did not start.')));
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  return child;
}
