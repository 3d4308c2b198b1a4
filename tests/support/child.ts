import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One of our programs in a process of its own. */
export type Child = Awaited<ReturnType<typeof startNode>>;

const startMs = 60_000;
const stopMs = 15_000;
const keptComplaints = 100;
const complaint =
  /"status":500|"level":60|MaxListenersExceeded|UnhandledPromise|TypeError|ReferenceError|ERR_SQLITE/;

const running = new Set<ChildProcess>();
// An aborted run leaves no process behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts `node program` and waits until its output matches `ready`; the first group is the address. The environment
 * is PATH, HOME and the given variables. Rejects with the output if the program ends before.
 */
export async function startNode(
  program: string,
  {
    environment = {},
    flags = [],
    args = [],
    ready,
  }: { environment?: Record<string, string>; flags?: string[]; args?: string[]; ready: RegExp },
) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => running.delete(child));
  let greeting = '';
  const complaints: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      if (complaint.test(line) && complaints.length < keptComplaints) complaints.push(line.slice(0, 400));
    });
  }
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${program} does not start:\n${greeting}`)), startMs);
    const hear = (chunk: Buffer) => {
      greeting += chunk.toString();
      const found = ready.exec(greeting)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      child.stdout.off('data', hear);
      child.stderr.off('data', hear);
      resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => {
      clearTimeout(late);
      reject(new Error(`${program} has ended:\n${greeting}`));
    });
  });
  return {
    pid: child.pid ?? 0,
    /** The address that `ready` matched. */
    address,
    /** Output of both streams until the program was ready. */
    greeting,
    /** The first hundred lines that only a bug of ours writes: a 500 in the log, warnings of Node, a stack trace. */
    complaints,
    /** Kills the process without warning, as a machine does that runs out of memory. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    /** Stops the process as an operator does; by force after 15 s. */
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(late);
    },
  };
}
