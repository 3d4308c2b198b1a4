import { type Envelope, type PresetName, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { at, flatRow, idFieldOf, type Json, leaves, placesIn, plain } from './json.ts';
import { type Prober, type Seen, withQuery } from './prober.ts';

/** A list of things in an answer. */
export interface FoundList {
  place: string;
  /** As the adapter reads them: fields of an inner object beside the id. */
  rows: Json[];
  fieldsIn?: string;
}

const usual = [
  '',
  'data',
  'items',
  'results',
  'rows',
  'records',
  'list',
  'data.data',
  'data.items',
  'content',
];

/** The list that an answer is about: its rows have ids. An empty one counts at a usual place. */
export function listOf({ status, json }: Pick<Seen, 'status' | 'json'>): FoundList | undefined {
  const all = [{ place: '', value: json }, ...placesIn(json)].filter(
    ({ place }) => !/(^|\.)\d+(\.|$)/.test(place),
  );
  const found = all.flatMap(({ place, value }) => {
    const rows = Array.isArray(value) && value.every(isObject) ? (value as Json[]) : undefined;
    const isTaken = rows && (rows.length > 0 ? idFieldOf(rows) !== undefined : usual.includes(place));
    return isTaken && place.split('.').length < 5 ? [{ place, rows }] : [];
  });
  const rank = ({ place, rows }: FoundList) =>
    (rows.length > 0 ? 100 : 0) + (usual.includes(place) ? 10 : 0) - place.split('.').length;
  const [best] = found.sort((one, other) => rank(other) - rank(one));
  if (status !== 200 || !best) return undefined;
  const fieldsIn =
    best.rows.length > 0 && best.rows.every((row) => isObject(row.attributes)) ? 'attributes' : undefined;
  const rows = best.rows.map((row) => flatRow(row, fieldsIn));
  return { place: best.place, rows, ...(fieldsIn && { fieldsIn }) };
}

type Numbers = Partial<Record<'page' | 'last_page' | 'per_page' | 'total', string>>;

const numberNames = {
  page: 'currentpage page pagenumber pageno pageindex current xpage',
  last_page: 'lastpage totalpages pages pagecount numpages xtotalpages xwptotalpages',
  per_page: 'perpage pagesize itemsperpage limit size xperpage',
  total: 'total totalcount totalitems totalresults totalelements xtotalcount xwptotal count itemcount xtotal',
};

/** The numbers of a list by their names, as far as they fit its rows. */
export function numbersOf({ json, headers }: Seen, { rows }: FoundList): Numbers {
  const inHeaders = Object.entries(headers)
    .filter(([name]) => /^x-.*(page|total|count)/i.test(name) && !/rate/i.test(name))
    .map(([name, value]) => ({ place: `header:${name}`, name, value: value as unknown }));
  const there = [...leaves(json), ...inHeaders].filter(({ value }) => /^\d{1,15}$/.test(String(value)));
  const bounds = {
    page: (value: number) => value <= 1,
    last_page: (value: number) => value >= 1 || rows.length === 0,
  };
  const isEnough = (value: number) => value >= rows.length;
  const found = Object.entries(numberNames).flatMap(([kind, names]) => {
    const isFit = bounds[kind as 'page'] ?? isEnough;
    const all = names
      .split(' ')
      .map((name) => there.find((one) => plain(one.name) === name && isFit(Number(one.value))));
    const first = all.find(Boolean);
    return first ? [[kind, first.place]] : [];
  });
  return Object.fromEntries(found);
}

export interface FoundPaging {
  paging: NonNullable<Envelope['paging']>;
  because: string;
  /** Pages that the site cannot ask for. */
  isByCursor?: boolean;
}

/** The parameter of page 2: from the host's own link to it, else the first of a few names that brings other rows. */
export async function findPaging(
  prober: Prober,
  first: Seen,
  list: FoundList,
  likely: readonly string[],
  headers: Record<string, string>,
): Promise<FoundPaging> {
  const linked = nextLink(first);
  const size = list.rows.length;
  const cursor = /^(next_?)?cursor$|^next_?page_?token$|^(starting_)?after$/i;
  if (
    [...linked.keys()].some((name) => cursor.test(name)) ||
    leaves(first.json).some(({ name, value }) => cursor.test(name) && value)
  )
    return { paging: 'none', because: `${first.call} leads on by a cursor`, isByCursor: true };
  const offset = [...linked.keys()].find((name) => /offset|skip|start/i.test(name));
  const limit = [...linked.keys()].find((name) => /limit|take|size|count/i.test(name)) ?? 'limit';
  if (offset) return { paging: { offset, limit, size }, because: `${first.call} links to its next page so` };
  const named = [...linked].filter(([, value]) => value === '2' || value === '1').map(([name]) => name);
  const { last_page, per_page } = numbersOf(first, list);
  let only: FoundPaging | undefined;
  for (const name of [...new Set([...named, ...likely])].slice(0, 3)) {
    const second = await prober.ask(withQuery(first.path, { [name]: '2' }), headers);
    const found = at(second.json, list.place);
    const rows = Array.isArray(found) ? found : undefined;
    const paging = {
      page: name,
      first: linked.get(name) === '1' ? 0 : 1,
      ...(!last_page && !per_page && { size }),
    } as const;
    // The host knows the parameter, and has no second page yet.
    if (second.status === 404 || second.status === 400 || rows?.length === 0)
      only ??= {
        paging: { page: name, first: 1 },
        because: `${second.call} answered that there is no such page yet`,
      };
    else if (
      rows &&
      JSON.stringify(rows[0]) !== JSON.stringify(at(first.json, list.place ? `${list.place}.0` : '0'))
    )
      return { paging, because: `${second.call} answered other rows than ${first.call}` };
  }
  return only ?? { paging: 'none', because: `no page parameter changed the rows of ${first.call}` };
}

function nextLink({ json, headers }: Seen): URLSearchParams {
  const inHeader = /<([^>]+)>\s*;[^,]*rel="?next"?/i.exec(String(headers.link ?? ''))?.[1];
  const places = ['links.next', 'next', '_links.next.href', 'meta.next', 'next_page_url', 'links.next.href'];
  const found = [inHeader, ...places.map((place) => at(json, place))].find(
    (each) => typeof each === 'string',
  );
  const base = 'http://host.invalid';
  return URL.canParse(String(found), base)
    ? new URL(String(found), base).searchParams
    : new URLSearchParams();
}

/** What refusals have in common, and what tells them from a good answer where the HTTP status does not. */
export function refusalsIn(good: unknown, refusals: readonly Seen[]): Envelope {
  const contract = presets.contract.success;
  const isContract = contract.is.includes(at(good, contract.at) as 1);
  const bad = refusals.find(
    (each) => each.status === 200 && isObject(each.json) && !listOf(each)?.rows.length,
  );
  const named = /^(ok|success|successful|status|state|result|error|failed|code|errno|statuscode)$/;
  const told = leaves(bad && good).find(({ place, name, value }) => {
    const other = at(bad?.json, place);
    return named.test(plain(name)) && other !== undefined && other !== value;
  });
  const all = refusals.map(({ json }) => placesIn(json));
  const placeOf = (names: string, isFit: (value: unknown) => boolean) =>
    all
      .flatMap((places) =>
        names.split(' ').map((name) => places.find((one) => plain(one.name) === name && isFit(one.value))),
      )
      .find(Boolean);
  const texts = 'message msg errormessage errordescription detail error title description reason text';
  const message = placeOf(texts, (value) => typeof value === 'string' && value !== '');
  const errors = placeOf(
    'errors fields fielderrors violations validationerrors',
    (value) => typeof value === 'object' && value !== null,
  );
  return {
    ...(isContract
      ? { success: contract }
      : told && { success: { at: told.place, is: [told.value as string] } }),
    ...(message && { message: message.place }),
    errors: errors?.place ?? 'errors',
  };
}

/** The preset from which least differs, and what does. */
export function inPresets(wanted: Envelope, only?: PresetName): { preset: PresetName; envelope: Envelope } {
  const names = only ? [only] : (Object.keys(presets) as PresetName[]);
  const choices = names.map((preset) => {
    const has: Envelope = presets[preset];
    const envelope = { ...differing(wanted, has), ...(has.success && !wanted.success && { success: null }) };
    const isOther = wanted.list !== has.list || Boolean(has.fields_in) !== Boolean(wanted.fields_in);
    return {
      preset,
      envelope,
      cost: Object.keys(envelope).length + (isOther && preset !== 'array' ? 100 : 0),
    };
  });
  const [best] = choices.sort((one, other) => one.cost - other.cost);
  return best ?? { preset: 'array', envelope: wanted };
}

/** What of one envelope differs from another one. */
export function differing(wanted: Envelope, held: Envelope): Envelope {
  const entries = Object.entries(wanted).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(held[name as keyof Envelope]),
  );
  return Object.fromEntries(entries) as Envelope;
}
