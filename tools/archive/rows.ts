import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { readableBytes } from '#shared/limits.ts';
import { problemOfNesting } from '#shared/nesting.ts';
import { type ArchiveKind, archiveLimits } from './manifest.ts';
import { type ArchiveRecords, recordSchemas } from './records.ts';

/** Result for one line of a file of rows: its record, or what is wrong with it. */
export type Row<Name extends ArchiveKind> = { line: number } & (
  | { record: ArchiveRecords[Name] }
  | { wrong: string }
);

/** Describes what is wrong with a row, with the names of its fields. Names at most three faults. */
export function wordsOf({ issues: found }: Pick<z.ZodError, 'issues'>): string {
  const issues = found.map((issue) => {
    const at = issue.path.join('.');
    if (issue.code === 'unrecognized_keys')
      return `${[...(at ? [at] : []), issue.keys.join(', ')].join('.')}: unknown field; values without a field go into extra`;
    return at ? `${at}: ${issue.message}` : issue.message;
  });
  return issues.slice(0, 3).join('; ');
}

/**
 * Reads a file of rows line by line. Stops at a line that is too long: the rest of it is not read, so the beginning
 * of the next line is unknown.
 */
export async function* readRows<Name extends ArchiveKind>(
  path: string,
  entity: Name,
): AsyncGenerator<Row<Name>> {
  const schema: z.ZodType<ArchiveRecords[Name]> = recordSchemas[entity] as never;
  let number = 0;
  for await (const bytes of linesOf(path)) {
    number += 1;
    if (!bytes) {
      yield { line: number, wrong: `is longer than ${readableBytes(archiveLimits.lineBytes)}` };
      return;
    }
    const value = jsonOf(bytes);
    if ('wrong' in value) yield { line: number, wrong: value.wrong };
    else {
      const result = schema.safeParse(value.json);
      yield result.success
        ? { line: number, record: result.data }
        : { line: number, wrong: wordsOf(result.error) };
    }
  }
}

function jsonOf(bytes: Buffer): { json: unknown } | { wrong: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { wrong: 'is not UTF-8' };
  }
  try {
    const json: unknown = JSON.parse(text);
    const wrong = problemOfNesting(json);
    return wrong === undefined ? { json } : { wrong };
  } catch {
    return { wrong: text.trim() === '' ? 'is empty' : 'is not JSON' };
  }
}

/** Yields the lines of a file. Yields undefined for a line that is too long, and then ends. */
async function* linesOf(path: string): AsyncGenerator<Buffer | undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      length += end;
      if (length > archiveLimits.lineBytes) return yield undefined;
      yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      pieces = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length === 0) continue;
    pieces.push(rest);
    length += rest.length;
    if (length > archiveLimits.lineBytes) return yield undefined;
  }
  if (length > 0) yield Buffer.concat(pieces);
}
