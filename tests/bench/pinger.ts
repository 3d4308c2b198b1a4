import { Worker } from 'node:worker_threads';

/** Somebody else who asks for something small all the time, from a thread of its own. */
interface Pinger {
  /** Ends it and gives the longest wait in milliseconds. */
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

/** Asks for an address over one kept connection, every few milliseconds, until stopped. */
export async function startPinger(url: string): Promise<Pinger> {
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
