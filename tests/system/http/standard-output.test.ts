// @module-tag deep/process: reads what a process has written when it ends
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const log = join(import.meta.dirname, '../../../server/http/log.ts');

/** The arguments of a program that has `output`. */
const withOutput = (program: string) => [
  '--input-type=module',
  '-e',
  `import { standardOutput } from ${JSON.stringify(log)}; const output = standardOutput(); ${program}`,
];

/** Runs a program that has `output`, and returns its standard output. */
const run = (program: string) =>
  spawnSync(process.execPath, withOutput(program), { encoding: 'utf8' }).stdout;

it.each([
  ['is ended', 'process.exit(3);'],
  ['dies of an exception', 'throw new Error("x");'],
])('what waits is written when the process %s', (_how, end) => {
  expect(run(`output.write("one\\n"); output.write("دو\\n"); ${end}`)).toBe('one\nدو\n');
});

it('lines stay whole and in order, however many and however long', () => {
  const long = 'a'.repeat(200_000);
  const text = run(
    `for (let i = 0; i < 20000; i += 1) { output.write(i + "\\n"); if (i === 5000) output.write("a".repeat(200000) + "\\n"); }`,
  );
  const numbers = Array.from({ length: 20_000 }, (_, index) => `${index}\n`);
  numbers.splice(5_001, 0, `${long}\n`);
  expect(text === numbers.join('')).toBe(true);
});

it('an output that takes no more stops nothing; later it gets what waited, whole and in order, and how many lines are missing', async () => {
  const child = spawn(
    process.execPath,
    withOutput(`
      const line = (n) => JSON.stringify({ n, text: "a".repeat(300) }) + "\\n";
      for (let n = 0; output.lost() < 10; n += 1) output.write(line(n));
      process.stderr.write("stalled");
      process.stdin.on("data", () => process.exit());`),
  );
  await once(child.stderr, 'data');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.endsWith('}\n') && text.includes('"lost":')) child.stdin.write('end');
  });
  await once(child, 'close');
  const told = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n?: number; lost?: number });
  const lost = told.at(-1)?.lost ?? 0;
  expect(lost).toBeGreaterThanOrEqual(10);
  expect(told.slice(0, -1).map(({ n }) => n)).toEqual(told.slice(0, -1).map((_, index) => index));
});

it('lines for a reader who is gone for good count as lost', async () => {
  const child = spawn(
    process.execPath,
    withOutput(
      'setInterval(() => { output.write("line\\n"); if (output.lost() > 3) process.exit(7); }, 20);',
    ),
  );
  child.stdout.destroy();
  expect((await once(child, 'close'))[0]).toBe(7);
});
