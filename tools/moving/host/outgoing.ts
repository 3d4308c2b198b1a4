import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { isFile } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { sentNames } from '../../../hosts/host-file/entities.ts';
import { namesOfMoves } from '../../../hosts/host-file/judge-calls.ts';
import type { FilePart } from '../../../server/forms/read-form.ts';
import { archivedFields } from '../../archive/field-schemas.ts';
import { mediaEndings } from '../../archive/manifest.ts';
import { type ArchiveRecords, fieldsOf, isReference, type MediaReference } from '../../archive/records.ts';
import type { ArchivedFile } from '../../archive/source-and-target.ts';
import type { HostEntity } from './records-of.ts';

/**
 * Entities that can be pushed to a host, with the calls that add them. Applications and messages are missing, since
 * they cannot be sent on behalf of another person.
 */
export const adds = {
  categories: 'addProjectCategory',
  projects: 'addProject',
  posts: 'saveBlog',
  jobs: 'addJob',
  team: 'addTeamMember',
} as const satisfies Partial<Record<HostEntity, CallName>>;

export type Pushed = keyof typeof adds;
export type PushedRecord = ArchiveRecords[Pushed];

export type FileOf = (reference: MediaReference) => ArchivedFile | undefined;

/**
 * Returns the values that are sent in the call that adds a row. `takes` are names that the host accepts although the
 * form does not contain them: the id and dates.
 */
export function valuesOf(
  entity: Pushed,
  record: PushedRecord,
  takes: readonly string[],
): [string, unknown][] {
  const row: ContractRow = contract[adds[entity]];
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  const names = [...sentNames(row).filter((name) => name !== 'updated_at'), ...takes];
  const fields = record as Record<string, unknown>;
  return names.flatMap((name): [string, unknown][] => {
    const value = fields[name];
    const isSaid = value !== undefined && value !== null && !files.includes(name);
    return isSaid ? [[name, value]] : [];
  });
}

/**
 * Returns the names of the id and the dates, as far as host.json lists them in the `body` of the call that adds a
 * row: the host accepts these values although the form does not contain them.
 */
export function extensionNames(
  entity: Pushed,
  body: Readonly<Record<string, string | null>> | undefined,
): string[] {
  return namesOfMoves(contract[adds[entity]]).filter((name) => body?.[name]);
}

/**
 * Returns the files of a row, under the field names of the form that adds the row. Files that the archive does not
 * contain are left out.
 */
export function filesOf(entity: Pushed, record: PushedRecord, fileOf: FileOf): FilePart[] {
  const said = record as Record<string, unknown>;
  return archivedFields(fieldsOf(entity)).flatMap(([name, field]) => {
    if (!isFile(field)) return [];
    const value = said[name];
    const references = Array.isArray(value)
      ? value.map(({ image }) => image)
      : isReference(value)
        ? [value]
        : [];
    const there = references.flatMap((reference: MediaReference) => {
      const file = fileOf(reference);
      return file ? [{ reference, file }] : [];
    });
    return there.map(({ reference, file }, at) => partOf(sentName(name, field, at), reference, file));
  });
}

/**
 * Returns the field name for a file. The pictures of a list are numbered, except for a list that forms send under
 * another name.
 */
function sentName(name: string, { kind, sentAs }: Field, at: number): string {
  if (kind !== 'pictures') return name;
  return sentAs === undefined ? `${name}[${at}]` : `${sentAs}[]`;
}

export function partOf(field: string, reference: MediaReference, file: ArchivedFile): FilePart {
  const fileName = nameOf(reference, file.type);
  return { kind: 'file', name: field, fileName, type: file.type, source: file.path, size: file.bytes };
}

/** Returns the name of a file with the extension that belongs to its real type, since hosts rely on the extension. */
function nameOf({ name, address }: MediaReference, type: string): string {
  const last = name ?? address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  const base = last.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[^\p{L}\p{N}._ -]+/gu, '_');
  return `${base.slice(0, 100) || 'file'}.${mediaEndings[type] ?? 'bin'}`;
}
