import type { ContractRow } from '#shared/contract/index.ts';
import { entityOf, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import type { DerivedCall, FieldPlace, HostCall } from '../host-file/call.ts';
import { isList, mappedRows } from '../host-file/entities.ts';
import { type Envelope, type PresetName, presets } from '../host-file/envelope.ts';
import { type MapPath, parsePath } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

/** Field of the contract, as the host has it. */
export interface HostField {
  path: MapPath;
  /** Further paths that are tried if there is no value at `path`. */
  otherwise: readonly MapPath[];
  /** The host's value for a value of the contract, and the reverse, both as texts. */
  write?: ReadonlyMap<string, unknown>;
  read?: ReadonlyMap<string, string>;
  base?: string;
  always?: unknown;
  isMarkdown?: true;
  /** False for a field with a constant value (`always`). */
  isStored: boolean;
}

export type FieldMap = ReadonlyMap<string, HostField>;

/** Call as the host expects it. */
export interface MappedCall {
  row: ContractRow;
  call: HostCall;
  entity: HostKind | undefined;
  envelope: Envelope;
  isList: boolean;
  /**
   * True if fields that the file does not name have the contract's names at the host, when reading and when sending.
   */
  sendsUnnamed: boolean;
  /** Fields of the entity in its answer; for nested entities, those of the file. */
  fields: FieldMap | undefined;
}

/** How each call is answered according to host.json. */
export type HostAnswerer = MappedCall | { row: ContractRow; derived: DerivedCall };

export interface HostMap {
  file: HostFile;
  /** The origin, without the path of the root. */
  origin: URL;
  /** The path of the root without a trailing slash. */
  rootPath: string;
  /** Undefined for a call that the host lacks. */
  answererOf(row: Pick<ContractRow, 'name'>): HostAnswerer | undefined;
  fieldsOf(entity: HostKind): FieldMap | undefined;
}

/** Compiles a checked file, so that no call has to parse any of it again. */
export function createHostMap(file: HostFile): HostMap {
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
    const call: HostCall = said === 'as_contract' ? { path: pathBelowRoot(row), from: 'root' } : said;
    const own = call.fields && fieldMap(call.fields);
    const ofEntity = entity && fields.get(entity);
    return {
      row,
      call,
      entity,
      envelope: envelopeOf(file, call.envelope),
      isList: isList(row),
      sendsUnnamed:
        said === 'as_contract' || file.unnamed === 'as_contract' || call.path === pathWithoutApi(row),
      fields: own ? new Map([...(ofEntity ?? []), ...own]) : ofEntity,
    };
  }

  /** Returns the contract's own path. A root that ends with `/api` does not get `/api` twice. */
  function pathBelowRoot({ path }: ContractRow): string {
    return rootPath.endsWith('/api') ? pathWithoutApi({ path }) : path;
  }

  return {
    file,
    origin: new URL(file.root.origin),
    rootPath,
    answererOf: ({ name }) => answerers.get(name),
    fieldsOf: (entity) => fields.get(entity),
  };
}

function pathWithoutApi({ path }: Pick<ContractRow, 'path'>): string {
  return path.replace(/^\/api(?=\/)/, '');
}

/** Returns how the host wraps its answers, in general or to one call. */
export function envelopeOf(
  { preset, envelope }: Pick<HostFile, 'preset' | 'envelope'>,
  own: Envelope = {},
): Envelope {
  return { ...presets[preset as PresetName], ...withoutUndefined(envelope), ...withoutUndefined(own) };
}

function fieldMap(map: Record<string, FieldPlace>): FieldMap {
  return new Map(Object.entries(map).map(([name, place]) => [name, fieldOf(name, place)]));
}

function fieldOf(name: string, place: FieldPlace): HostField {
  if (typeof place === 'string') return { path: parsePath(place), otherwise: [], isStored: true };
  const { at, values, base, format, always } = place;
  const [first = name, ...otherwise] = [at ?? []].flat();
  return {
    path: parsePath(first),
    otherwise: otherwise.map(parsePath),
    isStored: at !== undefined || always === undefined,
    ...(values && {
      write: new Map(Object.entries(values)),
      read: new Map(Object.entries(values).map(([ours, theirs]) => [String(theirs), ours])),
    }),
    ...(base !== undefined && { base }),
    ...(format === 'markdown' && { isMarkdown: true }),
    ...(always !== undefined && { always }),
  };
}

/** zod sets omitted fields to undefined; these must not override the preset. */
function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}
