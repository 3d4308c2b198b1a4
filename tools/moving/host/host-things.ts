import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { HostMap } from '../../../hosts/adapt/host-map.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { type HostKind as Entity, entityOf } from '../../../server/bff/reads/kinds-of-things.ts';
import { type HostCalls, HostRefusal } from './calls.ts';
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

/** Nothing has so many pages. */
const mostPages = 100_000;
/** Longer texts of lists are not kept, where one thing can be asked for. */
const shortText = 1_000;

export function createHostThings(calls: HostCalls, map: HostMap | undefined): HostThings {
  const lists = new Map<HostEntity, Promise<readonly Listed[]>>();
  /** Lists by an id do not say whether the thing or the call is missing: when none of them is there, it is the call. */
  const absent = new Set<HostEntity>();
  const refusals = new Map<HostEntity, string>();
  const listOf = (entity: HostEntity) => readings[entity].lists.find((call) => calls.has(call));
  const oneOf = (entity: HostEntity) => {
    const { one } = readings[entity];
    return one && calls.has(one) ? one : undefined;
  };

  /** Reads a list page by page into `rows`, until `isEnough`; false where there is no such list. */
  async function pages(
    entity: HostEntity,
    call: CallName,
    asked: { id?: Id; query?: Record<string, string | number> },
    rows: Map<Id, Listed>,
    isEnough: (row: Listed) => boolean = () => false,
  ): Promise<boolean> {
    const isWhole = oneOf(entity) === undefined;
    for (let page = 1, last = 1; page <= last && page <= mostPages; page += 1) {
      const answer = await calls.get(call, { ...asked, query: { ...asked.query, page } });
      if (answer === undefined) return page > 1;
      const { data, last_page } = answer as { data?: unknown; last_page?: unknown };
      const before = rows.size;
      for (const thing of Array.isArray(data) ? (data as Thing[]) : []) {
        const id = idOf(thing ?? {});
        if (id === undefined || rows.has(id)) continue;
        const row = { id, group: asked.id, thing: isWhole ? thing : withShortTexts(thing) };
        rows.set(id, row);
        if (isEnough(row)) return true;
      }
      // A host that knows no pages gives the first one for ever.
      last = rows.size === before ? 0 : Number(last_page ?? 1);
    }
    return true;
  }

  async function read(entity: HostEntity): Promise<readonly Listed[]> {
    const rows = new Map<Id, Listed>();
    for (let call = listOf(entity); call; call = listOf(entity)) {
      let isThere = false;
      if (entity === 'projects') {
        const categories = await list('categories');
        for (const { id } of categories) isThere = (await pages(entity, call, { id }, rows)) || isThere;
        if (!isThere && categories.length > 0) absent.add(entity);
      } else {
        for (const query of readings[entity].parts ?? [{}])
          isThere = (await pages(entity, call, { query }, rows)) || isThere;
      }
      // A list that was not there is known to be missing now, and the next one is asked.
      if (isThere || calls.has(call)) break;
    }
    return [...rows.values()];
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

  const namesKnown = new Map<HostEntity, ReadonlySet<string>>();
  return {
    has: (entity) =>
      !absent.has(entity) &&
      listOf(entity) !== undefined &&
      (entity !== 'projects' || listOf('categories') !== undefined),
    async find() {
      for (const entity of hostEntities) if (listOf(entity)) await list(entity);
    },
    list,
    refusal: (entity) => refusals.get(entity),
    forget: (entity) => void lists.delete(entity),
    async note(entity, row) {
      const known = await list(entity);
      lists.set(entity, Promise.resolve([...known.filter(({ id }) => id !== row.id), row]));
    },
    async search(entity, group, isWanted) {
      const call = listOf(entity);
      const rows = new Map<Id, Listed>();
      if (call)
        await pages(entity, call, { ...(group !== undefined && { id: group }), query: {} }, rows, isWanted);
      return [...rows.values()].find(isWanted);
    },
    async confirm(entity) {
      const call = listOf(entity);
      const first = entity === 'projects' ? (await list('categories'))[0] : undefined;
      if (call) await calls.get(call, { ...(first && { id: first.id }), query: { page: 1 } });
    },
    hasOne: (entity) => oneOf(entity) !== undefined,
    async one(entity, id) {
      const call = oneOf(entity);
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

function withShortTexts(thing: Thing): Thing {
  return Object.fromEntries(
    Object.entries(thing).filter(([, value]) => typeof value !== 'string' || value.length <= shortText),
  );
}

/** Names of the contract, and those of the host under which the contract's fields stand there. */
function namesToldElsewhere(entity: HostEntity, map: HostMap | undefined): ReadonlySet<string> {
  const { lists, one } = readings[entity];
  const names = new Set(['picture_details', 'submissions', 'events', 'notes', 'images', 'assigned_to']);
  for (const call of [...lists, ...(one ? [one] : [])]) {
    const kind: Entity | undefined = entityOf(contract[call]);
    if (!kind) continue;
    for (const name of entityFields[kind]) names.add(name);
    for (const field of map?.fieldsOf(kind)?.values() ?? [])
      for (const [first] of [field.path, ...field.otherwise]) if (first !== undefined) names.add(first);
    const answerer = map?.answererOf(contract[call]);
    if (!answerer || 'derived' in answerer) continue;
    for (const { path, otherwise } of answerer.fields?.values() ?? [])
      for (const [first] of [path, ...otherwise]) if (first !== undefined) names.add(first);
    const inner = answerer.envelope.fields_in?.split('.')[0];
    if (inner) names.add(inner);
  }
  return names;
}
