/** A line every so many milliseconds is enough. */
const everyMs = 2_000;

/** Says how far something long is: a table, say. */
export function createProgress(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): (subject: string, what: string, done: number, of: number) => void {
  let last = now();
  return (subject, what, done, of) => {
    if (now() - last < everyMs) return;
    last = now();
    say(`  ${subject}: ${done} of ${of} ${what}`);
  };
}
