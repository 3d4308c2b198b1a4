import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** CPU that a process and its children have used so far. */
interface Usage {
  /** Nanoseconds of each living thread. */
  threads: Map<string, number>;
  /** Hundredths of a second, including ended threads and children that were waited for. */
  ticks: number;
}

const microsecondsPerTick = 10_000;

/**
 * Measures the CPU of a process, its threads and its children between two times, as Linux counts it: user and system
 * time. Returns a function that returns the microseconds since the start.
 */
export function meterCpu(pid: number): () => number {
  const before = usageOf(pid);
  return () => cpuBetween(before, usageOf(pid));
}

/**
 * `schedstat` is exact, but covers only living threads; `stat` covers ended threads too, rounded down to ticks for
 * user and for system time. The larger value is closer to the truth.
 */
function cpuBetween(before: Usage, after: Usage): number {
  let nanoseconds = 0;
  for (const [thread, used] of after.threads) nanoseconds += used - (before.threads.get(thread) ?? 0);
  return Math.max(nanoseconds / 1000, (after.ticks - before.ticks - 2) * microsecondsPerTick);
}

function usageOf(root: number): Usage {
  const usage: Usage = { threads: new Map(), ticks: 0 };
  for (const pid of treeOf(root)) {
    const [, , , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = statOf(pid);
    usage.ticks += Number(user) + Number(system) + Number(childUser) + Number(childSystem);
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const line = tryRead(`/proc/${pid}/task/${thread}/schedstat`);
      if (line) usage.threads.set(thread, Number(line.split(' ', 1)[0]));
    }
  }
  return usage;
}

/** Returns the process and all its descendants. */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const parent = Number(pid ? statOf(pid)[1] : Number.NaN);
    if (parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/**
 * Returns the fields of /proc/PID/stat from the state on: the name before the state may contain blanks and brackets.
 */
function statOf(pid: number): string[] {
  const line = tryRead(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** Returns the resident MiB of the process and its children. */
export function rssOf(pid: number): number {
  return sumOfStatus(pid, 'VmRSS');
}

/** Resets `peakRssOf`. */
export function forgetPeakRss(pid: number): void {
  for (const each of treeOf(pid)) writeFileSync(`/proc/${each}/clear_refs`, '5');
}

/** Returns the peak MiB of the process and its children since `forgetPeakRss`. */
export function peakRssOf(pid: number): number {
  return sumOfStatus(pid, 'VmHWM');
}

function sumOfStatus(root: number, field: string): number {
  const kilobytes = treeOf(root).map((pid) => {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(tryRead(`/proc/${pid}/status`));
    return Number(found?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** A process or thread may end while it is read. */
function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
