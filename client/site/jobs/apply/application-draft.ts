import { type ApplicationValues, emptyApplication } from './application-values.ts';

/**
 * What a visitor typed, kept for this tab alone and only until it is sent or the tab is closed: the computer may be a library's.
 * The file and the consent are not kept. A browser that allows no storage keeps nothing, and the form works all the same.
 */
const kept = ['name', 'email', 'phone', 'city', 'portfolio_url', 'cover_letter'] as const;

type Texts = Pick<ApplicationValues, (typeof kept)[number]>;

/** `job` is the id of the job; undefined for an application without one. */
export function keepDraft(job: number | undefined, values: ApplicationValues): void {
  const texts = kept.map((name) => [name, values[name]] as const).filter(([, text]) => text !== '');
  if (texts.length === 0) dropDraft(job);
  else attempt((storage) => storage.setItem(keyOf(job), JSON.stringify(Object.fromEntries(texts))));
}

/** The form with what was typed before; undefined when nothing was. */
export function readDraft(job: number | undefined): ApplicationValues | undefined {
  const stored = attempt((storage) => JSON.parse(storage.getItem(keyOf(job)) ?? 'null') as unknown);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const texts: Partial<Texts> = {};
  for (const name of kept) {
    const text = (stored as Record<string, unknown>)[name];
    if (typeof text === 'string') texts[name] = text;
  }
  return { ...emptyApplication, ...texts };
}

export function dropDraft(job: number | undefined): void {
  attempt((storage) => storage.removeItem(keyOf(job)));
}

function keyOf(job: number | undefined): string {
  return `application:${job ?? 'spontaneous'}`;
}

function attempt<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
