import type { Stage } from './stage.ts';

/** The measurable figures, with their units and column heads. CPU is user and system time of the whole process. */
export const figures = {
  cpu: { head: 'CPU µs a request', digits: 0 },
  perCpuSecond: { head: 'requests a CPU second', digits: 0 },
  perSecond: { head: 'requests/s, at least', digits: 0 },
  wait: { head: 'median wait, ms', digits: 2 },
  cpuMs: { head: 'CPU ms', digits: 1 },
  seconds: { head: 'wall s', digits: 2 },
  cpuSeconds: { head: 'CPU s', digits: 2 },
  rss: { head: 'RSS MiB', digits: 0 },
  addedRss: { head: 'RSS added, MiB', digits: 0 },
  longestWait: { head: 'longest wait of others, ms', digits: 0 },
  longestBlock: { head: 'longest block, CPU ms', digits: 1 },
  addresses: { head: 'addresses', digits: 0 },
  cpuPerKilobyte: { head: 'CPU µs a kB', digits: 0 },
  kilobytes: { head: 'kB', digits: 1 },
  compressedKilobytes: { head: 'kB br', digits: 1 },
  performance: { head: 'performance', digits: 0 },
  accessibility: { head: 'accessibility', digits: 0 },
  bestPractices: { head: 'best practices', digits: 0 },
  seo: { head: 'SEO', digits: 0 },
  fcp: { head: 'FCP s', digits: 2 },
  lcp: { head: 'LCP s', digits: 2 },
  tbt: { head: 'TBT ms', digits: 0 },
  cls: { head: 'CLS', digits: 3 },
  requests: { head: 'requests', digits: 0 },
  scriptKib: { head: 'script KiB', digits: 0 },
  styleSheets: { head: 'style sheets', digits: 0 },
  styleKib: { head: 'style KiB', digits: 0 },
  fontKib: { head: 'font KiB', digits: 0 },
  imageKib: { head: 'image KiB', digits: 0 },
  totalKib: { head: 'KiB in all', digits: 0 },
  screenRequests: { head: 'requests without pictures, first screen', digits: 0 },
  screenKib: { head: 'KiB, first screen', digits: 0 },
} as const;

export type Figure = keyof typeof figures;

/** Results of one round. */
export type Round = Partial<Record<Figure, number>>;

/** One of the candidates that a case compares: the product, an anchor, or the product in another state. */
export interface Contender {
  name: string;
  /** Measures once. Absent where nothing can be measured: the contender's line then states why. */
  round?: () => Promise<Round>;
  /** Reason why there is no round; "not installed" by default. */
  missing?: string;
  /** Runs once before the rounds, for code that runs too rarely in one round to be compiled. */
  warmUp?: () => Promise<void>;
}

/** Limit of a contender's figure; `of` makes it a multiple of the same figure of another contender. */
export interface Limit {
  figure: Figure;
  atMost?: number;
  atLeast?: number;
  of?: string;
  /** The contender that is judged; the first by default. */
  who?: string;
}

/**
 * Contenders with the same task. Their rounds alternate, so that a drift of the machine's speed affects all alike.
 */
export interface Case {
  name: string;
  contenders: Contender[];
  limits?: Limit[];
  /** Number of measured rounds for each contender; 5 by default. */
  rounds?: number;
}

/** The targets of the product, as docs/performance.md lists them. */
export const targets = [
  'cached read',
  'session read',
  'static',
  'upload',
  'pages',
  'lag',
  'growth',
  'scale',
  'memory and start',
] as const;

type Target = (typeof targets)[number];

/** A load; each file of tests/bench/loads exports one as `load`. */
export interface Load {
  /** Name on the command line. */
  name: string;
  target: Target;
  /** One sentence: what is measured, and compared with what. */
  about: string;
  /** False for a load that runs only when it is named. */
  byDefault?: boolean;
  /**
   * Returns the cases one after the other: each is measured before the next is requested, so that the code in between
   * may prepare the next case.
   */
  cases(stage: Stage): AsyncIterable<Case>;
}
