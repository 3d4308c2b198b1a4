import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage, Started } from '../bench/stage.ts';
import { signIn } from '../support/sign-in.ts';
import { startStubUpstream } from '../support/stub-upstream.ts';
import { hiddenPath, type Place } from './case.ts';
import { startToldHost } from './told-host.ts';

/** A product in a process of its own, with its use of resources. */
export interface RunningPlace extends Place {
  name: PlaceName;
  /** Returns the current resources of the process; undefined where there is no /proc. */
  holdings(): Holdings | undefined;
  /** Lists files that exist only while work is in progress. */
  tempFiles(): string[];
  /** Returns unexpected failures in the log, and Node's own warnings. */
  logProblems(): string[];
  /** Throws unless an honest call of each kind is answered correctly. */
  proveAlive(): Promise<void>;
  /** Number of requests for hidden paths that the host received; must be 0. */
  hiddenRequests(): number;
}

interface Holdings {
  rssMiB: number;
  descriptors: number;
}

/** With the embedded engine; in front of a working host; in front of a host that answers on command. */
export type PlaceName = 'embedded' | 'stub' | 'told';

const admin = { email: 'admin@studio.example', password: 'correct horse battery' };

export async function openPlace(stage: Stage, name: PlaceName): Promise<RunningPlace> {
  const stub = name === 'stub' ? await startStubUpstream() : undefined;
  const told = name === 'told' ? await startToldHost() : undefined;
  const host = stub ?? told;
  const dataDir = stage.folder();
  const temporary = join(stage.folder(), 'tmp');
  mkdirSync(temporary);
  const started = await stage.product({
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    LOG_LEVEL: 'warn',
    SAMPLE_CONTENT: 'off',
    // Each case has its own address: otherwise limits per address would hide the checks behind them.
    TRUST_PROXY: 'loopback',
    UPSTREAM_TIMEOUT_MS: told ? '1000' : '15000',
    ...(host ? { UPSTREAM_URL: host.url } : { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
  });
  if (host) started.onStop(() => host.close());
  let hidden = 0;
  const { cookie } = await signIn(started, admin);
  return {
    name,
    url: started.url,
    cookie,
    ...(told && { hostAnswers: told.answers }),
    holdings: () => holdingsOf(started),
    tempFiles: () => [...filesIn(temporary), ...filesIn(join(dataDir, 'tmp'))],
    logProblems: () => problemsIn(readFileSync(started.log, 'utf8')),
    hiddenRequests() {
      hidden += (stub?.requests.splice(0) ?? []).filter(({ url }) => url.startsWith(hiddenPath)).length;
      return hidden;
    },
    async proveAlive() {
      for (const path of ['/healthz', '/', '/api/session', '/api/activeBlogs']) {
        const { status } = await fetch(started.url + path, { headers: { cookie } });
        if (status !== 200) throw new Error(`${name}: ${path} is answered with ${status}`);
      }
    },
  };
}

/** Waits until no work is in progress, at most `patience` milliseconds. */
export async function settle(place: RunningPlace, descriptors = 0, patience = 20_000): Promise<void> {
  const end = performance.now() + patience;
  const isAtRest = () =>
    place.tempFiles().length === 0 &&
    (descriptors === 0 || (place.holdings()?.descriptors ?? 0) <= descriptors);
  do await sleep(500);
  while (!isAtRest() && performance.now() < end);
}

function holdingsOf({ pid }: Started): Holdings | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      rssMiB: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return undefined;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}

/** Log lines that are not JSON come from Node: warnings of leaks, and stacks of uncaught errors. */
function problemsIn(log: string): string[] {
  return log.split('\n').filter((line) => {
    if (!line.startsWith('{'))
      return /Warning:|Error:|^ +at |leak/.test(line) && !/ExperimentalWarning|DeprecationWarning/.test(line);
    return /"msg":"(unexpected error|content API: unexpected error)"/.test(line);
  });
}
