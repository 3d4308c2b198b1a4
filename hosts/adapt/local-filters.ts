import { contract } from '#shared/contract/index.ts';
import { namesWhere } from '#shared/entities/entity.ts';
import { fieldsOfKinds, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { fold, searchTextOf, wordsOf } from '../../server/database/search.ts';
import { entityFields } from '../host-file/entities.ts';
import type { MappedCall } from './host-map.ts';

type Json = Record<string, unknown>;

export type LocalFilters = NonNullable<ReturnType<typeof localFiltersOf>>;

/**
 * Returns filters, and the order (`compare`; undefined for the host's), for the requested parameters that host.json sets to null, since the host does not accept those
 * parameters. Returns undefined if there are no such parameters; the host's pages are then used unchanged.
 */
export function localFiltersOf({ row, call, entity, isList }: MappedCall, query: URLSearchParams) {
  if (!isList || !entity) return undefined;
  const isOwn = (name: string) => call.query !== undefined && call.query[name] === null;
  const wanted = [...query].filter(([name, value]) => value !== '' && isOwn(name));
  const tests = wanted.flatMap(([name, value]) => {
    const test = testOf(row.name, name, entity);
    return test ? [(thing: Json) => test(thing, value)] : [];
  });
  const order = wanted.find(([name]) => name === 'sort')?.[1];
  const compare = row.name === contract.getApplicants.name && order !== undefined ? orders[order] : undefined;
  if (tests.length === 0 && !compare) return undefined;
  return { keeps: (thing: Json) => tests.every((test) => test(thing)), compare };
}

type Test = (thing: Json, value: string) => boolean;

/**
 * Returns the test by which a query parameter filters rows. `search`, and `job_id` of applicants, have tests of their
 * own; any other parameter is compared with the field of the same name.
 */
function testOf(call: string, name: string, entity: HostKind): Test | undefined {
  if (name === 'search') return (thing, value) => hasWords(thing, value, entity);
  if (call === contract.getApplicants.name && name === 'job_id') return isForJob;
  if (!entityFields[entity].includes(name)) return undefined;
  return (thing, value) => String(thing[name] ?? '') === value;
}

/** Searches as the engine does, except in long texts, which a host's list may lack: each word must occur. */
function hasWords(thing: Json, value: string, entity: HostKind) {
  const names =
    entity === 'applicant'
      ? ['name', 'email', 'phone', 'reference']
      : namesWhere(fieldsOfKinds[entity], ({ searched, kind }) => searched === true && kind !== 'rich');
  const said = searchTextOf(...names.map((each) => String(thing[each] ?? '')));
  return wordsOf(value).every((word) => said.includes(word));
}

const isForJob: Test = ({ job_id: job }, value) =>
  value === 'none' ? (job ?? '') === '' : String(job ?? '') === value;

/** `unread` is missing here: it is the default order of the list, for which the host's order is used. */
const orders: Record<string, (one: Json, other: Json) => number> = {
  newest: (one, other) => byText(other.last_submitted_at, one.last_submitted_at),
  oldest: (one, other) => byText(one.last_submitted_at, other.last_submitted_at),
  name: (one, other) => fold(String(one.name)).localeCompare(fold(String(other.name))),
  rating: (one, other) => Number(other.rating) - Number(one.rating),
};

function byText(one: unknown, other: unknown): number {
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}
