import autocannon from 'autocannon';
import { meterCpu, type Server } from './servers.ts';

/** Figures of one round: processor microseconds a request, requests a second, and whatever a measurement adds. */
type Figures = Record<string, number>;

/** One of the programs with the same task. */
export interface Contender {
  name: string;
  round: () => Promise<Figures>;
}

/** `figure` of the first contender, or of `all`: at most (or at least) so much, or so many times that of another one. */
export interface Limit {
  figure: string;
  all?: boolean;
  atMost?: number;
  atLeast?: number;
  of?: string;
}

let missed: string[] = [];

/** Measures contenders in turns, so that a drifting machine affects all alike, and prints medians of the rounds after those that warm up. */
export async function compare(
  title: string,
  contenders: Contender[],
  limits: Limit[] = [],
  rounds = 5,
  warmUps = 3,
) {
  const found = contenders.map(() => [] as Figures[]);
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const figures = await contender.round();
      if (round >= warmUps) found[index]?.push(figures);
    }
  const medians = contenders.map(({ name }, index) => ({ name, ...medianOf(found[index] ?? []) }));
  console.log(`\n## ${title}`);
  console.table(Object.fromEntries(medians.map(({ name, ...figures }) => [name, figures])));
  for (const { figure, all, atMost = Number.POSITIVE_INFINITY, atLeast = 0, of } of limits)
    for (const { name } of all ? contenders : contenders.slice(0, 1)) {
      const figureOf = (who: string) => Number({ ...medians.find((each) => each.name === who) }[figure]);
      const value = figureOf(name) / (of ? figureOf(of) : 1);
      const line = `${name}: ${figure} ${atLeast ? `≥ ${atLeast}` : `≤ ${atMost}`}${of ? ` × ${of}` : ''}: ${value.toFixed(2)}`;
      const reached = value <= atMost && value >= atLeast;
      if (!all || !reached) console.log(reached ? line : `${line}, MISSED`);
      if (!reached) missed.push(`${title}: ${line}`);
    }
}

/** Returns the limits that were missed so far. */
export function missedLimits(): string[] {
  const all = missed;
  missed = [];
  return all;
}

function medianOf(rounds: Figures[]): Figures {
  return Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => {
      const sorted = rounds.map((round) => round[name] ?? Number.NaN).toSorted((a, b) => a - b);
      return [name, Number((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toPrecision(4))];
    }),
  );
}

/** A contender that gets requests for a second, one in flight on each connection. Throws on another status. */
export function load(
  name: string,
  server: Server,
  requests: autocannon.Request[],
  { connections = 8, status = 200, amount }: { connections?: number; status?: number; amount?: number } = {},
): Contender {
  return {
    name,
    round: async () => {
      const cpu = meterCpu(server);
      const result = await autocannon({
        url: server.url,
        connections,
        requests,
        ...(amount ? { amount } : { duration: 1 }),
        timeout: 60,
      });
      const others = Object.keys(result.statusCodeStats ?? {}).filter((each) => each !== String(status));
      if (result.errors > 0 || others.length > 0)
        throw new Error(`${name}: ${result.errors} errors, answers of status ${others.join(', ')}`);
      const used = cpu();
      return {
        'µs of CPU': (used * 1000) / result.requests.total,
        'requests/CPU s': (result.requests.total / used) * 1000,
        seconds: result.duration,
        'median ms': result.latency.p50,
      };
    },
  };
}

/** Measures a piece of work, and the longest wait of another visitor who asks for something small all the time. */
export async function whileOthersAsk(server: Server, work: () => Promise<unknown>): Promise<Figures> {
  const cpu = meterCpu(server);
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const asked = performance.now();
    await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - asked);
  }
  await working;
  return { 'longest wait ms': longest, 'CPU ms': cpu() };
}
