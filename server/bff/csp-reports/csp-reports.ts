import type { Logger } from 'pino';
import { countsInMemory } from '../../database/site/counts.ts';
import { createLimiter } from '../../limiter.ts';
import type { Violation } from './violations.ts';

/** Maximum number of reports per IP address and minute. */
const reportsPerMinute = 10;
const minuteMs = 60_000;
/** Maximum number of IP addresses whose reports are counted; beyond it, the least recently used one is dropped. */
const maxAddresses = 10_000;
/**
 * Maximum number of different kinds of violations that are counted. There has to be a limit, because an attacker can
 * invent kinds.
 */
const maxKinds = 100;

interface CspReportStats {
  /** Number of reported violations, of every kind. */
  received: number;
  /** Number of refused requests: too many from one IP address, too large, or not a report. */
  refused: number;
  /** Number of violations that were not counted by kind, because too many kinds were counted already. */
  unkept: number;
  kinds: (Violation & { count: number })[];
}

/**
 * Browsers' reports of violations of the content security policy. Anyone can send such a report, so none is trusted:
 * it is counted by kind, logged once, and triggers no action. The counts are kept in memory only.
 */
export interface CspReports {
  /**
   * Counts a report of this IP address and returns 0; at the limit, returns the seconds until its next report is
   * accepted.
   */
  waitFor(address: string): Promise<number>;
  /** Counts a refused request: too many from one IP address, too large, or not a report. */
  refuse(): void;
  note(violation: Violation): void;
  stats(): CspReportStats;
}

/** `now` returns milliseconds of a monotonic clock. */
export function createCspReports(log: Logger, now: () => number = () => performance.now()): CspReports {
  const limiter = createLimiter({
    counts: countsInMemory(now),
    kind: 'csp-report',
    limit: reportsPerMinute,
    windowMs: minuteMs,
    maxKeys: maxAddresses,
  });
  const kinds = new Map<string, Violation & { count: number }>();
  const totals = { received: 0, refused: 0, unkept: 0 };

  return {
    async waitFor(address) {
      const { giveBack, ...refused } = await limiter.tryTake(address);
      return 'waitMs' in refused ? Math.max(1, Math.ceil(refused.waitMs / 1000)) : 0;
    },
    refuse() {
      totals.refused += 1;
    },
    note({ directive, blocked, route }) {
      totals.received += 1;
      const key = `${directive} ${blocked} ${route}`;
      const known = kinds.get(key);
      if (known) {
        known.count += 1;
      } else if (kinds.size < maxKinds) {
        kinds.set(key, { directive, blocked, route, count: 1 });
        log.warn(
          { directive, blocked, route },
          'a browser reported a violation of the content security policy',
        );
      } else {
        totals.unkept += 1;
      }
    },
    stats: () => ({ ...totals, kinds: [...kinds.values()].map((kind) => ({ ...kind })) }),
  };
}
