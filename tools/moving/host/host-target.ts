import { createHash } from 'node:crypto';
import type { Id } from '#shared/id.ts';
import type { ArchiveTarget, PutResult } from '../../archive/ends.ts';
import type { Archive } from '../../archive/read-archive.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import type { HostCalls } from './calls.ts';
import { compare, fieldsIn, sentenceOf } from './compare.ts';
import { createEarlierRows, type EarlierRows, recordOf } from './earlier-rows.ts';
import type { FetchMedia } from './host-source.ts';
import type { HostThings, Listed } from './host-things.ts';
import type { Done, Journal } from './journal.ts';
import { createLibrary } from './library.ts';
import {
  adds,
  type FileOf,
  filesOf,
  type Pushed,
  type PushedRecord,
  takenBeside,
  valuesOf,
} from './outgoing.ts';
import { putInOrder } from './put-in-order.ts';
import { idIn, isOfContent, listedAs, nameOf, plain, printsOf } from './same-thing.ts';
import { createTextPictures } from './text-pictures.ts';

export interface HostTargetOptions {
  /** Tells what a category is called that is not pushed with its projects. */
  archive: Archive;
  journal: Journal;
  fetch: FetchMedia;
  /** Looks, and changes nothing. */
  dryRun: boolean;
  /** What `body` of host.json says of a call. */
  bodyOf(call: (typeof adds)[Pushed]): Readonly<Record<string, string | null>> | undefined;
  wait(ms: number): Promise<void>;
  /** Hears why it takes long. */
  say(text: string): void;
  now?: () => number;
  /** Hears of each row, since one may take seconds. */
  onRow?(entity: Pushed, done: number): void;
}

export interface HostTarget extends ArchiveTarget {
  /** Every row that is there, of this push and of those before it, with what is otherwise there now. */
  arrived: EarlierRows['arrived'];
  /** Rows of earlier pushes that this one has not found there any more. */
  gone: EarlierRows['gone'];
  /** What is there otherwise than in the archive beside the rows themselves, such as their order. */
  remarks(): string[];
}

/** A host that is just working on a call that was cut off has that long. */
const underwayMs = 3_000;
const secondMs = 1_000;

/** An API host takes content in, by its own calls for adding: ids and moments are its own where it takes none (docs/archive.md, Push). */
export function createHostTarget(
  calls: HostCalls,
  things: HostThings,
  options: HostTargetOptions,
): HostTarget {
  const { archive, journal, fetch, dryRun, wait, say, now = Date.now, onRow } = options;
  const entities = (Object.keys(adds) as Pushed[]).filter((entity) => things.has(entity));
  const inTexts = createTextPictures(calls, journal, fetch);
  const library = createLibrary(calls);
  const remarks: string[] = [];
  const counted = new Map<Pushed, number>();
  /** What a dry run would have added. */
  const planned = new Set<string>();
  const earlier = createEarlierRows(entities, things, journal);
  /** Whole seconds: two posts of one second would stand as it happens. Undefined until the host has shown one. */
  let isCoarse: boolean | undefined;
  let isSlowSaid = false;
  let lastAt = journal.isNew ? Number.NEGATIVE_INFINITY : now();

  /** The row as it goes to the host, or why it cannot. */
  async function outgoing(record: PushedRecord): Promise<PushedRecord | { why: string }> {
    if (!('category_id' in record)) return record;
    const category = await categoryOf(record.category_id);
    if (category === undefined)
      return { why: `category_id: category ${record.category_id} is not at the host` };
    return { ...record, category_id: category };
  }

  const titles = new Map<string, string>();
  async function categoryOf(id: Id): Promise<Id | undefined> {
    const done = journal.done('categories', id);
    if (done) return done.id;
    if (planned.has(`categories ${id}`)) return id;
    if (titles.size === 0)
      for await (const { id: each, title } of archive.records('categories')) titles.set(String(each), title);
    const title = titles.get(String(id));
    const rows = await things.list('categories');
    return rows.find(({ thing }) => title !== undefined && plain(thing.title) === plain(title))?.id;
  }

  /** What is at the host, as a row of an archive. */
  async function read(entity: Pushed, id: Id): Promise<PushedRecord | undefined> {
    // Of what only lists tell, what was sent is noted in the list that is known.
    const thing = things.hasOne(entity)
      ? await things.one(entity, id)
      : (await things.search(entity, undefined, (row) => row.id === id))?.thing;
    return thing && recordOf(things, entity, thing);
  }

  async function put(entity: Pushed, record: PushedRecord, fileOf: FileOf): Promise<PutResult> {
    // Whatever the order of its fields, which is that of a descriptor.
    const fields = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
    const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
    const known = journal.done(entity, record.id);
    const sent = await outgoing(record);
    if ('why' in sent) return { outcome: 'refused', why: sent.why };
    await things.list(entity);
    const refusal = things.refusal(entity);
    if (refusal !== undefined) return { outcome: 'refused', why: refusal };
    if (known) return again(entity, sent, { hash, known, fileOf });
    const begun = journal.begun(entity, record.id);
    const cutOff = begun && (await afterCut(entity, sent, begun.begun, begun.others));
    if (cutOff !== undefined) return settle(entity, sent, { hash, id: cutOff, fileOf, outcome: 'added' });
    const there = await sameThere(entity, sent, fileOf);
    if (there && 'outcome' in there) return there;
    if (there) return settle(entity, sent, { hash, id: there.id, fileOf, outcome: 'same' });
    if (!calls.has(adds[entity])) return { outcome: 'refused', why: 'the host has no call that adds it' };
    if (dryRun) {
      planned.add(`${entity} ${record.id}`);
      return { outcome: 'added' };
    }
    return add(entity, sent, { hash, fileOf });
  }

  /**
   * A row that has been pushed before. It is looked at as a whole each time: what somebody has changed at the host since is a conflict, as
   * far as it is not what the host made of the row from the beginning.
   */
  async function again(
    entity: Pushed,
    sent: PushedRecord,
    { hash, known, fileOf }: { hash: string; known: Done; fileOf: FileOf },
  ): Promise<PutResult> {
    const beside = library.tell;
    const found = await earlier.look(entity, sent, known, { fileOf, fetch, inTexts, beside });
    if (!found)
      return { outcome: 'refused', why: `was added as ${known.id}, and is not at the host any more` };
    const isSame = known.hash === hash;
    const fields = fieldsIn(isSame ? found.since : found.all);
    if (fields.length > 0) return { outcome: 'conflict', fields };
    return isSame
      ? { outcome: 'same' }
      : settle(entity, sent, { hash, id: known.id, fileOf, outcome: 'same' });
  }

  /** After a call of which nobody knows how it ended: what came beside those of its name is the thing. */
  async function afterCut(
    entity: Pushed,
    sent: PushedRecord,
    begunAt: string,
    others: readonly Id[],
  ): Promise<Id | undefined> {
    await wait(Math.max(0, Date.parse(begunAt) + underwayMs - now()));
    things.forget(entity);
    const candidates = (await namesakes(entity, sent)).filter(({ id }) => !others.includes(id));
    return candidates[0]?.id;
  }

  /** Things of the host that are called the same, and are no row of this archive yet. */
  async function namesakes(entity: Pushed, sent: PushedRecord): Promise<Listed[]> {
    const name = plain(nameOf(entity, sent));
    const rows = await things.list(entity);
    return rows.filter(
      (row) => plain(nameOf(entity, row.thing)) === name && !journal.isTaken(entity, row.id),
    );
  }

  /** What the host had before this push: the same, or something else in its place. */
  async function sameThere(
    entity: Pushed,
    sent: PushedRecord,
    fileOf: FileOf,
  ): Promise<{ id: Id } | PutResult | undefined> {
    for (const { id } of await namesakes(entity, sent)) {
      const found = await read(entity, id);
      if (!found) continue;
      const differing = await compare(entity, sent, found, { fileOf, fetch, inTexts });
      const fields = fieldsIn(differing.filter((each) => isOfContent(each, found)));
      if (fields.length === 0) return { id };
      // Of one name and one id it is the same thing, which somebody has changed; a title of a category is its own.
      if (id === sent.id || entity === 'categories') return { outcome: 'conflict', fields };
    }
    return undefined;
  }

  async function add(
    entity: Pushed,
    sent: PushedRecord,
    { hash, fileOf }: { hash: string; fileOf: FileOf },
  ): Promise<PutResult> {
    const others = (await namesakes(entity, sent)).map(({ id }) => id);
    const beside = takenBeside(entity, options.bodyOf(adds[entity]));
    const isDated = beside.includes('created_at');
    if (entity === 'posts' && isCoarse !== false && !isDated) await untilNextSecond();
    const values = valuesOf(entity, await inTexts.bring(sent, fileOf), beside);
    const files = filesOf(entity, sent, fileOf);
    await journal.begin(entity, sent.id, { hash, others });
    let answer = await calls.send(adds[entity], { values, files });
    if ('refused' in answer && /^host\.takes(No|One)Files?$/.test(answer.code ?? ''))
      answer = await calls.send(adds[entity], { values });
    if ('refused' in answer) {
      await journal.end(entity, sent.id, { refused: answer.refused });
      return { outcome: 'refused', why: answer.refused };
    }
    lastAt = now();
    const id = idIn(answer.data) ?? (await idOfNew(entity, sent, others));
    if (id === undefined)
      return { outcome: 'refused', why: 'the host said yes, and does not list it: look for it there' };
    return settle(entity, sent, { hash, id, fileOf, outcome: 'added' });
  }

  async function untilNextSecond(): Promise<void> {
    const ms = lastAt + secondMs - now();
    if (ms <= 0) return;
    if (isCoarse && !isSlowSaid)
      say(
        'The moments of this host are whole seconds: posts go there one a second, so that their order stays.',
      );
    isSlowSaid ||= isCoarse === true;
    await wait(ms);
  }

  async function idOfNew(
    entity: Pushed,
    record: PushedRecord,
    others: readonly Id[],
  ): Promise<Id | undefined> {
    const name = plain(nameOf(entity, record));
    const group = 'category_id' in record ? record.category_id : undefined;
    const found = await things.search(
      entity,
      group,
      ({ id, thing }) =>
        plain(nameOf(entity, thing)) === name && !others.includes(id) && !journal.isTaken(entity, id),
    );
    return found?.id;
  }

  /** Reads back what is there, and writes down what became of the row. */
  async function settle(
    entity: Pushed,
    sent: PushedRecord,
    { hash, id, fileOf, outcome }: { hash: string; id: Id; fileOf: FileOf; outcome: 'added' | 'same' },
  ): Promise<PutResult> {
    if (dryRun) return { outcome };
    if (outcome === 'added') await things.note(entity, listedAs(entity, id, sent));
    const found = await read(entity, id);
    if (!found) return { outcome: 'refused', why: `was taken as ${id}, and cannot be read there` };
    if (entity === 'posts' && 'created_at' in found) isCoarse = found.created_at?.endsWith('.000Z') ?? true;
    const beside = outcome === 'added' ? library.fill : undefined;
    const differing = await compare(entity, sent, found, { fileOf, fetch, inTexts, beside });
    const differences = differing.map(sentenceOf);
    await journal.end(entity, sent.id, { hash, id, differences, there: printsOf(differing, found) });
    return { outcome };
  }

  return {
    entities,
    async put<Name extends keyof ArchiveRecords>(
      entity: Name,
      records: readonly ArchiveRecords[Name][],
      fileOf: (reference: MediaReference) => ReturnType<FileOf>,
    ) {
      const results: PutResult[] = [];
      for (const record of records) {
        results.push(await put(entity as Pushed, record as PushedRecord, fileOf));
        counted.set(entity as Pushed, (counted.get(entity as Pushed) ?? 0) + 1);
        onRow?.(entity as Pushed, counted.get(entity as Pushed) ?? 0);
      }
      return results;
    },
    async finish() {
      if (!dryRun)
        for (const entity of entities)
          if (counted.has(entity))
            remarks.push(...(await putInOrder(calls, things, entity, { archive, journal })));
      return remarks;
    },
    arrived: earlier.arrived,
    gone: earlier.gone,
    remarks: () => remarks,
  };
}
