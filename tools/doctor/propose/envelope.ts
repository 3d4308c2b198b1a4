import { isRecord } from '#shared/is-record.ts';
import { type Envelope, type PresetName, presets } from '../../../hosts/host-file/envelope.ts';
import { at, idFieldOf, type Json, leaves, placesIn, plain } from './json.ts';
import { bestOf, placesOf } from './matching.ts';
import { type ProbeAnswer, type Prober, withQuery } from './prober.ts';
import { errorWords, messageWords, numberWords, successWords } from './words.ts';

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

type Numbers = Partial<Record<keyof typeof numberWords, string>>;

/**
 * Finds the places of the numbers that describe the pages of a list, by their names. A number is only accepted if it
 * fits the rows of the list.
 */
export function numbersOf({ json, headers }: ProbeAnswer, { rows }: FoundList): Numbers {
  const inHeaders = Object.entries(headers)
    .filter(([name]) => /^x-.*(page|total|count)/i.test(name) && !/rate/i.test(name))
    .map(([name, value]) => ({ place: `header:${name}`, names: [plain(name)], depth: 0, values: [value] }));
  const there = [...placesOf(json), ...inHeaders];
  const least = { page: 0, last_page: Math.min(1, rows.length), per_page: rows.length, total: rows.length };
  const fits = (kind: keyof Numbers, value: unknown) =>
    /^\d{1,15}$/.test(String(value)) && (kind === 'page' ? Number(value) <= 1 : Number(value) >= least[kind]);
  const found = Object.entries(numberWords).map(([kind, names]) => [
    kind,
    bestOf(there, names, (value) => fits(kind as keyof Numbers, value))?.place,
  ]);
  return Object.fromEntries(found.filter(([, place]) => place));
}

/** Returns the number at a place in the body or, if the place begins with `header:`, in a header. */
export function numberAt({ json, headers }: ProbeAnswer, place: string | undefined): number {
  return Number(place?.startsWith('header:') ? headers[place.slice(7)] : at(json, place ?? 'none'));
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
  const { call } = first;
  const numbers = numbersOf(first, list);
  const { contract: held } = presets;
  if (numbers.page === held.page && numbers.last_page === held.last_page)
    return { paging: held.paging, because: `${call} has the contract's numbers` };
  const start = numberAt(first, numbers.page) === 0 ? 0 : 1;
  const [usualName] = names;
  if (usualName && numberAt(first, numbers.last_page) === 1)
    return { paging: { page: usualName, first: start }, because: `${call} counts its pages, and has one` };
  let only: FoundPaging | undefined;
  for (const page of names) {
    const second = await prober.ask(withQuery(first.path, { [page]: String(start + 1) }), first.sent);
    const rows = at(second.json, list.place);
    const isNone = [400, 404].includes(second.status) || (Array.isArray(rows) && rows.length === 0);
    const isOther = Array.isArray(rows) && headOf(rows) !== headOf(at(first.json, list.place));
    // The host has understood the parameter, because it answers that there is no second page.
    if (isNone)
      only ??= {
        paging: { page, first: start },
        because: `${second.call} answered that the page does not exist`,
      };
    else if (isOther) {
      const size = numbers.last_page || numbers.per_page ? {} : { size: list.rows.length };
      return {
        paging: { page, first: start, ...size },
        because: `${second.call} answered other rows than ${call}`,
      };
    }
  }
  return only ?? { paging: 'none', because: `no page parameter changed the rows of ${call}` };
}

const headOf = (rows: unknown) => JSON.stringify([rows].flat()[0]);

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
    return successWords.includes(plain(name)) && other !== undefined && other !== value;
  });
  const all = refusals.flatMap(({ json }) => placesOf(json));
  const message = bestOf(all, messageWords, (value) => (value && typeof value === 'string' ? 1 : 0));
  const errors = bestOf(all, errorWords, (value) => (value && typeof value === 'object' ? 1 : 0));
  return {
    ...(told && { success: { at: told.place, is: [told.value as string] } }),
    ...(isContract && { success }),
    ...(message && { message: message.place }),
    errors: errors?.place ?? 'errors',
  };
}

/**
 * Returns the preset that is closest to an envelope, among those with lists in the same place, and the entries in
 * which the envelope differs from the preset.
 */
export function inPresets(wanted: Envelope, only?: PresetName): { preset: PresetName; envelope: Envelope } {
  const all = Object.entries(presets) as [PresetName, Envelope][];
  const isLike = ({ list, fields_in }: Envelope) => list === wanted.list && fields_in === wanted.fields_in;
  const choices = all
    .filter(([name, has]) => (only ? name === only : isLike(has) || name === 'array'))
    .map(([preset, has]) => ({
      preset,
      envelope: { ...differing(wanted, has), ...(has.success && !wanted.success && { success: null }) },
    }));
  const cost = ({ envelope }: (typeof choices)[number]) => Object.keys(envelope).length;
  return choices.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/** Returns the entries of `wanted` that are different in `held`. */
export function differing(wanted: Envelope, held: Envelope): Envelope {
  const isSame = (name: string, value: unknown) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(held[name as keyof Envelope]);
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)));
}
