import type { Progress } from './copy.ts';

/** A line every so many milliseconds is enough. */
const everyMs = 2_000;

/** Says how far a long table is. */
export function createProgress(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): Progress {
  let last = now();
  return (table, what, done, of) => {
    if (now() - last < everyMs) return;
    last = now();
    say(`  ${table}: ${done} of ${of} ${what}`);
  };
}
