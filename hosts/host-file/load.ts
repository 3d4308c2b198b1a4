import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { textOf } from '#shared/desk-messages.ts';
import { problemOfNesting } from '#shared/json.ts';
import { readTextFile } from '#shared/text-file.ts';
import { StartError } from '../../server/errors.ts';
import { findLosses } from './call.ts';
import { issueWords, ofEveryObject } from './pieces.ts';
import { hostFileSchema } from './schema.ts';

/** Maximum size of host.json in bytes. A file that names every call and field has about 20 KiB. */
const longestFile = 1024 * 1024;

/**
 * Problems of host.json, one line for each place, for the operator. No line quotes a value of the file, since the
 * value may be a secret.
 */
function fileError(path: string, problems: readonly string[]) {
  const count = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  return new StartError(`${path} has ${count}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/**
 * Reads DATA_DIR/host.json, which maps the API host onto the contract. Rejects with `StartError`, which names
 * every invalid place. Calls `warn` if other users of the system can read the file, since its headers may contain
 * secrets.
 */
export async function loadHostFile(path: string, warn: (text: string) => void) {
  const unreadable = ({ message }: Error) => {
    throw fileError(path, [`the file cannot be read: ${message}`]);
  };
  const found = await stat(path).catch(unreadable);
  if (!found.isFile() || found.size > longestFile) throw fileError(path, ['must be a file of at most 1 MiB']);
  if (found.mode & 0o077) warn(`Other users of this machine can read ${path}; fix this with "chmod 600".`);
  const text = readTextFile(await readFile(path).catch(unreadable));
  if (text === undefined) throw fileError(path, [textOf('file.encoding')]);
  const file = parseHostFile(text, path);
  findLosses(file, (at, problem) => warn(`${path}: calls.${at.join('.')} ${problem}.`));
  return file;
}

/** Parses the text of a host.json. `path` is the name of the file in error messages. */
export function parseHostFile(text: string, path: string) {
  const value = parse(text, path);
  const nesting = problemOfNesting(value);
  if (nesting !== undefined) throw fileError(path, [nesting]);
  // A comment is a text, or a list of texts, under the name `//`. Anything else there is an unknown setting.
  const isComment = (inside: unknown) => [inside].flat().every((line) => typeof line === 'string');
  const plain = JSON.parse(text, (name, inside) => {
    // No valid file needs a name that would reach the prototype of an object.
    if (ofEveryObject.has(name)) throw fileError(path, [`${name}: unknown setting`]);
    return name === '//' && isComment(inside) ? undefined : inside;
  });
  const { data, error } = hostFileSchema.safeParse(plain, { error: issueWords });
  if (data) return data;
  throw fileError(path, [...new Set(error.issues.flatMap((issue) => linesOf(issue)))]);
}

function linesOf(issue: z.core.$ZodIssue) {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${at ? `${at}.` : ''}${key}: unknown setting`);
  // The problems of an invalid name of a property stand inside.
  const all = 'issues' in issue ? issue.issues : [issue];
  return all.map(({ message }) => `${at || 'the file'}: ${message}`);
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = brokenAt(text);
    throw fileError(path, [`the file is not valid JSON: line ${line}, column ${column}`]);
  }
}

/**
 * Returns the line and column, counted from 1, at which a text stops being valid JSON. The parser's own message is
 * not used: it quotes the text, and rarely states the position.
 */
function brokenAt(text: string) {
  // Binary search for the shortest beginning of the text that no continuation could make valid.
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const before = text.slice(0, mayGoOn(text) ? text.length : good).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** True for valid JSON, and for a text that is the beginning of valid JSON. */
function mayGoOn(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message)?.[1];
    if (position !== undefined && Number(position) >= text.length) return true;
    return /^(Unexpected end of JSON|Unterminated string)/.test(message);
  }
}
