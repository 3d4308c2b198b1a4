import { isRecord } from '#shared/is-record.ts';
import { type Envelope, type PresetName, presets } from '../../../hosts/host-file/envelope.ts';
import { at, idFieldOf, type Json, leaves, placesIn, plain } from './json.ts';
import { type ProbeAnswer, type Prober, withQuery } from './prober.ts';

/** A list of records that was found in an answer. */
export interface FoundList {
  place: string;
  /** The rows as the adapter would read them: the fields of an inner object (`fieldsIn`) are merged into the row. */
  rows: Json[];
  fieldsIn?: string;
}

/** Places in an answer where hosts usually have a list. At other places an empty list is ignored. */
const usual = /^(data|data\.data|(data\.)?(items|results|rows|records|list|content))?$/;

/**
 * Returns the main list of an answer: the list whose rows have ids. An empty list is only accepted at a usual place.
 */
export function listOf({ status, json }: Pick<ProbeAnswer, 'status' | 'json'>): FoundList | undefined {
  const found = placesIn(json).flatMap(({ place, value }) => {
    const isOuter = place.split('.').length < 5 && !/(^|\.)\d+(\.|$)/.test(place);
    if (!isOuter || !Array.isArray(value) || !value.every(isRecord)) return [];
    const isTaken = value.length > 0 ? idFieldOf(value) !== undefined : usual.test(place);
    return isTaken ? [{ place, rows: value as Json[] }] : [];
  });
  // `found` is sorted by depth, so the least nested list is chosen.
  const best = found.find(({ rows }) => rows.length > 0) ?? found[0];
  if (status !== 200 || !best) return undefined;
  const isInner = best.rows.length > 0 && best.rows.every((row) => isRecord(row.attributes));
  return isInner ? { ...best, rows: best.rows.map(flatRow), fieldsIn: 'attributes' } : best;
}

/** Returns a row as the adapter would read it: the attributes of JSON:API are merged into the row. */
export function flatRow(row: Json): Json {
  return isRecord(row.attributes) ? { ...row, ...row.attributes } : row;
}

/**
 * For each number that describes the pages of a list, such as the current page: the names that hosts usually give it,
 * the most likely first, in lower case without separators.
 */
const numberNames = {
  page: 'currentpage page pagenumber pageno pageindex current number xpage',
  last_page: 'lastpage totalpages pages pagecount numpages xtotalpages xwptotalpages',
  per_page: 'perpage pagesize itemsperpage limit size xperpage',
  total: 'total totalcount totalitems totalresults totalelements xtotalcount xwptotal count itemcount xtotal',
};

type Numbers = Partial<Record<keyof typeof numberNames, string>>;

/**
 * Finds the places of the numbers that describe the pages of a list, by their names. A number is only accepted if it
 * fits the rows of the list.
 */
export function numbersOf({ json, headers }: ProbeAnswer, { rows }: FoundList): Numbers {
  const inHeaders = Object.entries(headers)
    .filter(([name]) => /^x-.*(page|total|count)/i.test(name) && !/rate/i.test(name))
    .map(([name, value]) => ({ place: `header:${name}`, name, value: value as unknown }));
  const there = [...leaves(json), ...inHeaders].filter(({ value }) => /^\d{1,15}$/.test(String(value)));
  const isFit = (kind: string, value: number) =>
    kind === 'page' ? value <= 1 : value >= (kind === 'last_page' ? Math.min(1, rows.length) : rows.length);
  const found = Object.entries(numberNames).flatMap(([kind, names]) => {
    const fit = there.filter(({ value }) => isFit(kind, Number(value)));
    const [first] = names.split(' ').flatMap((name) => fit.filter((one) => plain(one.name) === name));
    return first ? [[kind, first.place]] : [];
  });
  return Object.fromEntries(found);
}

/** Returns the number at a place in the body or, if the place begins with `header:`, in a header. */
export function numberAt({ json, headers }: ProbeAnswer, place: string): number {
  return Number(place.startsWith('header:') ? headers[place.slice(7)] : at(json, place));
}

export interface FoundPaging {
  paging: NonNullable<Envelope['paging']>;
  because: string;
}

/**
 * Finds out how the host divides its lists into pages. If the first page does not show it, requests the second page
 * with each of `names` as the query parameter.
 */
export async function findPaging(
  prober: Prober,
  first: ProbeAnswer,
  list: FoundList,
  names: readonly string[],
): Promise<FoundPaging> {
  const numbers = numbersOf(first, list);
  const byNumbers = pagingByNumbers(first, numbers, names);
  if (byNumbers) return byNumbers;
  const start = startOf(first, numbers);
  let only: FoundPaging | undefined;
  for (const page of names) {
    const second = await prober.ask(withQuery(first.path, { [page]: String(start + 1) }), first.sent);
    const because = `${second.call} answered`;
    switch (judgeSecondPage(first, second, list)) {
      case 'no such page':
        // The host has understood the parameter, because it answers that there is no second page.
        only ??= { paging: { page, first: start }, because: `${because} that the page does not exist` };
        break;
      case 'other rows': {
        const size = numbers.last_page || numbers.per_page ? {} : { size: list.rows.length };
        const paging = { page, first: start, ...size };
        return { paging, because: `${because} other rows than ${first.call}` };
      }
    }
  }
  return only ?? { paging: 'none', because: `no page parameter changed the rows of ${first.call}` };
}

/** Returns the host's paging, if the numbers of the first page are sufficient to determine it. */
function pagingByNumbers(
  first: ProbeAnswer,
  numbers: Numbers,
  names: readonly string[],
): FoundPaging | undefined {
  const { call } = first;
  const { page, last_page } = numbers;
  const { contract: held } = presets;
  if (page === held.page && last_page === held.last_page && held.paging)
    return { paging: held.paging, because: `${call} has the contract's numbers` };
  if (last_page && names[0] && numberAt(first, last_page) === 1)
    return {
      paging: { page: names[0], first: startOf(first, numbers) },
      because: `${call} counts its pages, and has one`,
    };
  return undefined;
}

/** Returns the number of the host's first page. */
function startOf(first: ProbeAnswer, { page }: Numbers): 0 | 1 {
  return page && numberAt(first, page) === 0 ? 0 : 1;
}

function judgeSecondPage(
  first: ProbeAnswer,
  second: ProbeAnswer,
  { place }: FoundList,
): 'no such page' | 'other rows' | 'same rows' {
  const rows = at(second.json, place);
  if ([400, 404].includes(second.status)) return 'no such page';
  if (!Array.isArray(rows)) return 'same rows';
  if (rows.length === 0) return 'no such page';
  const head = (list: unknown) => JSON.stringify([list].flat()[0]);
  return head(rows) === head(at(first.json, place)) ? 'same rows' : 'other rows';
}

const messageNames = 'message msg errormessage errordescription detail error title description reason text';
const errorNames = 'errors fields fielderrors violations validationerrors';
const successNames = /^(ok|success|successful|status|state|result|error|failed|(status)?code|errno)$/;

/**
 * Returns the parts of the envelope that refusals use. If the HTTP status does not show a refusal, these include the
 * flag that shows it.
 */
export function refusalsIn(good: unknown, refusals: readonly ProbeAnswer[]): Envelope {
  const { success } = presets.contract;
  const isContract = success.is.includes(at(good, success.at) as 1);
  const bad = refusals.find((each) => each.status === 200 && !listOf(each)?.rows.length)?.json;
  const told = leaves(isRecord(bad) && good).find(({ place, name, value }) => {
    const other = at(bad, place);
    return successNames.test(plain(name)) && other !== undefined && other !== value;
  });
  const all = refusals.flatMap(({ json }) => placesIn(json));
  const placeOf = (names: string, isFit: (value: unknown) => unknown) =>
    names
      .split(' ')
      .flatMap((each) => all.filter(({ name, value }) => plain(name) === each && isFit(value)))[0]?.place;
  const message = placeOf(messageNames, (value) => value && typeof value === 'string');
  const errors = placeOf(errorNames, (value) => value && typeof value === 'object');
  return {
    ...(told && { success: { at: told.place, is: [told.value as string] } }),
    ...(isContract && { success }),
    ...(message !== undefined && { message }),
    errors: errors ?? 'errors',
  };
}

/**
 * Returns the preset that is closest to an envelope, among those with lists in the same place, and the entries in
 * which the envelope differs from the preset.
 */
export function inPresets(wanted: Envelope, only?: PresetName): { preset: PresetName; envelope: Envelope } {
  const all = Object.entries(presets) as [PresetName, Envelope][];
  const isLike = ({ list, fields_in }: Envelope) => list === wanted.list && fields_in === wanted.fields_in;
  const likely = all.filter(([name, has]) => (only ? name === only : isLike(has) || name === 'array'));
  const choices = likely.map(([preset, has]) => {
    const envelope = { ...differing(wanted, has), ...(has.success && !wanted.success && { success: null }) };
    return { preset, envelope, cost: Object.keys(envelope).length };
  });
  return choices.reduce((best, each) => (each.cost < best.cost ? each : best));
}

/** Returns the entries of `wanted` that are different in `held`. */
export function differing(wanted: Envelope, held: Envelope): Envelope {
  const isSame = (name: string, value: unknown) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(held[name as keyof Envelope]);
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)));
}
