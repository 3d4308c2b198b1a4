import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { entityOf, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import type { DerivedCall, FieldPlace, HostCall } from '../host-file/call.ts';
import { isList, mappedRows } from '../host-file/entities.ts';
import { type Envelope, type PresetName, presets } from '../host-file/envelope.ts';
import type { HostFile } from '../host-file/schema.ts';

/** Where and how the host has a field of the contract. */
export interface HostField {
  path: string;
  /** Paths that are tried in this order if `path` has no value. */
  otherwise: readonly string[];
  /**
   * Translation of values: `write` from the contract's value to the host's, `read` from the host's to the contract's.
   * The keys are texts.
   */
  write?: ReadonlyMap<string, unknown>;
  read?: ReadonlyMap<string, string>;
  /** The text between the values of all paths, which are then one value. */
  join?: string;
  base?: string;
  always?: unknown;
  format?: 'markdown' | 'cents';
  /** False for a field with a constant value (`always` in host.json), which is not sent to the host. */
  isStored: boolean;
}

export type FieldMap = ReadonlyMap<string, HostField>;

/** A call of the contract with the host's call that answers it. */
export interface MappedCall {
  row: ContractRow;
  call: HostCall;
  entity: HostKind | undefined;
  envelope: Envelope;
  /** The numbers of a list that host.json itself names, in contrast to those of the preset. */
  named: readonly Count[];
  isList: boolean;
  /**
   * True if the host uses the contract's names for all fields that host.json does not map, in answers and in
   * requests.
   */
  sendsUnnamed: boolean;
  /**
   * The mapped fields of the entity in the answer to this call. Nested entities use the fields that host.json maps
   * for them.
   */
  fields: FieldMap | undefined;
}

/** How a call is answered according to host.json: by one call of the host, or derived from a list of the host. */
export type HostAnswerer = MappedCall | { row: ContractRow; derived: DerivedCall };

export type HostMap = ReturnType<typeof createHostMap>;

/** Compiles a validated host.json once, so that nothing of it has to be parsed for each call. */
export function createHostMap(file: HostFile) {
  const fields = new Map(
    Object.entries(file.fields).map(([entity, map]) => [entity as HostKind, fieldMap(map ?? {})]),
  );
  const rootPath = file.root.pathname.replace(/\/+$/, '');
  const answerers = new Map<string, HostAnswerer>();
  for (const row of mappedRows.values()) {
    const said = file.calls[row.name] ?? (row.origin === 'extension' ? 'absent' : file.unnamed);
    const answerer = answererFor(row, said);
    if (answerer) answerers.set(row.name, answerer);
  }

  function answererFor(row: ContractRow, said: HostFile['calls'][string]): HostAnswerer | undefined {
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
      named: namedCounts(file.envelope, call.envelope),
      isList: isList(row),
      sendsUnnamed:
        said === 'as_contract' || file.unnamed === 'as_contract' || call.path === pathWithoutApi(row),
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
      return answerer && !('derived' in answerer) ? answerer : undefined;
    },
    fieldsOf: (entity: HostKind) => fields.get(entity),
  };
}

function pathWithoutApi({ path }: Pick<ContractRow, 'path'>) {
  return path.replace(/^\/api(?=\/)/, '');
}

/**
 * Returns the envelope of the host's answers. `own` is the envelope of a single call; its properties override those
 * of `envelope`.
 */
export function envelopeOf(
  { preset, envelope }: Pick<HostFile, 'preset' | 'envelope'>,
  own: Envelope = {},
): Envelope {
  return { ...presets[preset as PresetName], ...envelope, ...own };
}

function fieldMap(map: Record<string, FieldPlace>): FieldMap {
  return new Map(Object.entries(map).map(([name, place]) => [name, fieldOf(name, place)]));
}

function fieldOf(name: string, place: FieldPlace): HostField {
  if (typeof place === 'string') return { path: place, otherwise: [], isStored: true };
  const { at, join, values, base, format, always } = place;
  const [first = name, ...otherwise] = [at ?? []].flat();
  return {
    path: first,
    otherwise,
    join,
    isStored: at !== undefined || always === undefined,
    write: values && new Map(Object.entries(values)),
    read: values && new Map(Object.entries(values).map(([ours, theirs]) => [String(theirs), ours])),
    base,
    format,
    always,
  };
}

/** Reports a place of host.json at which an answer has nothing, or nothing of the right kind. */
export type Tell = (place: string, problem?: string) => void;

/**
 * Reports each place once: a host has the same problem in every answer, and one warning is enough. Without `log`
 * nothing is reported.
 */
export function createTell(log: Pick<Logger, 'warn'> | undefined): Tell {
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

/** The numbers of a list's envelope. */
type Count = (typeof counts)[number];

/** Returns the numbers that this envelope of host.json names itself; those of a preset are only usual. */
function namedCounts(...envelopes: (HostFile['envelope'] | undefined)[]) {
  return counts.filter((name) => envelopes.some((envelope) => envelope?.[name] !== undefined));
}
