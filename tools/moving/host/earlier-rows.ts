import type { Id } from '#shared/id.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { type Compared, compare, type Difference, sentenceOf } from './compare.ts';
import type { HostThings, Listed } from './host-things.ts';
import type { Done, Journal } from './journal.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';
import { recordFrom } from './records-of.ts';
import { printsOf } from './same-thing.ts';

/** A row that is at the host now. */
export interface Arrived {
  entity: Pushed;
  from: Id;
  to: Id;
  differences: readonly string[];
}

/** A row that was at the host, and is not any more. */
export type Gone = Omit<Arrived, 'differences'>;

/** Rows that came to the host in an earlier push, or in this one. */
export interface EarlierRows {
  /**
   * What is otherwise there now than in the archive, and of that what somebody has changed there since it came; undefined where it is gone.
   */
  look(
    entity: Pushed,
    sent: PushedRecord,
    known: Done,
    compared: Compared,
  ): Promise<{ all: Difference[]; since: Difference[] } | undefined>;
  /** With what is otherwise there now, as far as it was looked at. */
  arrived(): Arrived[];
  /** Those that a look has not found. */
  gone(): Gone[];
}

export function createEarlierRows(
  entities: readonly Pushed[],
  things: HostThings,
  journal: Journal,
): EarlierRows {
  const keyOf = (entity: Pushed, id: Id) => `${entity} ${id}`;
  /** Undefined for one that is gone. */
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
      const prints = printsOf(all, found);
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

/** A thing of the host as a row of an archive. */
export function recordOf(things: HostThings, entity: Pushed, thing: Listed['thing']): PushedRecord {
  const { extra } = things.extra(entity, thing);
  return { ...recordFrom(entity, thing), ...(extra && { extra }) } as PushedRecord;
}
