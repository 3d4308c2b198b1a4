import { readdirSync, readlinkSync } from 'node:fs';
import type { Child } from './child.ts';

/** Resources that a process holds. */
export interface Holdings {
  /** Resident memory in MiB. */
  rss: number;
  heap: number;
  /**
   * Number of open descriptors; `temporary` are those of files under the folder of temporary files, or of unnamed
   * files.
   */
  descriptors: number;
  temporary: string[];
  /**
   * Number of listeners of `process`, and the resources that keep its event loop alive, by kind: timers, sockets,
   * servers.
   */
  listeners: number;
  resources: Map<string, number>;
}

const question = `(() => {
  const { rss, heapUsed } = process.memoryUsage();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return { rss, heapUsed, listeners, resources: process.getActiveResourcesInfo() };
})()`;

/**
 * Queries a process that was started with `--inspect=127.0.0.1:0` over its inspector, after a garbage collection: the
 * product has no address that reports these numbers, and needs none.
 */
export async function holdingsOf(child: Child, dataDir: string): Promise<Holdings> {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(child.greeting)?.[1];
  if (!address) throw new Error('The process has no inspector.');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer.')), {
      once: true,
    });
  });
  let asked = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1;
      const id = asked;
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    // The second round collects what finalizers of the first released.
    for (let round = 0; round < 2; round += 1) await ask('HeapProfiler.collectGarbage');
    const { result } = (await ask('Runtime.evaluate', { expression: question, returnByValue: true })) as {
      result: { value: { rss: number; heapUsed: number; listeners: number; resources: string[] } };
    };
    const { rss, heapUsed, listeners, resources } = result.value;
    const links = linksOf(child.pid);
    return {
      rss: rss / 2 ** 20,
      heap: heapUsed / 2 ** 20,
      descriptors: links.length,
      temporary: links.filter((link) => link.startsWith(`${dataDir}/tmp/`) || link.endsWith(' (deleted)')),
      listeners,
      resources: new Map(
        [...Map.groupBy(resources, (name) => name)].map(([name, all]) => [name, all.length]),
      ),
    };
  } finally {
    socket.close();
  }
}

function linksOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      // The descriptor was closed in the meantime.
      return [];
    }
  });
}
