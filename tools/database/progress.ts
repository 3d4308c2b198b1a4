/** Least time between two lines, in milliseconds. */
const everyMs = 2_000;

/** Reports the progress of a long task, such as a table. */
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
