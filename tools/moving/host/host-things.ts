import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { HostMap } from '../../../hosts/adapt/host-map.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { type HostKind as Entity, entityOf } from '../../../server/bff/reads/host-kinds.ts';
import { type HostCalls, HostRefusal } from './calls.ts';
import { type AskedList, pagesOf } from './pages.ts';
import { extraOf, idOf, type Thing } from './record-fields.ts';
import type { HostEntity } from './records-of.ts';

/**
 * The calls that read an entity. Of `lists`, the first one that the host has is used. `one` reads a single record.
 */
interface Reading {
  lists: readonly CallName[];
  one?: CallName;
  /**
   * Queries that must be sent to read the whole list, each for a part of it. Missing if the list without a query is
   * complete.
   */
  parts?: readonly Readonly<Record<string, string>>[];
}

const readings: Record<HostEntity, Reading> = {
  categories: { lists: ['getProjectCategory'], one: 'getSingleCategory' },
  // Projects are listed per category.
  projects: { lists: ['getProjects'], one: 'getSingleProject' },
  posts: { lists: ['blogs', 'activeBlogs'], one: 'singlePost' },
  jobs: { lists: ['getJobs', 'jobs'], one: 'singleJob' },
  // The list without a query leaves out spam, which therefore is a part of its own.
  applicants: { lists: ['getApplicants'], one: 'getSingleApplicant', parts: [{}, { status: 'spam' }] },
  team: { lists: ['getTeam', 'team'] },
  messages: {
    lists: ['getMessages'],
    one: 'getSingleMessage',
    parts: [{}, { folder: 'spam' }],
  },
};

export const hostEntities = Object.keys(readings) as HostEntity[];

/** A record as the host's list contains it. */
export interface Listed {
  id: Id;
  /** The group within which records are ordered: the category of a project; undefined for other entities. */
  group: Id | undefined;
  thing: Thing;
}

/** Reads the records of a host, through those calls of the contract that the host has. */
export interface HostThings {
  /** False if the host has no list of this entity. */
  has(entity: HostEntity): boolean;
  /** Finds out which lists a host without host.json has, by requesting them. */
  find(): Promise<void>;
  /** Returns all records in the order of the host's list. The result is cached. */
  list(entity: HostEntity): Promise<readonly Listed[]>;
  /** Returns the host's message if it refuses this list to the signed-in person. The list is then empty. */
  refusal(entity: HostEntity): string | undefined;
  /** Returns the complete record; undefined if it does not exist. */
  one(entity: HostEntity, id: Id): Promise<Thing | undefined>;
  /**
   * Reads a list again, to find out why a single record was missing. If the session has ended, the list fails with an
   * error, whereas a read of a single record that only admins see just finds nothing.
   */
  confirm(entity: HostEntity): Promise<void>;
  /**
   * False if the host has no call for single records. Records then come only from lists, in which texts may be
   * incomplete.
   */
  hasOne(entity: HostEntity): boolean;
  /** Returns the data of a record for which the contract has no field. */
  extra(entity: HostEntity, thing: Thing): ReturnType<typeof extraOf>;
}

/** Maximum length of a text that is cached from a list, if the host can return single records. */
const shortText = 1_000;

export function createHostThings(calls: HostCalls, map: HostMap | undefined): HostThings {
  const lists = new Map<HostEntity, Promise<readonly Listed[]>>();
  /**
   * Entities of which the host has no list. A list that needs an id counts as missing only if it answers 404 for
   * every id, because a single 404 may mean that the record with this id is missing.
   */
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
      // After a 404 this list is known to be missing, and the loop continues with the next call that may list the
      // entity.
      if (isThere || calls.has(call)) break;
    }
    return [...rows.values()];
  }

  /** Returns the requests that together return the whole list. */
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

/** Returns the first list call of the entity that the host supports. */
function listOf(calls: HostCalls, entity: HostEntity): CallName | undefined {
  return readings[entity].lists.find((call) => calls.has(call));
}

function oneOf(calls: HostCalls, entity: HostEntity): CallName | undefined {
  const { one } = readings[entity];
  return one && calls.has(one) ? one : undefined;
}

/** Reads a list into `rows`. Returns false if there is no such list. */
async function readPages(
  calls: HostCalls,
  { entity, call, asked }: { entity: HostEntity; call: CallName; asked: AskedList },
  rows: Map<Id, Listed>,
): Promise<boolean> {
  const isWhole = oneOf(calls, entity) === undefined;
  let isThere = false;
  for await (const things of pagesOf(calls, call, asked)) {
    isThere = true;
    const before = rows.size;
    for (const thing of things) {
      const id = idOf(thing);
      if (id === undefined || rows.has(id)) continue;
      rows.set(id, { id, group: asked.id, thing: isWhole ? thing : withShortTexts(thing) });
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

/**
 * Returns the names of values that do not belong in `extra`: the contract's names, most of which are exported as
 * fields, and the host's names for them.
 */
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

/** Returns the first step of each path at which a field may be found. */
function firstNames(fields: PlacedFields): string[] {
  return [...(fields?.values() ?? [])].flatMap(({ path, otherwise }) =>
    [path, ...otherwise].flatMap(([first]) => first ?? []),
  );
}
