import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { type CommandName, rowOf } from './commands.ts';
import type { Command, Terminal } from './context.ts';
import { commandHelp, usageLine } from './help.ts';
import { findCommand, readArguments } from './parse.ts';
import { UsageError } from './usage-error.ts';

/** Modules of the commands. A module is loaded only when its command runs. */
const modules: { [Name in CommandName]: () => Promise<{ run: Command<Name> }> } = {
  doctor: () => import('../commands/doctor.ts'),
  'admin list': async () => ({ run: (await import('../commands/admin.ts')).list }),
  'admin add': async () => ({ run: (await import('../commands/admin.ts')).add }),
  'admin reset-password': async () => ({ run: (await import('../commands/admin.ts')).resetPassword }),
  'admin remove-second-step': async () => ({ run: (await import('../commands/admin.ts')).removeSecondStep }),
  'sample add': async () => ({ run: (await import('../commands/sample.ts')).add }),
  'sample remove': async () => ({ run: (await import('../commands/sample.ts')).remove }),
  'redirects list': async () => ({ run: (await import('../commands/redirects.ts')).list }),
  'redirects add': async () => ({ run: (await import('../commands/redirects.ts')).add }),
  'redirects remove': async () => ({ run: (await import('../commands/redirects.ts')).remove }),
  'redirects import': async () => ({ run: (await import('../commands/redirects.ts')).importFrom }),
  'redirects export': async () => ({ run: (await import('../commands/redirects.ts')).exportTo }),
  'site export': async () => ({ run: (await import('../commands/site.ts')).exportTo }),
  'site import': async () => ({ run: (await import('../commands/site.ts')).importFrom }),
  backup: () => import('../commands/backup.ts'),
  restore: () => import('../commands/restore.ts'),
  export: () => import('../commands/export.ts'),
  import: () => import('../commands/import.ts'),
  'import pull': () => import('../commands/pull.ts'),
  'import convert': () => import('../commands/convert.ts'),
  help: () => import('../commands/help.ts'),
};

const processTerminal: Terminal = {
  environment: process.env,
  out: (text) => console.log(text),
  err: (text) => console.error(text),
};

/** Runs the words after `npm run studio --` and returns the exit code. Never rejects. */
export async function runStudio(
  words: readonly string[],
  terminal: Terminal = processTerminal,
): Promise<number> {
  let name: CommandName | undefined;
  try {
    const request = findCommand(words);
    if ('help' in request) {
      terminal.out(request.help);
      return 0;
    }
    name = request.name;
    return await runCommand(name, request.rest, words, terminal);
  } catch (error) {
    if (error instanceof UsageError) return tellUsage(error, name, terminal);
    terminal.err(await errorText(error));
    return 1;
  }
}

async function runCommand<Name extends CommandName>(
  name: Name,
  rest: readonly string[],
  typed: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const args = readArguments(name, rest);
  if (!args) {
    terminal.out(commandHelp(name));
    return 0;
  }
  const { createContext } = await import('./context.ts');
  const { run } = await modules[name]();
  const isJson = (args.values as { json?: boolean }).json === true;
  return run(args, createContext(terminal, { typed, isJson }));
}

function tellUsage(error: UsageError, name: CommandName | undefined, { err }: Terminal): number {
  err(
    name
      ? `${error.message}\n${usageLine(name)}\n"npm run studio -- ${name} --help" says more.`
      : error.message,
  );
  // Wrong usage ends with 2. If the command documents 2 with another meaning, wrong usage ends with 1, so that
  // scripts can distinguish the two.
  return name && rowOf(name).codes?.[2] ? 1 : 2;
}

/**
 * Returns the text to print for an error: a sentence for a missing file, only the message for an expected error or
 * another system error, and the stack for any other error, which is a bug.
 */
async function errorText(error: unknown): Promise<string> {
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
