import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { HostMap } from '../../../hosts/adapt/host-map.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { type HostKind as Entity, entityOf } from '../../../server/bff/reads/kinds-of-things.ts';
import { type HostCalls, HostRefusal } from './calls.ts';
import { type AskedList, pagesOf } from './pages.ts';
import { extraOf, idOf, type Thing } from './record-fields.ts';
import type { HostEntity } from './records-of.ts';

/** The calls that read an entity: lists, of which the first that the host has is asked, and one thing. */
interface Reading {
  lists: readonly CallName[];
  one?: CallName;
  /** Queries of the list that together give everything; none: the list as it is. */
  parts?: readonly Readonly<Record<string, string>>[];
}

const readings: Record<HostEntity, Reading> = {
  categories: { lists: ['getProjectCategory'], one: 'getSingleCategory' },
  // A list for each category.
  projects: { lists: ['getProjects'], one: 'getSingleProject' },
  posts: { lists: ['blogs', 'activeBlogs'], one: 'singlePost' },
  jobs: { lists: ['getJobs', 'jobs'], one: 'singleJob' },
  // Spam is listed only when it is asked for.
  applicants: { lists: ['getApplicants'], one: 'getSingleApplicant', parts: [{}, { status: 'spam' }] },
  team: { lists: ['getTeam', 'team'] },
  messages: {
    lists: ['getMessages'],
    one: 'getSingleMessage',
    parts: [{}, { folder: 'spam' }],
  },
};

export const hostEntities = Object.keys(readings) as HostEntity[];

/** A thing as a list shows it. */
export interface Listed {
  id: Id;
  /** Its place in what can be sorted: of projects the category, for all others nothing. */
  group: Id | undefined;
  thing: Thing;
}

/** The things of a host, by the calls of the contract that it has. */
export interface HostThings {
  /** False for what the host has no list of. */
  has(entity: HostEntity): boolean;
  /** Asks a host without host.json, of which nobody has said what it has. */
  find(): Promise<void>;
  /** All that is there, in the order in which the host shows it; asked once, until `forget`. */
  list(entity: HostEntity): Promise<readonly Listed[]>;
  /** The host's words where it does not show a list to this person: nothing is listed then. */
  refusal(entity: HostEntity): string | undefined;
  forget(entity: HostEntity): void;
  /** A thing that has come; lists know of it without being asked for again. */
  note(entity: HostEntity, row: Listed): Promise<void>;
  /** The first thing of a fresh list that is wanted, of projects in the list of their category. */
  search(
    entity: HostEntity,
    group: Id | undefined,
    isWanted: (row: Listed) => boolean,
  ): Promise<Listed | undefined>;
  /** Everything of one thing; undefined where it is gone. */
  one(entity: HostEntity, id: Id): Promise<Thing | undefined>;
  /** Asks for a list again: it says so when the sign-in is over, where a thing of which only admins know is just not there. */
  confirm(entity: HostEntity): Promise<void>;
  /** False where only lists tell of it, whose texts may be excerpts. */
  hasOne(entity: HostEntity): boolean;
  /** What the host says of a thing that the contract has no field for. */
  extra(entity: HostEntity, thing: Thing): ReturnType<typeof extraOf>;
}

/** Longer texts of lists are not cached, where one thing can be asked for. */
const shortText = 1_000;

export function createHostThings(calls: HostCalls, map: HostMap | undefined): HostThings {
  const lists = new Map<HostEntity, Promise<readonly Listed[]>>();
  /** Lists by an id do not say whether the thing or the call is missing: when none of them is there, it is the call. */
  const absent = new Set<HostEntity>();
  const refusals = new Map<HostEntity, string>();
  const namesKnown = new Map<HostEntity, ReadonlySet<string>>();

  async function read(entity: HostEntity): Promise<readonly Listed[]> {
    const rows = new Map<Id, Listed>();
    for (let call = listOf(calls, entity); call; call = listOf(calls, entity)) {
      const asked = await partsOf(entity);
      let isThere = false;
      for (const part of asked)
        isThere = (await readPages(calls, { entity, call, asked: part }, rows)) || isThere;
      if (entity === 'projects' && !isThere && asked.length > 0) absent.add(entity);
      // A list that was not there is known to be missing now, and the next one is asked.
      if (isThere || calls.has(call)) break;
    }
    return [...rows.values()];
  }

  /** The requests that together give the whole list. */
  async function partsOf(entity: HostEntity): Promise<AskedList[]> {
    if (entity === 'projects') return (await list('categories')).map(({ id }) => ({ id }));
    return (readings[entity].parts ?? [{}]).map((query) => ({ query }));
  }

  function refused(entity: HostEntity, error: unknown): readonly Listed[] {
    if (!(error instanceof HostRefusal)) throw error;
    refusals.set(entity, error.message);
    return [];
  }

  function list(entity: HostEntity): Promise<readonly Listed[]> {
    const known = lists.get(entity) ?? read(entity).catch((error: unknown) => refused(entity, error));
    lists.set(entity, known);
    return known;
  }

  return {
    has: (entity) =>
      !absent.has(entity) &&
      listOf(calls, entity) !== undefined &&
      (entity !== 'projects' || listOf(calls, 'categories') !== undefined),
    async find() {
      for (const entity of hostEntities) if (listOf(calls, entity)) await list(entity);
    },
    list,
    refusal: (entity) => refusals.get(entity),
    forget: (entity) => void lists.delete(entity),
    async note(entity, row) {
      const known = await list(entity);
      lists.set(entity, Promise.resolve([...known.filter(({ id }) => id !== row.id), row]));
    },
    async search(entity, group, isWanted) {
      const call = listOf(calls, entity);
      const rows = new Map<Id, Listed>();
      const asked = group === undefined ? {} : { id: group };
      if (call) await readPages(calls, { entity, call, asked }, rows, isWanted);
      return [...rows.values()].find(isWanted);
    },
    async confirm(entity) {
      const call = listOf(calls, entity);
      const first = entity === 'projects' ? (await list('categories'))[0] : undefined;
      if (call) await calls.get(call, { ...(first && { id: first.id }), query: { page: 1 } });
    },
    hasOne: (entity) => oneOf(calls, entity) !== undefined,
    async one(entity, id) {
      const call = oneOf(calls, entity);
      if (!call) return (await list(entity)).find((each) => each.id === id)?.thing;
      const thing = await calls.get(call, { id });
      return typeof thing === 'object' && thing !== null && idOf(thing as Thing) !== undefined
        ? (thing as Thing)
        : undefined;
    },
    extra(entity, thing) {
      const known = namesKnown.get(entity) ?? namesToldElsewhere(entity, map);
      namesKnown.set(entity, known);
      return extraOf(thing, known);
    },
  };
}

/** The first of its lists that the host has. */
function listOf(calls: HostCalls, entity: HostEntity): CallName | undefined {
  return readings[entity].lists.find((call) => calls.has(call));
}

function oneOf(calls: HostCalls, entity: HostEntity): CallName | undefined {
  const { one } = readings[entity];
  return one && calls.has(one) ? one : undefined;
}

/** Reads a list into `rows`, until `isEnough`; false where there is no such list. */
async function readPages(
  calls: HostCalls,
  { entity, call, asked }: { entity: HostEntity; call: CallName; asked: AskedList },
  rows: Map<Id, Listed>,
  isEnough: (row: Listed) => boolean = () => false,
): Promise<boolean> {
  const isWhole = oneOf(calls, entity) === undefined;
  let isThere = false;
  for await (const things of pagesOf(calls, call, asked)) {
    isThere = true;
    const before = rows.size;
    for (const thing of things) {
      const id = idOf(thing);
      if (id === undefined || rows.has(id)) continue;
      const row = { id, group: asked.id, thing: isWhole ? thing : withShortTexts(thing) };
      rows.set(id, row);
      if (isEnough(row)) return true;
    }
    if (rows.size === before) break;
  }
  return isThere;
}

function withShortTexts(thing: Thing): Thing {
  return Object.fromEntries(
    Object.entries(thing).filter(([, value]) => typeof value !== 'string' || value.length <= shortText),
  );
}

/** Names of the contract, and those of the host under which the contract's fields stand there. */
function namesToldElsewhere(entity: HostEntity, map: HostMap | undefined): ReadonlySet<string> {
  const { lists, one } = readings[entity];
  const calls = one ? [...lists, one] : lists;
  return new Set([
    'picture_details',
    'submissions',
    'events',
    'notes',
    'images',
    'assigned_to',
    ...calls.flatMap((call) => namesOfCall(call, map)),
  ]);
}

function namesOfCall(call: CallName, map: HostMap | undefined): string[] {
  const kind: Entity | undefined = entityOf(contract[call]);
  if (!kind) return [];
  const names = [...entityFields[kind], ...firstNames(map?.fieldsOf(kind))];
  const answerer = map?.answererOf(contract[call]);
  if (!answerer || 'derived' in answerer) return names;
  const inner = answerer.envelope.fields_in?.split('.')[0];
  return [...names, ...firstNames(answerer.fields), ...(inner ? [inner] : [])];
}

type PlacedFields = ReturnType<HostMap['fieldsOf']>;

/** The first step of each path under which a field may stand. */
function firstNames(fields: PlacedFields): string[] {
  return [...(fields?.values() ?? [])].flatMap(({ path, otherwise }) =>
    [path, ...otherwise].flatMap(([first]) => first ?? []),
  );
}
