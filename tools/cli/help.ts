import { type CommandName, commandNames, commands, rowOf } from './commands.ts';

const start = 'npm run studio --';
const width = 100;

/** Returns the text of `npm run studio -- help`: every command. */
export function overview(): string {
  const summaries = commandNames.map((name) => [name, rowOf(name).summary] as const);
  return [
    `Usage: ${start} COMMAND [arguments] [options]     (or: node scripts/studio.ts COMMAND …)`,
    '',
    'Commands:',
    ...columns(summaries),
    '',
    `"${start} help COMMAND" or COMMAND --help explains one. Commands that report accept --json, commands that write accept --dry-run.`,
    'Exit codes: 0 done; 1 failed, or found something; 2 wrong usage. Commands with other codes list them in their help.',
  ].join('\n');
}

/** Returns the usage lines of a command. */
export function usageLine(name: CommandName): string {
  const row = rowOf(name);
  const options = Object.entries(row.options).map(([option, { type, value, multiple }]) => {
    const text = type === 'boolean' ? `--${option}` : `--${option} ${value ?? 'VALUE'}`;
    return `[${text}]${multiple ? '…' : ''}`;
  });
  const words = [`Usage: ${start} ${name}`, row.arguments ?? '', ...options].filter(Boolean);
  return wrap(words, ' '.repeat('Usage: '.length));
}

/** Returns the full help text of a command. */
export function commandHelp(name: CommandName): string {
  const row = rowOf(name);
  const options = Object.entries(row.options).map(
    ([option, { type, value, text }]) =>
      [type === 'boolean' ? `--${option}` : `--${option} ${value ?? 'VALUE'}`, text] as const,
  );
  const refused = Object.entries(row.refused ?? {}).map(
    ([option, why]) => [`--${option}`, `not offered: ${why}`] as const,
  );
  const codes = exitCodes(name).map(([code, text]) => [String(code), text] as const);
  const children = commandNames.filter((each) => each.startsWith(`${name} `));
  return [
    `${row.summary}.`,
    '',
    usageLine(name),
    ...(row.details ? ['', wrap(row.details.split(' '))] : []),
    ...section('Options:', [...options, ...refused, ['--help', 'print this text']]),
    ...section('Exit codes:', codes),
    '',
    'Examples:',
    ...row.examples.map((example) => `  ${start} ${example}`),
    ...section(
      'See also:',
      children.map((each) => [each, rowOf(each).summary]),
    ),
  ].join('\n');
}

/** Returns the help text of a group: the commands that share a first word, such as `admin`. */
export function groupHelp(names: readonly CommandName[]): string {
  return [
    'Usage:',
    ...names.flatMap((name) => {
      const row = rowOf(name);
      return [`  ${[start, name, row.arguments ?? ''].join(' ').trimEnd()}`, `      ${row.summary}.`];
    }),
    '',
    `"${start} COMMAND --help" explains one.`,
  ].join('\n');
}

/** Returns the list of commands as data, for programs. */
export function commandsAsJson(names: readonly CommandName[]): unknown {
  return names.map((name) => ({
    name,
    ...commands[name],
    count: undefined,
    codes: Object.fromEntries(exitCodes(name)),
  }));
}

/** Returns every exit code of a command with its meaning. */
function exitCodes(name: CommandName): [code: number, text: string][] {
  const { codes = {} } = rowOf(name);
  const usage = 'wrong usage';
  return [
    [0, 'done'],
    [1, `${codes[1] ?? 'failed, or found something'}${codes[2] ? `; ${usage}` : ''}`],
    [2, codes[2] ?? usage],
    ...Object.entries(codes).flatMap(([code, text]): [number, string][] =>
      Number(code) > 2 ? [[Number(code), text]] : [],
    ),
  ];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  return rows.length > 0 ? ['', title, ...columns(rows)] : [];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const first = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(first)}  ${text}`);
}

/** Wraps words into lines without breaking a word. All lines after the first are indented. */
function wrap(words: readonly string[], indent = ''): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < width) lines.push(`${last} ${word}`);
    else lines.push(last, indent + word);
  }
  return lines.join('\n');
}
