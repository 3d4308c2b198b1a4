// @module-tag deep/process: reads what a process has written when it ends
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const log = join(import.meta.dirname, '../../../server/http/log.ts');

/** Runs a program that has `output`, and returns its standard output. */
function run(program: string): string {
  const text = `import { standardOutput } from ${JSON.stringify(log)}; const output = standardOutput(); ${program}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
  return stdout;
}

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
