import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startNode } from './child.ts';

/** The built product in a process of its own, on the same port and DATA_DIR after every restart. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** The process; only while the product runs. */
  readonly child: Child;
  /** True from the first 200 until it is killed or stopped. */
  readonly isUp: boolean;
  /** Resolves when it is up. */
  whenUp(): Promise<void>;
  start(): Promise<void>;
  /**
   * Sends SIGKILL and restarts the product at once; resolves with the milliseconds from the signal to the first 200
   * of a page.
   */
  killAndStart(): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '../../../server/main.ts');
export const admin = { email: 'admin@studio.example', password: 'a long enough password' };

/** Prepares a product without starting it. `environment` holds variables of docs/configuration.md. */
export async function makeProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  flags: string[] = [],
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Child | undefined;
  let up = Promise.withResolvers<void>();
  let isUp = false;
  const isDown = () => {
    if (isUp) up = Promise.withResolvers<void>();
    isUp = false;
  };
  const product: Product = {
    url,
    dataDir,
    get child() {
      if (!child) throw new Error('The product does not run.');
      return child;
    },
    get isUp() {
      return isUp;
    },
    whenUp: () => up.promise,
    async start() {
      const starting = startNode(program, {
        flags,
        ready: /The site is at (\S+)/,
        environment: {
          PORT: String(port),
          DATA_DIR: dataDir,
          ADMIN_EMAIL: admin.email,
          ADMIN_PASSWORD: admin.password,
          LOG_LEVEL: 'warn',
          TRUST_PROXY: 'loopback',
          ...environment,
        },
      });
      // The product may answer before its output is read; and a failed start has to be reported.
      const answers = firstAnswer(`${url}/contact`);
      child = await starting;
      await answers;
      isUp = true;
      up.resolve();
    },
    async killAndStart() {
      const begun = performance.now();
      await product.kill();
      await product.start();
      return performance.now() - begun;
    },
    async kill() {
      isDown();
      await child?.kill();
    },
    async stop() {
      isDown();
      await child?.stop();
    },
  };
  return product;
}

/** Polls until the answer is a 200, for at most a minute. */
async function firstAnswer(address: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const status = await fetch(address).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await sleep(5);
  }
  throw new Error(`${address} was not answered with 200 within a minute.`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
