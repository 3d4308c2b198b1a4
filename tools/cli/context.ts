import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/http/log.ts';
import type { Arguments, CommandName } from './commands.ts';

/** Output of the runner, and the environment that it reads. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** Context that the runner passes to a command. */
export interface Context {
  environment: Record<string, string | undefined>;
  /** The words after `npm run studio --`, for lines that the user should run again. */
  typed: readonly string[];
  /** True with `--json`. */
  isJson: boolean;
  /** Writes a line for people to standard output; silent with `--json`. */
  say(text: string): void;
  /** Writes a line to standard error. */
  warn(text: string): void;
  /** Writes the result as the only JSON document of `--json` to standard output; silent without `--json`. */
  answer(document: unknown): void;
  /** Log for the product's warnings, on standard error. */
  log: Logger;
  config(): Config;
  /** Returns the version of this product. */
  version(): Promise<string>;
}

/** A command. Does its work and returns the exit code. The runner reports its rejections. */
export type Command<Name extends CommandName> = (args: Arguments<Name>, context: Context) => Promise<number>;

/** Creates a complete context. Loaded only with a command that needs one, so that help is quick. */
export function createContext(
  { environment, out, err }: Terminal,
  { typed, isJson }: { typed: readonly string[]; isJson: boolean },
): Context {
  return {
    environment,
    typed,
    isJson,
    say: isJson ? () => {} : out,
    warn: err,
    answer: isJson ? (document) => out(JSON.stringify(document, null, 2)) : () => {},
    log: createLog('warn', { write: (line) => err(line.trimEnd()) }),
    config: () => loadConfig(environment),
    async version() {
      const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    },
  };
}
