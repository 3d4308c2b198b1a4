import type { z } from 'zod';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { answerShape, type Fields, namesWhere } from '#shared/entities/entity.ts';
import type { FieldKind } from '#shared/entities/field.ts';
import { byKind, entityOf, fieldsOfKinds, type HostKind } from '../../server/bff/reads/host-kinds.ts';

/** For each entity, the schemas of its fields in answers. */
export const entityShapes = byKind((fields): Record<string, z.ZodType> => answerShape(fields));

/** Fields of each entity that host.json may map. */
export const entityFields = byKind((fields) =>
  namesWhere(fields, ({ answer }) => answer !== undefined).filter((name) => name !== 'picture_details'),
);

/**
 * Returns the fields that host.json may map for one call: those of its kind, and those that only the rows of its list
 * have, such as the category of all work.
 */
export function fieldsOfCall(row: ContractRow) {
  const entity = entityOf(row);
  if (!entity) return [];
  const { shape } = row.data as { shape?: { data?: { element?: { shape?: object } } } };
  const ofRows = Object.keys(shape?.data?.element?.shape ?? {});
  return [...entityFields[entity], ...ofRows.filter((name) => !Object.hasOwn(fieldsOfKinds[entity], name))];
}

const answeredAs = new Map(
  Object.values<Fields>(fieldsOfKinds).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { sentAs }]) => (sentAs ? [[sentAs, name] as const] : [])),
  ),
);

/** Returns the name in answers of a field, which forms may send under another name. */
export const answerName = (sent: string) => answeredAs.get(sent) ?? sent;

/** Fields that contain a list of nested records, with the entity of these records. */
export const nested: Partial<Record<HostKind, Record<string, HostKind>>> = {
  category: { tech_img: 'logo' },
  project: { images: 'project_image' },
  applicant: { notes: 'note' },
};

/** Kinds of fields whose values may have another format at a host. */
export type FieldCodecKind = 'word' | 'flag' | 'count' | 'moment' | 'media' | 'html' | 'id';

/** Codec of each kind of field. Values of other kinds are not converted. */
const readAs: Partial<Record<FieldKind, FieldCodecKind>> = {
  choice: 'word',
  flag: 'flag',
  number: 'count',
  order: 'count',
  amount: 'count',
  moment: 'moment',
  dayOrMoment: 'moment',
  picture: 'media',
  video: 'media',
  captions: 'media',
  rich: 'html',
  id: 'id',
  reference: 'id',
};

/** Codecs by field name. A name has the same meaning in every entity. */
export const kindOfField: Readonly<Record<string, FieldCodecKind>> = Object.fromEntries([
  ...Object.values<Fields>(fieldsOfKinds).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { kind, counts }]) => {
      const as = counts ? 'count' : readAs[kind];
      return as ? [[name, as]] : [];
    }),
  ),
  // Forms of a post send its id under the name `blog_id`.
  ['blog_id', 'id'],
]);

/**
 * Calls that host.json can map: all except the calls about the session, which this site answers itself. Sign-in and
 * sign-out are included, since the host takes part in them.
 */
export const mappedRows: ReadonlyMap<string, ContractRow> = new Map(
  rows
    .filter(
      (row) =>
        row.origin !== 'session' || row.name === contract.login.name || row.name === contract.logout.name,
    )
    .map((row) => [row.name, row]),
);

/** Returns the contract's names of all that a call sends in its body, including the names of its file fields. */
export function sentNames(row: ContractRow) {
  const texts = row.upload?.texts.map(({ name }) => name) ?? [];
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  return [...new Set([...texts, ...files, ...namesIn(row.body)])];
}

export function queryNames(row: ContractRow) {
  return namesIn(row.query);
}

/** Returns the names of the properties that the schema of an object has. */
function namesIn(schema: unknown) {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}

/** Returns the names of the parameters in a row's path. */
export function parameterNames(row: ContractRow) {
  return [...row.path.matchAll(/\{(\w+)\}/g)].map((mark) => mark[1] ?? '');
}

/** True for a call whose answer is one page of a list. */
export function isList(row: ContractRow) {
  return namesIn(row.data).includes('current_page');
}
