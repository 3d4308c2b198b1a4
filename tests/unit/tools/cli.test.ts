import { describe, expect, it } from 'vitest';
import { type CommandName, commandNames, rowOf } from '../../../tools/cli/commands.ts';
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

const wordsOf = (name: CommandName) => name.split(' ');
/** If 2 is documented as another result, wrong usage exits with 1. */
const usageCode = (name: CommandName) => (rowOf(name).codes?.[2] ? 1 : 2);

describe.each(commandNames)('%s', (name) => {
  const row = rowOf(name);

  it('explains itself: usage, every option, exit codes and examples that are its own', async () => {
    const { code, out, err } = await studio(...wordsOf(name), '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await studio('help', ...wordsOf(name))).toEqual({ code, out, err });
    expect(out).toContain(`Usage: npm run studio -- ${name}`);
    for (const option of Object.keys(row.options)) expect(out).toContain(`--${option}`);
    for (const code of [0, 1, 2, ...Object.keys(row.codes ?? {})])
      expect(out).toMatch(new RegExp(`^  ${code}  \\S`, 'm'));
    for (const example of row.examples) expect(`${example} `.startsWith(`${name} `), example).toBe(true);
    expect((await studio('help')).out).toMatch(new RegExp(`^ {2}${name} +${row.summary.slice(0, 20)}`, 'm'));
  });

  it('refuses an option that it does not know, and says which one was meant', async () => {
    const strange = await studio(...wordsOf(name), '--colour');
    expect(strange).toEqual({
      code: usageCode(name),
      out: '',
      err: expect.stringContaining(`${name} has no option --colour.\nUsage: npm run studio -- ${name}`),
    });
    for (const option of Object.keys(row.options).filter((each) => each.length > 3)) {
      const near = await studio(...wordsOf(name), `--${option.slice(0, -1)}x`);
      expect(near.code).toBe(usageCode(name));
      expect(near.err).toContain(`Did you mean --${option}?`);
    }
  });

  it('takes --json and --dry-run, or refuses them by name with the reason', async () => {
    for (const option of ['json', 'dry-run'] as const) {
      const why = row.refused?.[option];
      expect([option, Object.hasOwn(row.options, option)]).toEqual([option, why === undefined]);
      if (why === undefined) continue;
      const { code, out, err } = await studio(...wordsOf(name), `--${option}`);
      expect({ code, out }).toEqual({ code: usageCode(name), out: '' });
      expect(err).toContain(`${name} does not accept --${option}: ${why}`);
    }
  });
});

it.each([
  ['bakup', 'There is no command "bakup". Did you mean backup?'],
  ['admin reset-pasword', 'Did you mean admin reset-password?'],
  ['admin list list', 'The command takes no arguments, but list was given.'],
])('what is typed wrongly, %s, is answered with the nearest', async (words, said) => {
  expect(await studio(...words.split(' '))).toEqual({ code: 2, out: '', err: expect.stringContaining(said) });
});
