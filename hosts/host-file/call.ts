import { z } from 'zod';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { entityOf, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import {
  answerName,
  fieldsOfCall,
  isList,
  mappedRows,
  parameterNames,
  queryNames,
  sentNames,
} from './entities.ts';
import { envelopeSchema } from './envelope.ts';
import {
  callPath,
  constant,
  issueWords,
  nameOrNothing,
  place,
  placeOrItems,
  scalar,
  sentName,
} from './pieces.ts';

/** Place of a field in the host's JSON, optionally with the translation of its values. */
const fieldSchema = z.union(
  [
    place,
    z.strictObject({
      /**
       * One place or several. With several, the first place that has a value is read, and the first in the list is
       * written. Of a list, such as the images of a project, the items of all places are read.
       */
      at: z.union([place, z.array(place).min(1).max(4)]).optional(),
      /** The text between the values of all places of `at`, such as the space between first and last name. */
      join: z.string().min(1).max(10).optional(),
      /**
       * Translation of values: the contract's value → the host's. Of a flag or a choice only listed values are sent, and a
       * flag with another reads as 0; any other field passes values that are not listed unchanged.
       */
      values: z.record(z.string().max(64), scalar).optional(),
      /** Prefix for a file name without a path: a path of the host, or a URL on one of `media.origins`. */
      base: z
        .string()
        .max(500)
        .regex(/^(https?:\/\/[^\s/?#@]+)?\/([^\s?#]*\/)?$/, 'must be a path or an address that ends with /')
        .optional(),
      /** How the host stores a text or an amount, if not as HTML or in whole units. */
      format: z.enum(['markdown', 'cents']).optional(),
      /** Constant value of a field that the host does not have. If the host sends the field, its value is ignored. */
      always: constant.optional(),
    }),
  ],
  { error: 'must be the place of a field, or an object with at, join, values, base, format or always' },
);

export const fields = z.record(z.string(), fieldSchema);

const callSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: callPath,
  /** Base of `path`: the URL in `root` of host.json, or only the origin of that URL. */
  from: z.enum(['root', 'origin']).default('root'),
  /**
   * Names in the query: the contract's → the host's. May also name a parameter of the contract's path, which is then
   * sent in the query.
   */
  query: z.record(z.string(), nameOrNothing).optional(),
  add_query: z.record(sentName, constant).optional(),
  /**
   * Names in the body: the contract's → the host's. A name that is not listed is not sent. May also name a parameter
   * of the contract's path.
   */
  body: z.record(z.string(), nameOrNothing).optional(),
  add_body: z.record(sentName, constant).optional(),
  /** Format of the body. By default the format of the contract's call. */
  send: z.enum(['json', 'json_api', 'multipart', 'urlencoded']).optional(),
  /** For a form: the name of one part that contains all values as JSON. The files are sent as parts of their own. */
  json_part: sentName.optional(),
  envelope: envelopeSchema.optional(),
  /**
   * Files that are uploaded by `media.upload` before this call: the contract's field → the host's name for the value
   * that the upload returns. A name with `[]` takes a list.
   */
  uploads: z.record(z.string(), sentName).optional(),
  /**
   * For a host that empties what a change does not send: names in the body → places in the record, as a GET of the same
   * path returns it before the change. They are sent again, unless the change itself has a value of this name. Null: the
   * host does not empty this one.
   */
  resend: z.record(sentName, placeOrItems.nullable()).optional(),
  /** Fields whose place in the answer to this call differs from their place in `fields` of host.json. */
  fields: fields.optional(),
  /**
   * Filter for the rows of the list: the contract's field → the value that a row must have, or `{id}` for a parameter
   * of the contract's path.
   */
  keep: z.record(z.string(), constant).optional(),
});

/** A call that is answered from the list of another call. */
const derivedSchema = z.strictObject({
  in: z.string(),
  keep: z.record(z.string(), constant).optional(),
});

export type HostCall = z.infer<typeof callSchema>;
export type DerivedCall = z.infer<typeof derivedSchema>;

/** The forms that the entry of a call in host.json may have, for the published schema. */
export const callForms = z.union([z.enum(['absent', 'as_contract']), callSchema, derivedSchema]);

/**
 * Parses the entry of a call. An entry that matches no alternative is parsed as a call with a path, because that
 * schema reports the most specific problems.
 */
export const callOrWord = z.unknown().transform((value, context) => {
  if (value === 'absent' || value === 'as_contract') return value;
  const isDerived = typeof value === 'object' && value !== null && 'in' in value;
  const parsed = (isDerived ? derivedSchema : callSchema).safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  if (typeof value !== 'object')
    context.addIssue({ code: 'custom', message: 'must be "absent", "as_contract" or an object with path' });
  else for (const issue of parsed.error.issues) context.addIssue({ ...issue, code: 'custom' });
  return z.NEVER;
});

export type FieldPlace = z.infer<typeof fieldSchema>;

type Report = (path: string[], message: string) => void;

/** The parts of host.json with which its calls are checked. */
interface JudgedFile {
  calls: Record<string, z.infer<typeof callOrWord>>;
  fields: Partial<Record<HostKind, z.infer<typeof fields>>>;
  media: { upload?: object };
}

/** Checks `calls` of host.json. Reports unknown names of calls, and the problems of each call. */
export function judgeCalls(file: JudgedFile, report: Report) {
  const { calls } = file;
  for (const [name, call] of Object.entries(calls)) {
    const row = mappedRows.get(name);
    if (!row) report([name], 'there is no such call of an API host: docs/calls.md names them');
    else if (call === undefined || typeof call === 'string') continue;
    else if ('in' in call) judgeDerived(row, call, calls[call.in], report);
    else {
      judgeNames(row, call, report);
      if (call.method === 'GET' && row.method !== 'GET')
        report([name, 'method'], 'must not be GET: the call changes something');
      judgeUploads(row, call, file, report);
    }
    const { fields, keep }: Pick<HostCall, 'fields' | 'keep'> = row && typeof call === 'object' ? call : {};
    judge('field', row ? fieldsOfCall(row) : [], { fields, keep }, (at, text) => report([name, ...at], text));
  }
}

/** Reports the names in parts of a call that are not known. */
export function judge(
  what: string,
  known: readonly string[],
  parts: Record<string, object | undefined>,
  report: Report,
  whole = 'this call',
) {
  const has =
    known.length === 0
      ? `${whole} has no ${what}`
      : `${whole} has no such ${what}; it has ${known.join(', ')}`;
  for (const [part, names] of Object.entries(parts))
    for (const each of Object.keys(names ?? {})) if (!known.includes(each)) report([part, each], has);
}

/** Checks the contract's names that a call uses in its query, body and path. */
function judgeNames(row: ContractRow, { query, body, path, keep }: HostCall, report: Report) {
  const marks = parameterNames(row);
  const ofCv = row.name === contract.downloadCv.name ? ['cv_key'] : [];
  const inPath = [...new Set([...marks, ...sentNames(row), ...ofCv])];
  // A record that is restored may keep its date, and a form that waited has a reference.
  const others = [row.does === 'add' ? 'created_at' : [], row.access === 'public' ? 'reference' : []].flat();
  const at: Report = (place, text) => report([row.name, ...place], text);
  judge('query parameter', [...queryNames(row), ...marks], { query }, at);
  judge('field', [...sentNames(row), ...marks, ...others], { body }, at);
  for (const [, mark = ''] of path.matchAll(/\{(\w+)\}/g))
    if (!inPath.includes(mark))
      at(['path'], `{${mark}} is not a parameter of this call; it has ${inPath.join(', ') || 'none'}`);
  if (keep && !isList(row)) at(['keep'], 'is for calls that give a list');
}

function judgeUploads(row: ContractRow, { uploads }: HostCall, { media }: JudgedFile, report: Report) {
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  judge('file', files, { uploads }, (at, text) => report([row.name, ...at], text));
  if (uploads && !media.upload)
    report([row.name, 'uploads'], 'needs media.upload: the call that takes the file');
}

/**
 * Reports the pictures that a host may lose by a change: those that `resend` of its call does not name, and those of a
 * list in JSON of which only one item is named. Such a file is no error: the host may keep what it is not sent.
 */
export function findLosses({ calls, fields }: JudgedFile, report: Report) {
  for (const [name, call] of Object.entries(calls)) {
    const row = mappedRows.get(name);
    if (!row?.upload || typeof call !== 'object' || 'in' in call) continue;
    const { uploads = {}, resend, send = '' } = call;
    const kind = entityOf(row);
    const startOf = (place: string | null) => place?.replace(/[.[].*/, '');
    const kept = Object.entries(resend ?? {})
      .flat()
      .map(startOf);
    const placesOf = (file: string) => {
      const said = kind && fields[kind]?.[answerName(file)];
      return [(typeof said === 'object' ? said.at : said) ?? [], uploads[file] ?? []].flat();
    };
    for (const [file, theirs] of Object.entries(uploads))
      if (send.startsWith('json') && /\[[^\]]|\.\d+(\.|$)/.test(theirs))
        report([name, 'uploads', file], 'is the place of one item: a list is photos[], or photos[].id');
    for (const { name: file } of resend ? row.upload.files : []) {
      const [first, ...others] = placesOf(file);
      if (first !== undefined && ![first, ...others].some((place) => kept.includes(startOf(place))))
        report(
          [name, 'resend'],
          `does not name ${first}, so a change may empty ${file}: name its place in the record, or null if the host keeps files that are not sent`,
        );
    }
  }
}

function judgeDerived(row: ContractRow, call: DerivedCall, source: unknown, report: Report) {
  const from = mappedRows.get(call.in);
  const at = [row.name, 'in'];
  if (row.method !== 'GET' || row.download) report([row.name], 'only a read can be answered from a list');
  else if (!from || !isList(from)) report(at, 'must be the name of a call that gives a list');
  else if (entityOf(from) !== entityOf(row)) report(at, 'must be a list of the same kind of record');
  else if (typeof source !== 'object' || source === null || 'in' in source)
    report(at, `${call.in} must be a call of this file with a path`);
}
