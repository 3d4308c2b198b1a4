import { describe, expect, it } from 'vitest';
import { commandNames, rowOf } from '../../../tools/cli/commands.ts';
import { runStudio } from '../../../tools/cli/run.ts';

/** Runs the command line as an operator types it, without a process. */
async function studio(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runStudio(words, {
    environment: {},
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe.each(commandNames)('%s', (name) => {
  it('explains itself: usage, every option, exit codes and examples; and refuses an option that it does not know', async () => {
    const row = rowOf(name);
    const { code, out, err } = await studio(...name.split(' '), '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await studio('help', ...name.split(' '))).toEqual({ code, out, err });
    expect(out).toContain(`Usage: npm run studio -- ${name}`);
    for (const option of Object.keys(row.options)) expect(out).toContain(`--${option}`);
    for (const code of [0, 1, 2, ...Object.keys(row.codes)])
      expect(out).toMatch(new RegExp(`^  ${code}  \\S`, 'm'));
    for (const example of row.examples) expect(`${example} `.startsWith(`${name} `), example).toBe(true);
    expect((await studio('help')).out).toMatch(new RegExp(`^ {2}${name} +${row.summary.slice(0, 20)}`, 'm'));
    expect(await studio(...name.split(' '), '--colour')).toEqual({
      // If 2 is documented as another result, wrong usage exits with 1.
      code: row.codes[2] ? 1 : 2,
      out: '',
      err: expect.stringMatching(/'--colour'[\s\S]*\nUsage: npm run studio -- /),
    });
  });
});

it.each([
  ['bakup', 'There is no command "bakup".'],
  ['admin reset-pasword', '  admin reset-password      Set a new password'],
  ['admin list list', 'The command takes no arguments, not: list'],
])('what is typed wrongly, %s, is refused with what there is', async (words, said) => {
  expect(await studio(...words.split(' '))).toEqual({ code: 2, out: '', err: expect.stringContaining(said) });
});
