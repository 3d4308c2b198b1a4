import type { Envelope } from '../../../server/bff/hosts/host-file/envelope.ts';
import { type PresetName, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { at, idFieldOf, type Json, leaves, listsIn, plain } from './json-places.ts';
import type { Seen } from './prober.ts';

/** A list of things in an answer. */
export interface FoundList {
  place: string;
  rows: Json[];
  /** Where the fields stand in each thing, beside its id. */
  fieldsIn?: string;
}

const usualPlaces = [
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

/** The list that an answer is about: its things have ids. An empty one is taken where nothing else can be meant. */
export function listIn(json: unknown): FoundList | undefined {
  const found = listsIn(json);
  const rank = ({ place, rows }: { place: string; rows: Json[] }) =>
    (idFieldOf(rows) ? 100 : 0) + (usualPlaces.includes(place) ? 10 : 0) - place.split('.').length;
  const best = [...found].sort((one, other) => rank(other) - rank(one))[0];
  if (!best) return undefined;
  const hasThings = idFieldOf(best.rows) !== undefined;
  if (!hasThings && (best.rows.length > 0 || !(found.length === 1 || usualPlaces.includes(best.place))))
    return undefined;
  const inside = best.rows.length > 0 && best.rows.every((row) => isObject(row.attributes));
  return { ...best, ...(inside && { fieldsIn: 'attributes' }) };
}

type Numbers = Partial<Record<'page' | 'last_page' | 'per_page' | 'total', string>>;

const numberNames: Record<keyof Numbers, readonly string[]> = {
  page: ['currentpage', 'page', 'pagenumber', 'pageno', 'pageindex', 'current', 'number', 'xpage', 'pageid'],
  last_page: [
    'lastpage',
    'totalpages',
    'pages',
    'pagecount',
    'numpages',
    'pagestotal',
    'xtotalpages',
    'xwptotalpages',
    'last',
  ],
  per_page: ['perpage', 'pagesize', 'itemsperpage', 'limit', 'size', 'take', 'xperpage', 'pagelimit'],
  total: [
    'total',
    'totalcount',
    'totalitems',
    'totalresults',
    'totalelements',
    'xtotalcount',
    'xwptotal',
    'count',
    'itemcount',
    'totalrecords',
    'xtotal',
    'results',
    'records',
  ],
};

function numbersIn({
  json,
  headers,
}: Pick<Seen, 'json' | 'headers'>): { place: string; name: string; value: number }[] {
  const said = [
    ...leaves(json),
    ...Object.entries(headers)
      .filter(([name]) => /^x-.*(page|total|count)/i.test(name) && !/rate/i.test(name))
      .map(([name, value]) => ({ place: `header:${name}`, name, value: value as unknown })),
  ];
  return said.flatMap(({ place, name, value }) => {
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
      ? [{ place, name: plain(name), value: number }]
      : [];
  });
}

/**
 * The numbers of a list, by their names and by how they behave: those of the whole list fit each other and the rows, and stay the same
 * on page 2, where the page is one more.
 */
export function numbersOf(first: Seen, list: FoundList, second?: Seen): Numbers {
  const there = numbersIn(first);
  const then = second ? new Map(numbersIn(second).map(({ place, value }) => [place, value])) : undefined;
  const find = (kind: keyof Numbers, fits: (value: number) => boolean) => {
    for (const name of numberNames[kind]) {
      const found = there.find((each) => {
        if (each.name !== name || !fits(each.value)) return false;
        const later = then?.get(each.place);
        if (later === undefined) return true;
        return kind === 'page' ? later === each.value + 1 : later === each.value;
      });
      if (found) return found;
    }
    return undefined;
  };
  const count = list.rows.length;
  const page = find('page', (value) => value <= 1);
  const last = find('last_page', (value) => value >= (count > 0 ? 1 : 0));
  const size = find('per_page', (value) => value >= count && value > 0);
  const total = find(
    'total',
    (value) =>
      value >= count &&
      (!last || !size || Math.max(1, Math.ceil(value / size.value)) === Math.max(1, last.value)),
  );
  return {
    ...(page && { page: page.place }),
    ...(last && { last_page: last.place }),
    ...(size && { per_page: size.place }),
    ...(total && { total: total.place }),
  };
}

/** What tells yes from no where the HTTP status does not: the same field in an answer that went well and in one that did not. */
export function successIn(good: unknown, bad: Seen | undefined): Envelope['success'] {
  if (!bad || bad.status >= 300 || bad.status === 0) return undefined;
  const named = /^(ok|success|successful|status|state|result|error|failed|code|errno|statuscode)$/;
  for (const { place, name, value } of leaves(good, { depth: 2 })) {
    const other = at(bad.json, place);
    const isTold = named.test(plain(name)) && other !== undefined && other !== value;
    if (isTold && (value === null || typeof value !== 'object'))
      return { at: place, is: [value as string | number | boolean | null] };
  }
  return undefined;
}

/** Where a refusal has its words. */
export function messageIn(refused: readonly Seen[]): string | undefined {
  const names = [
    'message',
    'msg',
    'errormessage',
    'errordescription',
    'detail',
    'error',
    'title',
    'description',
    'reason',
  ];
  for (const { json } of refused) {
    const texts = leaves(json, { lists: true }).filter(
      ({ value }) => typeof value === 'string' && value !== '',
    );
    for (const name of names) {
      const found = texts.find((each) => plain(each.name) === name);
      if (found) return found.place;
    }
  }
  return undefined;
}

export function errorsIn(refused: readonly Seen[]): string | undefined {
  const named = /^(errors|fields|fielderrors|violations|validationerrors|validation)$/;
  for (const { json } of refused) {
    const visit = (value: unknown, place: string, depth: number): string | undefined => {
      if (!isObject(value) || depth > 2) return undefined;
      for (const [name, inside] of Object.entries(value)) {
        const here = place ? `${place}.${name}` : name;
        if (named.test(plain(name)) && typeof inside === 'object' && inside !== null) return here;
        const deeper = visit(inside, here, depth + 1);
        if (deeper) return deeper;
      }
      return undefined;
    };
    const found = visit(json, '', 0);
    if (found) return found;
  }
  return undefined;
}

/** The preset from which least differs, and what does. */
export function inPresets(wanted: Envelope): { preset: PresetName; envelope: Envelope } {
  const choices = (Object.keys(presets) as PresetName[]).map((preset) => {
    const has: Envelope = presets[preset];
    const entries = Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !same(value, has[name as keyof Envelope]),
    );
    // A preset is named for the sake of who reads the file: one whose lists stand elsewhere is not what this host is.
    const hides =
      (has.success && !wanted.success) ||
      (has.fields_in && !wanted.fields_in) ||
      (preset !== 'array' &&
        (wanted.list !== has.list || (wanted.page !== undefined && wanted.page !== has.page)));
    return {
      preset,
      envelope: Object.fromEntries(entries) as Envelope,
      cost: entries.length + (hides ? 100 : 0),
    };
  });
  choices.sort((one, other) => one.cost - other.cost);
  const [best] = choices;
  return best ? { preset: best.preset, envelope: best.envelope } : { preset: 'array', envelope: wanted };
}

/** What of one envelope differs from another that holds already. */
export function differing(wanted: Envelope, held: Envelope): Envelope {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !same(value, held[name as keyof Envelope]),
    ),
  ) as Envelope;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
