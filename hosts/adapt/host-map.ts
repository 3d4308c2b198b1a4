import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { entityOf, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { AppError } from '../../server/errors.ts';
import type { FieldPlace, HostCall } from '../host-file/call.ts';
import { isList, mappedRows } from '../host-file/entities.ts';
import { type Envelope, presets } from '../host-file/envelope.ts';
import { readAt } from '../host-file/pieces.ts';
import type { HostFile } from '../host-file/schema.ts';

/** Where and how the host has a field of the contract. */
export type HostField = ReturnType<typeof fieldOf>;

export type FieldMap = ReadonlyMap<string, HostField>;

/** A call of the contract with the host's call that answers it. */
export type MappedCall = NonNullable<ReturnType<HostMap['calledFor']>>;

export type HostMap = ReturnType<typeof createHostMap>;

/** Compiles a validated host.json once, so that nothing of it has to be parsed for each call. */
export function createHostMap(file: HostFile) {
  const fields = new Map(
    Object.entries(file.fields).map(([entity, map]) => [entity as HostKind, fieldMap(map ?? {})]),
  );
  const rootPath = file.root.pathname.replace(/\/+$/, '');
  const answerers = new Map(
    Array.from(mappedRows.values(), (row) => {
      const said = file.calls[row.name] ?? (row.origin === 'extension' ? 'absent' : file.unnamed);
      return [row.name, answererFor(row, said)];
    }),
  );

  function answererFor(row: ContractRow, said: HostFile['calls'][string]) {
    if (said === 'absent') return undefined;
    if (typeof said === 'object' && 'in' in said) return { row, derived: said };
    const entity = entityOf(row);
    // A root that ends with /api is not followed by the /api of the contract's path.
    const belowRoot = rootPath.endsWith('/api') ? pathWithoutApi(row) : row.path;
    const call: HostCall = said === 'as_contract' ? { path: belowRoot, from: 'root' } : said;
    const own = call.fields && fieldMap(call.fields);
    const ofEntity = entity && fields.get(entity);
    return {
      row,
      call,
      entity,
      envelope: envelopeOf(file, call.envelope),
      /** The numbers of a list that host.json itself names, in contrast to those of the preset. */
      named: namedCounts(file.envelope, call.envelope),
      isList: isList(row),
      /**
       * True if the host uses the contract's names for all fields that host.json does not map, in answers and in
       * requests.
       */
      sendsUnnamed:
        said === 'as_contract' || file.unnamed === 'as_contract' || call.path === pathWithoutApi(row),
      /**
       * The mapped fields of the entity in the answer to this call. Nested entities use the fields that host.json maps
       * for them.
       */
      fields: own ? new Map([...(ofEntity ?? []), ...own]) : ofEntity,
    };
  }

  return {
    file,
    /** Origin of the host, without the path of `root`. */
    origin: new URL(file.root.origin),
    /** Headers that are added to each call. */
    headers: Object.fromEntries(
      Object.entries(file.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    /** Returns the host's path of a call that counts from `root` or from its origin. */
    pathOf: ({ from, path }: Pick<HostCall, 'from' | 'path'>) =>
      `${from === 'root' ? rootPath : ''}${path}` || '/',
    /** Returns what answers a call; undefined for a call that the host lacks. */
    answererOf: ({ name }: Pick<ContractRow, 'name'>) => answerers.get(name),
    /** Returns the host's own call that answers a call; undefined if the host lacks it, or it is derived from a list. */
    calledFor({ name }: Pick<ContractRow, 'name'>) {
      const answerer = answerers.get(name);
      return answerer?.derived ? undefined : answerer;
    },
    fieldsOf: (entity: HostKind) => fields.get(entity),
  };
}

function pathWithoutApi({ path }: ContractRow) {
  return path.replace(/^\/api(?=\/)/, '');
}

/**
 * Returns the envelope of the host's answers. `own` is the envelope of a single call; its properties override those
 * of `envelope`.
 */
export function envelopeOf({ preset, envelope }: HostFile, own: Envelope = {}): Envelope {
  return { ...presets[preset], ...envelope, ...own };
}

function fieldMap(map: Record<string, FieldPlace>) {
  return new Map(Object.entries(map).map(([name, place]) => [name, fieldOf(name, place)]));
}

function fieldOf(name: string, place: FieldPlace) {
  const said: Exclude<FieldPlace, string> = typeof place === 'string' ? { at: place } : place;
  const { at, values, always, ...others } = said;
  const [path = name, ...otherwise] = [at ?? []].flat();
  const pairs = Object.entries(values ?? {});
  return {
    ...others,
    path,
    /** Paths that are tried in this order if `path` has no value. */
    otherwise,
    /** Translation of the contract's values to the host's, and back. The keys are texts. */
    write: values && new Map(pairs),
    read: values && new Map(pairs.map(([ours, theirs]) => [String(theirs), ours])),
    always,
    /** False for a field with a constant value (`always` in host.json), which is not sent to the host. */
    isStored: at !== undefined || always === undefined,
  };
}

/** A log that takes warnings. */
export type Warns = Pick<Logger, 'warn'>;

/** Reports a place of host.json at which an answer has nothing, or nothing of the right kind. */
export type Tell = (place: string, problem?: string) => void;

/**
 * Reports each place once: a host has the same problem in every answer, and one warning is enough. Without `log`
 * nothing is reported.
 */
export function createTell(log?: Warns): Tell {
  const told = new Set<string>();
  return (
    place,
    problem = 'an answer of the API host has nothing at a place that host.json names: correct it',
  ) => {
    if (told.has(place)) return;
    told.add(place);
    log?.warn({ place }, problem);
  };
}

const counts = ['page', 'last_page', 'per_page', 'total'] as const;

/** Returns the numbers that this envelope of host.json names itself; those of a preset are only usual. */
function namedCounts(...envelopes: (HostFile['envelope'] | undefined)[]) {
  return counts.filter((name) => envelopes.some((envelope) => envelope?.[name] !== undefined));
}

/**
 * Returns the HTTP status of a refusal; undefined for a success. Some hosts report a refusal only in the body of an
 * answer whose HTTP status is a success.
 */
export function refusalStatus({ envelope }: Pick<MappedCall, 'envelope'>, status: number, json: unknown) {
  if (status >= 400) return status;
  const { success } = envelope;
  if (!success) return undefined;
  const said = readAt(json, success.at);
  // Some hosts send the success flag only with failures. A body with neither that flag nor a status field, such as
  // the answer with a token, is therefore a success.
  if (said === undefined && readAt(json, envelope.status?.at) === undefined) return undefined;
  if ([success.is].flat().some((value) => value === said)) return undefined;
  const meant = readAt(json, envelope.status?.at);
  const named = envelope.status?.means[String(meant)] ?? meant;
  if (typeof named === 'number' && named >= 400 && named <= 499) return named;
  return 400;
}

/** Returns the error for an answer of the host that cannot be used; `problem` is for the log. */
export function badAnswer(problem: string, log?: Warns, call?: string) {
  log?.warn({ call }, problem);
  return new AppError('upstream.badAnswer', 502, { cause: new Error(problem) });
}
