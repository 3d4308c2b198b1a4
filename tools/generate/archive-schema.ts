import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { z } from 'zod';
import type { Field } from '#shared/entities/field.ts';
import { freshFiles } from '../archive/database.ts';
import { manifestSchema } from '../archive/format.ts';
import { contentTables, isMade, nouns } from '../archive/nouns.ts';

/**
 * `npm run generate -- archive-schema`: derives the JSON Schema of exports (docs/archive.md) from the tables of the
 * engine. `#/$defs/manifest` is the schema of manifest.json, `#/$defs/blogs` that of a line of rows/blogs.jsonl.
 */
export async function archiveSchema(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-schema-'));
  await freshFiles(folder, pino({ level: 'silent' }));
  const database = new DatabaseSync(join(folder, 'content.sqlite'));
  const tables = contentTables
    .filter((table) => table !== 'redirects')
    .map((table) => [
      table,
      lineSchema(table, database.prepare('select * from pragma_table_info(?)').all(table)),
    ]);
  database.close();
  await rm(folder, { recursive: true });
  const path = { type: 'string' };
  const redirects = {
    type: 'object',
    properties: { from_path: path, to_path: path },
    required: ['from_path', 'to_path'],
  };
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'studio-archive, version 2',
    $defs: {
      manifest: z.toJSONSchema(manifestSchema, { io: 'input' }),
      ...Object.fromEntries(tables),
      redirects,
    },
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

function lineSchema(table: string, columns: Record<string, unknown>[]): object {
  const fields: Record<string, Field> = nouns.find((noun) => noun.table === table)?.fields ?? {};
  const types: Record<string, string> = { integer: 'integer', real: 'number', text: 'string' };
  const properties = columns.flatMap(({ name, type, notnull }) => {
    if (isMade(table, String(name))) return [];
    const kind = types[String(type).toLowerCase()];
    const words = fields[String(name)]?.words;
    const said =
      name === 'extra'
        ? { type: ['object', 'string', 'null'] }
        : { type: notnull || name === 'id' ? kind : [kind, 'null'] };
    return [[name, words ? { enum: notnull ? words : [...words, null] } : said]];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}
