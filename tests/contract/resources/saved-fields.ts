import { isDeepStrictEqual } from 'node:util';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import { z } from 'zod';
import { callPath } from '#shared/contract/call-path.ts';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Engine } from '../../support/engines.ts';
import type { GoodCall } from './cases/good-call.ts';
import { resources } from './cases.ts';

/** A record as the product answers it. */
type Entity = Record<string, unknown>;
type Shape = Record<string, unknown>;

/** One field that a call has sent; a file has no value. */
interface SentField {
  name: string;
  value?: unknown;
  isFile: boolean;
}

/** Returns the fields of a form or a JSON body, with names without brackets. */
export function sentFields({ form = [], json }: GoodCall): SentField[] {
  const parts = form.map((part) => {
    const name = part.name.replace(/\[.*$/s, '');
    return 'text' in part ? { name, value: part.text, isFile: false } : { name, isFile: true };
  });
  return [...parts, ...Object.entries(json ?? {}).map(([name, value]) => ({ name, value, isFile: false }))];
}

/**
 * Returns the fields whose values are stored. `updated_at` is left out: it contains the previous version, and changes
 * with every write.
 */
function keptFields(call: GoodCall): SentField[] {
  return sentFields(call).filter(({ name }) => name !== 'updated_at');
}

/** Returns the record that a write is going to change; undefined if the call creates one, or if no call reads it. */
export async function entityBefore(
  engine: Engine,
  row: ContractRow,
  call: GoodCall,
): Promise<Entity | undefined> {
  if (row.method !== 'POST') return undefined;
  if (call.read) return asEntity(await call.read());
  return await readEntity(engine, readerOf(row, call), call.params?.id ?? expectedOf(call, 'id'));
}

/**
 * Returns the fields that a good write has sent and that did not come back, one line each: missing in the answer, or
 * when the record is read again. It checks all sent fields that the record has, by its schema or as it is shown. A
 * value that was equal before the write is also reported, since it does not show whether the field was saved.
 */
export async function unsavedFields(
  engine: Engine,
  row: ContractRow,
  call: GoodCall,
  { answer, before }: { answer: Response; before: Entity | undefined },
): Promise<string[]> {
  const fields = keptFields(call);
  if (row.method !== 'POST' || fields.length === 0) return [];
  const answered = asEntity(answer.body.data);
  const id = answered?.id ?? call.params?.id;
  const reader = readerOf(row, call);
  const stored = call.read ? asEntity(await call.read(answer.body)) : await readEntity(engine, reader, id);
  if (!stored && (call.read || reader)) return ['nothing can be read afterwards'];
  const schema = reader ? shapeOf(reader.data) : {};
  // Many answers have an open schema; then the fields are those of the single read.
  const answers = answered?.id !== undefined ? { ...schema, ...shapeOf(row.data) } : shapeOf(row.data);
  const lines = [
    ...faultsIn('the answer', fields, { call, shown: answered, schema: answers }),
    ...faultsIn('what is read afterwards', fields, { call, shown: stored, schema }),
  ];
  const shown = stored ?? answered ?? {};
  const known = fields.filter(({ name }) => name in shown);
  return [...lines, ...known.flatMap((field) => unchanged(field, before?.[field.name], shown[field.name]))];
}

function faultsIn(
  where: string,
  fields: SentField[],
  { call, shown, schema }: { call: GoodCall; shown: Entity | undefined; schema: Shape },
): string[] {
  if (!shown) return [];
  const known = fields.filter(({ name }) => name in schema || name in shown);
  return known.flatMap((field) => {
    const fault = faultOf(field, shown[field.name], expectedOf(call, field.name));
    return fault ? [`${field.name}: ${fault} in ${where}`] : [];
  });
}

/** Returns how a field differs; undefined if it came back as sent, or as the good call expects it. */
function faultOf({ value, isFile }: SentField, shown: unknown, expected: unknown): string | undefined {
  const there = shown === undefined ? 'nothing' : JSON.stringify(shown);
  if (isFile) return hasAddress(shown) ? undefined : `a file was sent, and ${there} is`;
  if (isSame(value, shown) || (expected !== undefined && isDeepStrictEqual(expected, shown)))
    return undefined;
  return `${JSON.stringify(value)} was sent, and ${there} is`;
}

/** Reports a value that was equal before the call; a new file has a new address. */
function unchanged({ name, value, isFile }: SentField, before: unknown, shown: unknown): string[] {
  if (isFile)
    return isDeepStrictEqual(before, shown) ? [`${name}: a file was sent, and that of before is there`] : [];
  if (!isSame(value, before)) return [];
  return [`${name}: ${JSON.stringify(value)} was there before; a good call must send another value`];
}

/** Forms send numbers and booleans as text, an empty text counts as no value, and line ends may differ. */
function isSame(one: unknown, other: unknown): boolean {
  if (isNone(one) || isNone(other)) return isNone(one) && isNone(other);
  if (typeof one === 'object' || typeof other === 'object') return isDeepStrictEqual(one, other);
  return plain(one) === plain(other);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function plain(value: unknown): string {
  const text = String(typeof value === 'boolean' ? Number(value) : value);
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Returns true for an address, or a list of pictures that all have one. */
function hasAddress(shown: unknown): boolean {
  if (Array.isArray(shown)) return shown.length > 0 && shown.every((each) => hasAddress(each?.image));
  return typeof shown === 'string' && shown !== '';
}

/** Returns the value that the good call expects of this field; undefined if it expects none, or only a pattern. */
function expectedOf({ data }: GoodCall, name: string): unknown {
  const value = asEntity(data)?.[name];
  const isMatcher = typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
  return isMatcher ? undefined : value;
}

/** A read that shows a written record, and the schema of the record. */
interface Reader {
  row: ContractRow;
  data: z.ZodType;
}

/** Reads one record by its single read, or finds it in the list. */
async function readEntity(
  engine: Engine,
  reader: Reader | undefined,
  id: unknown,
): Promise<Entity | undefined> {
  if (!reader || !isId(id)) return undefined;
  const get = async (path: string) => {
    const answer = await engine.admin.get(path);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  if (reader.row.path.includes('{id}')) return await get(callPath(reader.row, { id }));
  for (let page = 1, last = 1; page <= last; page += 1) {
    const data = await get(`${callPath(reader.row)}?page=${page}`);
    const found = (Array.isArray(data) ? data : data.data).find((each: Entity) => each.id === id);
    if (found) return found;
    last = data.last_page ?? 1;
  }
  return undefined;
}

/** Returns the single read of the same resource that shows fields of this call, or else the list of such records. */
function readerOf(row: ContractRow, call: GoodCall): Reader | undefined {
  const rows: ContractRow[] = Object.values(Object.values(resources).find((each) => row.name in each) ?? {});
  // A read that marks its record would change the compared values.
  const reads = rows.filter(({ method, marks }) => method === 'GET' && !marks);
  const written = Object.keys(shapeOf(row.data));
  const wanted = written.length > 0 ? written : ['id'];
  const shows = (data: unknown) => keptFields(call).some(({ name }) => name in shapeOf(data));
  const single = reads.find(
    ({ path, data }) => path.includes('{id}') && shows(data) && wanted.every((name) => name in shapeOf(data)),
  );
  if (single) return { row: single, data: single.data };
  const list = reads.find(
    ({ access, data }) => access === 'admin' && shows(row.data) && itemOf(data) === row.data,
  );
  return list && { row: list, data: row.data };
}

/** Returns the schema of the records in a list or in a page of one. */
function itemOf(data: z.ZodType): unknown {
  const list = shapeOf(data).data ?? data;
  return list instanceof z.ZodArray ? list.element : undefined;
}

function shapeOf(data: unknown): Shape {
  if (data instanceof z.ZodNullable) return shapeOf(data.unwrap());
  return data instanceof z.ZodObject ? data.shape : {};
}

function asEntity(value: unknown): Entity | undefined {
  return typeof value === 'object' && value !== null ? (value as Entity) : undefined;
}

function isId(value: unknown): value is Id {
  return typeof value === 'number' || typeof value === 'string';
}
