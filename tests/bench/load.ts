import type { Stage } from './stage.ts';

/** What can be measured, with its unit and what a reader of a table sees above it. CPU is user and system time of the whole process. */
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

/** What one round has found. */
export type Round = Partial<Record<Figure, number>>;

/** One of those that a case compares: the product, an anchor, or the product in another state. */
export interface Contender {
  name: string;
  /** Measures once. Absent where nothing can be measured: its line says why. */
  round?: () => Promise<Round>;
  /** Why there is no round: "not installed" unless told. */
  missing?: string;
  /** Comes once before its rounds: what is not asked for often enough in one round to be compiled. */
  warmUp?: () => Promise<void>;
}

/** What a figure of a contender has to be; `of` makes it a multiple of the same figure of another contender. */
export interface Limit {
  figure: Figure;
  atMost?: number;
  atLeast?: number;
  of?: string;
  /** The contender that is judged: the first one unless told. */
  who?: string;
}

/** Contenders that do the same. Their rounds take turns, so that a machine whose speed drifts hits all alike. */
export interface Case {
  name: string;
  contenders: Contender[];
  limits?: Limit[];
  /** Measured rounds of each; 5 unless told. */
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

/** A file of tests/bench/loads exports one as `load`. */
export interface Load {
  /** As it is named on the command line. */
  name: string;
  target: Target;
  /** One sentence: what is measured, and beside what. */
  about: string;
  /** False for what runs only when it is named. */
  byDefault?: boolean;
  /** The cases one after the other: each is measured before the next is asked for, so that what comes between them may prepare it. */
  cases(stage: Stage): AsyncIterable<Case>;
}
