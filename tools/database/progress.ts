/** Least time between two progress messages, in milliseconds. */
const everyMs = 2_000;

/** Returns a function that prints the progress of a long task, such as copying a table. */
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
