import { parseArgs } from 'node:util';
import { nearestName } from '#shared/near-miss.ts';
import { type Arguments, type CommandName, type CommandRow, commandNames, rowOf } from './commands.ts';
import { groupHelp, overview } from './help.ts';
import { UsageError } from './usage-error.ts';

/** The parsed beginning of a command line: a command and the words after its name, or a help text to print. */
type Request = { name: CommandName; rest: readonly string[] } | { help: string };

const isHelp = (word: string) => word === '--help' || word === '-h';

/**
 * Finds the command whose name is the first words. Throws UsageError, which suggests the most similar command name if
 * there is one.
 */
export function findCommand(words: readonly string[]): Request {
  const [first, second = ''] = words;
  if (first === undefined || isHelp(first)) return { help: overview() };
  if (first.startsWith('-')) throw new UsageError(`The command comes first.\n\n${overview()}`);
  const long = commandNames.find((name) => name === `${first} ${second}`);
  if (long) return { name: long, rest: words.slice(2) };
  const short = commandNames.find((name) => name === first);
  if (short) return { name: short, rest: words.slice(1) };
  const group = commandsOf(first);
  if (group.length === 0) throw new UsageError(unknownCommand(first));
  if (isHelp(second)) return { help: groupHelp(group) };
  if (second === '' || second.startsWith('-'))
    throw new UsageError(`${first} is a group of commands.\n\n${groupHelp(group)}`);
  const meant = nearestName(`${first} ${second}`, group);
  const problem = `There is no command "${first} ${second}".`;
  throw new UsageError(`${problem}${meant ? ` Did you mean ${meant}?` : ''}\n\n${groupHelp(group)}`);
}

/** Returns the commands whose names begin with this word. */
export function commandsOf(word: string): CommandName[] {
  return commandNames.filter((name) => name.startsWith(`${word} `));
}

function unknownCommand(word: string): string {
  const firstWords = [...new Set(commandNames.map((name) => name.split(' ')[0] ?? name))];
  const meant = nearestName(word, firstWords);
  return `There is no command "${word}".${meant ? ` Did you mean ${meant}?` : ''} "npm run studio -- help" lists the commands.`;
}

/** Parses the arguments of a command; returns undefined if the user asks for its help. Throws UsageError. */
export function readArguments<Name extends CommandName>(
  name: Name,
  rest: readonly string[],
): Arguments<Name> | undefined {
  const row = rowOf(name);
  const options = { ...row.options, help: { type: 'boolean', short: 'h' } } as const;
  const { tokens } = parseArgs({ args: [...rest], options, strict: false, tokens: true });
  const named = tokens.filter((token) => token.kind === 'option').map((token) => token.name);
  if (named.includes('help')) return undefined;
  for (const option of named)
    if (!Object.hasOwn(options, option)) throw new UsageError(refusalOf(name, option));
  const { values, positionals } = parseStrictly(rest, options);
  const [least, most] = row.count;
  if (positionals.length < least || positionals.length > most || positionals.includes(''))
    throw new UsageError(countText(row, positionals));
  return { paths: positionals, values: values as Arguments<Name>['values'] };
}

function refusalOf(name: CommandName, option: string): string {
  const { options, refused = {} } = rowOf(name);
  const why = Object.entries(refused).find(([each]) => each === option)?.[1];
  if (why) return `${name} does not accept --${option}: ${why}`;
  const meant = nearestName(option, Object.keys(options));
  return `${name} has no option --${option}.${meant ? ` Did you mean --${meant}?` : ''}`;
}

function parseStrictly(
  rest: readonly string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'],
) {
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function countText({ arguments: wanted, count: [least] }: CommandRow, given: readonly string[]): string {
  if (!wanted) return `The command takes no arguments, but ${given.join(' ')} was given.`;
  return given.length < least
    ? `${wanted.split(' ').slice(given.length).join(' ')} is missing.`
    : `The command takes ${wanted}, not: ${given.join(' ')}`;
}
