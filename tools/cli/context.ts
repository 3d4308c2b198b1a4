import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/http/log.ts';
import type { Arguments, CommandName } from './commands.ts';

/** Where the runner writes, and the environment that it reads. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** What the runner hands to a command. */
export interface Context {
  environment: Record<string, string | undefined>;
  /** The words behind `npm run studio --`, for lines that are to be run again. */
  typed: readonly string[];
  /** True with `--json`. */
  isJson: boolean;
  /** A line for people on standard output; silent with `--json`. */
  say(text: string): void;
  /** A line on standard error. */
  warn(text: string): void;
  /** The result, as the one JSON document of `--json` on standard output; silent without. */
  answer(document: unknown): void;
  /** Warnings of the product, on standard error. */
  log: Logger;
  config(): Config;
  /** Of this product. */
  version(): Promise<string>;
}

/** A command: does its work and gives the exit code. What it rejects with is reported by the runner. */
export type Command<Name extends CommandName> = (args: Arguments<Name>, context: Context) => Promise<number>;

/** A whole context; loaded with the first command that needs one, so that help is quick. */
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
