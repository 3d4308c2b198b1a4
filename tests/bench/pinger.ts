import { Worker } from 'node:worker_threads';
import type { Round } from './load.ts';
import { meterCpu } from './process-cost.ts';
import type { Started } from './stage.ts';

/** Another client that requests something small all the time, from a separate thread. */
interface Pinger {
  /** Stops the pinger and returns the longest wait in milliseconds. */
  stop(): Promise<number>;
}

const program = `
const { Agent, get } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true });
let longest = 0;
let running = true;
parentPort.once('message', () => { running = false; });
function ping() {
  const begun = performance.now();
  get(workerData, { agent }, (answer) => {
    answer.resume().once('end', () => {
      longest = Math.max(longest, performance.now() - begun);
      if (running) setTimeout(ping, 2);
      else parentPort.postMessage(longest);
    });
  });
}
get(workerData, { agent }, (answer) => answer.resume().once('end', () => { parentPort.postMessage('ready'); ping(); }));
`;

/** Requests an address over one keep-alive connection, every few milliseconds, until stopped. */
async function startPinger(url: string): Promise<Pinger> {
  const worker = new Worker(program, { eval: true, workerData: url });
  const message = () =>
    new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await message();
  return {
    stop: async () => {
      const longest = message();
      worker.postMessage('stop');
      const milliseconds = await longest;
      await worker.terminate();
      return milliseconds;
    },
  };
}

/** Measures the cost of a read, and the longest wait of another client that requests something small meanwhile. */
export async function whileOthersAsk({ url, pid }: Started, read: () => Promise<unknown>): Promise<Round> {
  const pinger = await startPinger(`${url}/healthz`);
  const cpu = meterCpu(pid);
  const begun = performance.now();
  await read();
  const seconds = (performance.now() - begun) / 1000;
  const cpuMs = cpu() / 1000;
  return { longestWait: await pinger.stop(), seconds, cpuMs };
}
