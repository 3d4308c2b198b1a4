import type { ContractRow } from '#shared/contract/index.ts';
import type { LogLine } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/is-record.ts';
import { type ActivityResource, activityResources } from '#shared/schemas/activity.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import type { Part } from '../../forms/read-form.ts';

/** The names of the fields and the ids in a call's body, without any values. */
export interface SentFields {
  fields: readonly string[];
  ids: readonly Id[];
  resource?: ActivityResource;
}

/**
 * Returns the field names and ids of a JSON body. It was reduced to the fields of the row, so that no name is recorded
 * in whose place a client has sent a value.
 */
export function fieldsOfJson(row: ContractRow, body: unknown): SentFields {
  if (!isRecord(body)) return { fields: [], ids: [] };
  const { id: idField, of } = lineOf(row);
  const ids = idField ? [body[idField]].flat().map(readJsonId) : [];
  const resource = activityResources.find((each) => of === 'resource' && each === body.resource);
  return {
    fields: Object.keys(body).filter((name) => name !== idField),
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
