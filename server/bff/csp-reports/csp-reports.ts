import type { Logger } from 'pino';
import { countsInMemory } from '../../database/site/counts.ts';
import { createLimiter } from '../../limiter.ts';
import type { Violation } from './violations.ts';

/** Reports of one address that are looked at within a minute. */
const reportsPerMinute = 10;
const minuteMs = 60_000;
/** Addresses remembered; the longest unused goes first. */
const maxAddresses = 10_000;
/** Kinds kept: whoever makes some up fills this and no more. */
const maxKinds = 100;

interface CspReportStats {
  /** Violations that were reported, of every kind. */
  received: number;
  /** Requests that were refused: too many from one address, too large, or no report. */
  refused: number;
  /** Violations of a kind for which there was no room any more. */
  unkept: number;
  kinds: (Violation & { count: number })[];
}

/**
 * What browsers say that the content security policy kept from a page. Anybody can send such a report, so each is a rumour: it is
 * counted by its kind and logged once, and nothing acts on it. In memory only.
 */
export interface CspReports {
  /** How long the address has to wait before its next report is looked at, in seconds; 0 = not at all, and one is counted. */
  waitFor(address: string): Promise<number>;
  /** Something else than a report came, or too much of it. */
  refuse(): void;
  note(violation: Violation): void;
  stats(): CspReportStats;
}

/** `now` gives milliseconds on a clock that never goes back. */
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
          'a browser reports that the content security policy refused something',
        );
      } else {
        totals.unkept += 1;
      }
    },
    stats: () => ({ ...totals, kinds: [...kinds.values()].map((kind) => ({ ...kind })) }),
  };
}
