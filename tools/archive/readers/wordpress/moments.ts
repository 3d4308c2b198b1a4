import { momentOf } from '#shared/dates.ts';
import type { WordPressItem } from './items.ts';

/** Dates of an item as moments; undefined for a missing date. */
export interface ItemMoments {
  published: Date | undefined;
  changed: Date | undefined;
  /** True if the UTC offset of a date had to be guessed. */
  guessed: boolean;
}

type Times = Pick<WordPressItem, 'date' | 'dateGmt' | 'modified' | 'modifiedGmt' | 'pubDate'>;

/**
 * Returns the dates of an item. WordPress writes each date twice: in the time zone of the blog, and in UTC, where
 * 0000-00-00 means that the item was never published. An export does not name the time zone. The UTC offset is
 * therefore computed from a date that the item has in both forms; an item without one gets `usual`, the offset in
 * minutes that most other items have.
 */
export function momentsOf(item: Times, usual: number | undefined): ItemMoments {
  const own = offsetOf(item);
  const offset = own ?? usual;
  const from = (local: string, utc: string) => {
    const exact = known(utc);
    if (exact) return exact;
    const there = known(local);
    return there && new Date(there.getTime() - (offset ?? 0) * 60_000);
  };
  const published = from(item.date, item.dateGmt) ?? ofMail(item.pubDate);
  const changed = from(item.modified, item.modifiedGmt) ?? published;
  return {
    published,
    changed,
    guessed: offset === undefined && !known(item.dateGmt) && known(item.date) !== undefined,
  };
}

/** Returns by how many minutes the blog was ahead of UTC when this item was written. */
export function offsetOf({ date, dateGmt, modified, modifiedGmt }: Times): number | undefined {
  return difference(modified, modifiedGmt) ?? difference(date, dateGmt);
}

function difference(local: string, utc: string): number | undefined {
  const [there, here] = [known(local), known(utc)];
  if (!there || !here) return undefined;
  const minutes = Math.round((there.getTime() - here.getTime()) / 60_000);
  // In a date that a person entered by hand, the local time or the time in UTC may be wrong, so their difference need
  // not be an offset. The offsets of all time zones are from -12:00 to +14:00; any other difference counts as unknown.
  return minutes >= -720 && minutes <= 840 ? minutes : undefined;
}

function known(text: string): Date | undefined {
  return text.startsWith('0000') ? undefined : momentOf(text);
}

function ofMail(text: string): Date | undefined {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1 ? undefined : moment;
}
