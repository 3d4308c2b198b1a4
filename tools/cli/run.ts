import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { type Arguments, type CommandName, commandNames, rowOf, UsageError } from './commands.ts';
import type { Context, Terminal } from './context.ts';

type Run = (args: Arguments<CommandName>, context: Context) => Promise<number>;

/**
 * Modules of the commands, by the first word of their names; the function of a command has its second word as its name,
 * or is called `run`. A module is loaded only when its command runs.
 */
const modules: Record<string, () => Promise<object>> = {
  doctor: () => import('../commands/doctor.ts'),
  admin: () => import('../commands/admin.ts'),
  sample: () => import('../commands/sample.ts'),
  redirects: () => import('../commands/redirects.ts'),
  site: () => import('../commands/site.ts'),
  backup: () => import('../commands/backup.ts'),
  restore: () => import('../commands/restore.ts'),
  export: () => import('../commands/export.ts'),
  import: () => import('../commands/import.ts'),
};

const processTerminal: Terminal = {
  environment: process.env,
  out: (text) => console.log(text),
  err: (text) => console.error(text),
};

/** Runs the words after `npm run studio --` and returns the exit code. Never rejects. */
export async function runStudio(words: readonly string[], terminal: Terminal = processTerminal) {
  const asksHelp =
    words.length === 0 || words[0] === 'help' || words.some((word) => /^(--help|-h)$/.test(word));
  const [first = '', second] = words.filter((word, at) => !(at === 0 && word === 'help'));
  const name =
    commandNames.find((each) => each === `${first} ${second}`) ?? commandNames.find((each) => each === first);
  const group = commandNames.filter((each) => each.startsWith(`${first} `));
  if (!name && !asksHelp) {
    terminal.err(`There is no command "${words.join(' ')}".\n\n${overview(group)}`);
    return 2;
  }
  if (!name || asksHelp) {
    terminal.out(name ? commandHelp(name) : overview(group));
    return 0;
  }
  try {
    const args = readArguments(name, words.slice(name.split(' ').length));
    const { createContext } = await import('./context.ts');
    const context = createContext(terminal, args.values.json === true);
    const [file = '', verb = 'run'] = name.split(' ');
    const module = (await modules[file]?.()) as Record<string, Run>;
    return (await module[verb.replace(/-(.)/g, (_, letter) => letter.toUpperCase())]?.(args, context)) ?? 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.err(
      isUsage
        ? `${error.message}\n${usageLine(name)}\n"npm run studio -- ${name} --help" says more.`
        : await errorText(error),
    );
    // Wrong usage ends with 2. If the command documents 2 with another meaning, wrong usage ends with 1, so that
    // scripts can distinguish the two.
    return isUsage && !rowOf(name).codes[2] ? 2 : 1;
  }
}

/** Parses the arguments of a command. Throws UsageError. */
function readArguments(name: CommandName, args: string[]) {
  const { options, arguments: wanted } = rowOf(name);
  let parsed: { values: object; positionals: string[] };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals: paths } = parsed;
  const places = wanted.split(' ').filter(Boolean);
  const least = places.filter((place) => !place.startsWith('[')).length;
  const most = wanted.includes('…') ? Number.POSITIVE_INFINITY : places.length;
  if (paths.length < least || paths.length > most || paths.includes(''))
    throw new UsageError(
      `The command takes ${wanted || 'no arguments'}, not: ${paths.join(' ') || 'nothing'}`,
    );
  return { paths, values: values as Arguments<CommandName>['values'] };
}

/**
 * Returns the text to print for an error: a sentence for a missing file, only the message for an expected error or
 * another system error, and the stack for any other error, which is a bug.
 */
async function errorText(error: unknown) {
  const { StartError } = await import('../../server/errors.ts');
  if (error instanceof StartError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) {
    // When a file cannot be created, its folder is what is missing.
    const folder = dirname(path);
    return existsSync(folder) ? `${path} does not exist.` : `The folder ${folder} does not exist.`;
  }
  if (error instanceof Error && typeof code === 'string') return error.message;
  return inspect(error);
}

const start = 'npm run studio --';

/** Returns the help of all commands, or of those of a group, such as `admin`. */
function overview(group: readonly CommandName[]) {
  const names = group.length > 0 ? group : commandNames;
  return [
    `Usage: ${start} COMMAND [arguments] [options]     (or: node scripts/studio.ts COMMAND …)`,
    ...section(
      'Commands:',
      names.map((name) => [name, rowOf(name).summary]),
    ),
    '',
    `"${start} help COMMAND" or COMMAND --help explains one. Commands accept --json, and those that write --dry-run.`,
    'Exit codes: 0 done; 1 failed, or found something; 2 wrong usage. Commands with other codes list them in their help.',
  ].join('\n');
}

function optionWords(name: CommandName) {
  return Object.entries(rowOf(name).options).map(
    ([option, { type, value = 'VALUE', text }]) =>
      [type === 'boolean' ? `--${option}` : `--${option} ${value}`, text] as const,
  );
}

function usageLine(name: CommandName) {
  const options = optionWords(name).map(([words]) => `[${words}]`);
  return wrap(['Usage:', start, name, rowOf(name).arguments, ...options].filter(Boolean));
}

function commandHelp(name: CommandName) {
  const { summary, details, codes, examples } = rowOf(name);
  return [
    `${summary}.`,
    '',
    usageLine(name),
    ...(details ? ['', wrap(details.split(' '))] : []),
    ...section('Options:', [...optionWords(name), ['--help', 'print this text']]),
    ...section('Exit codes:', [
      ['0', 'done'],
      ['1', `${codes[1] ?? 'failed, or found something'}${codes[2] ? '; wrong usage' : ''}`],
      ['2', codes[2] ?? 'wrong usage'],
      ...(codes[3] ? [['3', codes[3]] as const] : []),
    ]),
    '',
    'Examples:',
    ...examples.map((example) => `  ${start} ${example}`),
  ].join('\n');
}

function section(title: string, rows: readonly (readonly [string, string])[]) {
  const first = Math.max(...rows.map(([name]) => name.length));
  return ['', title, ...rows.map(([name, text]) => `  ${name.padEnd(first)}  ${text}`)];
}

/** Wraps words into lines of a hundred characters without breaking a word. */
function wrap(words: readonly string[]) {
  return words.reduce((text, word) => {
    const isFull = text.length - text.lastIndexOf('\n') + word.length > 100;
    return `${text}${isFull ? '\n' : ' '}${word}`;
  });
}
