import type { ContractRow } from '#shared/contract/index.ts';
import { entityOf, type HostKind } from '../../server/bff/reads/kinds-of-things.ts';
import type { DerivedCall, FieldPlace, HostCall } from '../host-file/call.ts';
import { isList, mappedRows } from '../host-file/entities.ts';
import { type Envelope, type PresetName, presets } from '../host-file/envelope.ts';
import { type MapPath, parsePath } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';

/** A field of ours, as the host has it. */
export interface HostField {
  path: MapPath;
  /** Where else it is looked for when nothing stands at `path`. */
  otherwise: readonly MapPath[];
  /** The host's value for a value of ours, and the other way round, both as texts. */
  write?: ReadonlyMap<string, unknown>;
  read?: ReadonlyMap<string, string>;
  base?: string;
  always?: unknown;
  isMarkdown?: true;
  /** False for one that is only said always. */
  isStored: boolean;
}

export type FieldMap = ReadonlyMap<string, HostField>;

/** A call as the host is asked for it. */
export interface MappedCall {
  row: ContractRow;
  call: HostCall;
  entity: HostKind | undefined;
  envelope: Envelope;
  isList: boolean;
  /** Fields that the file does not name have the same names at the host, where they are read and where they are sent. */
  sendsUnnamed: boolean;
  /** Fields of the things in its answer; of nested things those of the file. */
  fields: FieldMap | undefined;
}

/** What host.json says of each call. */
export type HostAnswerer = MappedCall | { row: ContractRow; derived: DerivedCall };

export interface HostMap {
  file: HostFile;
  /** The origin, without the path of the root. */
  origin: URL;
  /** The path of the root without a slash at its end. */
  rootPath: string;
  /** Undefined for a call that the host lacks. */
  answererOf(row: Pick<ContractRow, 'name'>): HostAnswerer | undefined;
  fieldsOf(entity: HostKind): FieldMap | undefined;
}

/** Makes a file that has been checked ready for use: nothing of it is parsed again at a call. */
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

  /** The contract's own path: its `/api` is not said again below a root that ends with it. */
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

/** How the host wraps its answers, or those to one call. */
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

/** zod keeps what is left out as undefined, which must not hide what the preset says. */
function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}
