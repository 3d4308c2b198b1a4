import { Agent, request } from 'undici';

/** Milliseconds of one call. */
export interface Measured {
  median: number;
  p95: number;
}

const rounds = 4;

/**
 * Calls each address `calls` times with `concurrency` in flight, the addresses taking turns in several rounds after a
 * warm-up. Gives the figures in the order of the addresses. Throws when an answer is not 200.
 */
export async function measure(
  addresses: string[],
  calls: number,
  concurrency: number,
  headers: Record<string, string> = {},
): Promise<Measured[]> {
  const agent = new Agent({ connections: concurrency });
  const times = addresses.map(() => [] as number[]);
  for (const address of addresses) await round(agent, address, Math.ceil(calls / 10), concurrency, headers);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, address] of addresses.entries()) {
      times[index]?.push(...(await round(agent, address, Math.ceil(calls / rounds), concurrency, headers)));
    }
  }
  await agent.close();
  return times.map((each) => {
    const sorted = each.toSorted((a, b) => a - b);
    return { median: at(sorted, 0.5), p95: at(sorted, 0.95) };
  });
}

async function round(
  agent: Agent,
  address: string,
  calls: number,
  concurrency: number,
  headers: Record<string, string>,
): Promise<number[]> {
  const times: number[] = [];
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const answer = await request(address, { dispatcher: agent, headers });
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return times;
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
