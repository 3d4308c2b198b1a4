import type { Id } from '#shared/id.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { type Compared, compare, type Difference, sentenceOf } from './compare.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { HostThings, Listed } from './host-things.ts';
import type { Done, Journal } from './journal.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';
import { recordFrom } from './records-of.ts';

/** Row that is at the host now. */
export interface Arrived {
  entity: Pushed;
  from: Id;
  to: Id;
  differences: readonly string[];
}

/** Row that was at the host and is missing now. */
export type Gone = Omit<Arrived, 'differences'>;

/** Rows that were pushed to the host, earlier or in this push. */
export interface EarlierRows {
  /**
   * Returns how the host's record differs from the archive's now, and which of the differences were made at the host
   * after the push; undefined if the record is missing.
   */
  look(
    entity: Pushed,
    sent: PushedRecord,
    known: Done,
    compared: Compared,
  ): Promise<{ all: Difference[]; since: Difference[] } | undefined>;
  /** Returns the rows that are at the host, with the differences found so far. */
  arrived(): Arrived[];
  /** Returns the rows that a check has not found. */
  gone(): Gone[];
}

export function createEarlierRows(
  entities: readonly Pushed[],
  things: HostThings,
  journal: Journal,
): EarlierRows {
  const keyOf = (entity: Pushed, id: Id) => `${entity} ${id}`;
  /** Undefined for a row that is missing at the host. */
  const looked = new Map<string, string[] | undefined>();
  const all = () =>
    entities.flatMap((entity) =>
      [...journal.all(entity)].map(([name, { id: to, differences }]): Arrived => {
        return { entity, from: readJsonId(name) ?? name, to, differences };
      }),
    );
  const isGone = ({ entity, from }: Gone) => {
    const key = keyOf(entity, from);
    return looked.has(key) && looked.get(key) === undefined;
  };

  return {
    async look(entity, sent, known, compared) {
      const listed = (await things.list(entity)).find(({ id }) => id === known.id);
      const thing = listed && (things.hasOne(entity) ? await things.one(entity, known.id) : listed.thing);
      const found = thing && recordOf(things, entity, thing);
      const all = found && (await compare(entity, sent, found, compared));
      looked.set(keyOf(entity, sent.id), all?.map(sentenceOf));
      if (!all) return undefined;
      const prints = fingerprintsOf(all, found);
      const { differences, there = {} } = known;
      const isOld = (each: Difference) =>
        differences.includes(sentenceOf(each)) &&
        (there[each.field] === undefined || there[each.field] === prints[each.field]);
      return { all, since: all.filter((each) => each.isMeant && !isOld(each)) };
    },
    arrived: () =>
      all()
        .filter((row) => !isGone(row))
        .map((row) => ({ ...row, differences: looked.get(keyOf(row.entity, row.from)) ?? row.differences })),
    gone: () => all().filter(isGone),
  };
}

/** Converts a host's record to a row of an archive. */
export function recordOf(things: HostThings, entity: Pushed, thing: Listed['thing']): PushedRecord {
  const { extra } = things.extra(entity, thing);
  return { ...recordFrom(entity, thing), ...(extra && { extra }) } as PushedRecord;
}
