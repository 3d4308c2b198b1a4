import { z } from 'zod';
import type { ContractRow } from '#shared/contract/index.ts';
import type { LogLine } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { type ActivityResource, activityResources } from '#shared/schemas/activity.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import type { Part } from '../../forms/read-form.ts';

/** The names of the fields and the ids in a call's body, without any values. */
export interface SentFields {
  /**
   * The names of the fields that the contract knows. Other names are not recorded, because a client could send a
   * value in place of a name.
   */
  fields: readonly string[];
  ids: readonly Id[];
  resource?: ActivityResource;
}

/** Returns the field names and ids of a JSON body. */
export function fieldsOfJson(row: ContractRow, body: unknown): SentFields {
  if (typeof body !== 'object' || body === null) return { fields: [], ids: [] };
  const { id: idField, of } = lineOf(row);
  const values = body as Record<string, unknown>;
  const known = namesOf(row);
  const ids = idField ? [values[idField]].flat().map(readJsonId) : [];
  const resource = activityResources.find((each) => of === 'resource' && each === values.resource);
  return {
    fields: Object.keys(values).filter((name) => known.has(name) && name !== idField),
    ids: [...new Set(ids.filter((id) => id !== undefined))],
    ...(resource && { resource }),
  };
}

/**
 * Returns the field names and ids of a multipart form. Its fields were already checked against the contract during
 * the upload.
 */
export function fieldsOfForm(row: ContractRow, parts: readonly Part[]): SentFields {
  const { id: idField } = lineOf(row);
  const of = parts.find(({ kind, name }) => kind === 'text' && name === idField)?.source;
  const id = Buffer.isBuffer(of) ? readJsonId(of.toString()) : undefined;
  const names = parts.map(({ name }) => name.split('[', 1)[0] ?? '').filter((name) => name !== idField);
  return { fields: [...new Set(names)], ids: id === undefined ? [] : [id] };
}

/** Returns the kind of record that a log line is about; undefined if the call is not about one kind of record. */
export function thingOf(row: ContractRow, sent: SentFields): ActivityResource | undefined {
  const { of } = lineOf(row);
  if (of) return of === 'resource' ? sent.resource : of;
  const { path, id, download, resource } = row;
  const named = path.includes('{id}') ? (id ?? resource) : download ? undefined : resource;
  return named === 'own' ? undefined : named;
}

function lineOf({ log }: ContractRow): Partial<LogLine> {
  return typeof log === 'object' ? log : {};
}

const bodies = new Map<string, ReadonlySet<string>>();

/** Returns the names of the fields of a row's body, by its schema. */
function namesOf({ name, body }: ContractRow): ReadonlySet<string> {
  const known =
    bodies.get(name) ??
    new Set(body ? namesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : []);
  bodies.set(name, known);
  return known;
}

/** Returns the names in a JSON Schema, including those of alternatives. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  const others = [anyOf, oneOf, allOf].flat().flatMap(namesIn);
  return [...Object.keys((properties as object | undefined) ?? {}), ...others];
}
