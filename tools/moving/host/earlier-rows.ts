import type { Id } from '#shared/id.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { type Compared, compare, type Difference, sentenceOf } from './compare.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { HostThings, Listed } from './host-things.ts';
import type { Done, Journal } from './journal.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';
import { recordFrom } from './records-of.ts';

/** A row that is at the host: `from` is its id in the archive, `to` its id at the host. */
export interface Arrived {
  entity: Pushed;
  from: Id;
  to: Id;
  differences: readonly string[];
}

/** A row that was at the host once and is missing there now. */
export type Gone = Omit<Arrived, 'differences'>;

/** The rows of this archive that were pushed to the host, in earlier pushes or in this one. */
export interface EarlierRows {
  /**
   * Compares the current record at the host with the archive. Returns all differences, and those that were made at
   * the host after the push (`since`); undefined if the record is missing at the host.
   */
  look(
    entity: Pushed,
    sent: PushedRecord,
    known: Done,
    compared: Compared,
  ): Promise<{ all: Difference[]; since: Difference[] } | undefined>;
  /** Returns the rows that are at the host, with the latest known differences. */
  arrived(): Arrived[];
  /** Returns the rows that `look` has not found at the host. */
  gone(): Gone[];
}

export function createEarlierRows(
  entities: readonly Pushed[],
  things: HostThings,
  journal: Journal,
): EarlierRows {
  const keyOf = (entity: Pushed, id: Id) => `${entity} ${id}`;
  /** Results of `look`: the differences of a row as sentences, or undefined if the row is missing at the host. */
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

/** Converts a record of the host to a row of an archive. */
export function recordOf(things: HostThings, entity: Pushed, thing: Listed['thing']): PushedRecord {
  const { extra } = things.extra(entity, thing);
  return { ...recordFrom(entity, thing), ...(extra && { extra }) } as PushedRecord;
}
