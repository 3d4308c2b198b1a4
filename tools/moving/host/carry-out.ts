import type { Id } from '#shared/id.ts';
import type { PutResult } from '../../archive/source-and-target.ts';
import { compare, sentenceOf } from './compare.ts';
import { fingerprintsOf, idIn, listedAs, nameOf, plain } from './fingerprints.ts';
import { namesakes, type OutgoingRow, type PushContext, readRow } from './observe-row.ts';
import { adds, extensionNames, filesOf, type Pushed, valuesOf } from './outgoing.ts';
import type { RowPlan } from './plan-row.ts';

export interface ExecutorOptions extends PushContext {
  /** Returns the `body` of a call in host.json. */
  bodyOf(call: (typeof adds)[Pushed]): Readonly<Record<string, string | null>> | undefined;
  pace: PostPace;
}

/** Carries out the plan for a row. The journal gets a line before and after each call. */
export async function carryOut(
  options: ExecutorOptions,
  row: OutgoingRow,
  plan: RowPlan,
): Promise<PutResult> {
  switch (plan.do) {
    case 'nothing':
      return plan.result;
    case 'settle':
      return settle(options, row, plan);
    case 'add':
      return add(options, row);
  }
}

async function add(options: ExecutorOptions, row: OutgoingRow): Promise<PutResult> {
  const { journal, inTexts, pace } = options;
  const { entity, sent, hash, fileOf } = row;
  const others = (await namesakes(options, row)).map(({ id }) => id);
  const beside = extensionNames(entity, options.bodyOf(adds[entity]));
  if (entity === 'posts' && !beside.includes('created_at')) await pace.beforePost();
  const values = valuesOf(entity, await inTexts.bring(sent, fileOf), beside);
  await journal.begin(entity, sent.id, { hash, others });
  const answer = await send(options, row, values);
  if ('refused' in answer) {
    await journal.end(entity, sent.id, { refused: answer.refused });
    return { outcome: 'refused', why: answer.refused };
  }
  pace.sent();
  const id = idIn(answer.data) ?? (await idOfNew(options, row, others));
  if (id === undefined)
    return { outcome: 'refused', why: 'the host accepted it, but does not list it: look for it there' };
  return settle(options, row, { id, outcome: 'added' });
}

/** Sends a row. If the host accepts no files, or only one, sends the row again without files. */
async function send(
  { calls }: ExecutorOptions,
  { entity, sent, fileOf }: OutgoingRow,
  values: [string, unknown][],
) {
  const answer = await calls.send(adds[entity], { values, files: filesOf(entity, sent, fileOf) });
  const isForFiles = 'refused' in answer && /^host\.takes(No|One)Files?$/.test(answer.code ?? '');
  return isForFiles ? calls.send(adds[entity], { values }) : answer;
}

async function idOfNew(
  { things, journal }: ExecutorOptions,
  { entity, sent }: OutgoingRow,
  others: readonly Id[],
): Promise<Id | undefined> {
  const name = plain(nameOf(entity, sent));
  const found = await things.search(
    entity,
    'category_id' in sent ? sent.category_id : undefined,
    ({ id, thing }) =>
      plain(nameOf(entity, thing)) === name && !others.includes(id) && !journal.isTaken(entity, id),
  );
  return found?.id;
}

/** Reads the row back from the host, and writes the result into the journal. */
async function settle(
  options: ExecutorOptions,
  { entity, sent, hash, fileOf }: OutgoingRow,
  { id, outcome }: { id: Id; outcome: 'added' | 'same' },
): Promise<PutResult> {
  const { things, journal, fetch, inTexts, library, pace } = options;
  if (outcome === 'added') await things.note(entity, listedAs(entity, id, sent));
  const found = await readRow(things, entity, id);
  if (!found) return { outcome: 'refused', why: `was added as ${id}, but cannot be read there` };
  if (entity === 'posts' && 'created_at' in found) pace.seen(found.created_at);
  const beside = outcome === 'added' ? library.fill : undefined;
  const differing = await compare(entity, sent, found, { fileOf, fetch, inTexts, beside });
  const differences = differing.map(sentenceOf);
  await journal.end(entity, sent.id, { hash, id, differences, there: fingerprintsOf(differing, found) });
  return { outcome };
}

/**
 * Delays posts at a host that stores times in whole seconds: two posts of the same second would have a random order.
 */
export interface PostPace {
  beforePost(): Promise<void>;
  sent(): void;
  /** Called with the creation time that the host has given to a post. */
  seen(moment: string | undefined): void;
}

const secondMs = 1_000;

export function createPostPace({
  isNew,
  now,
  wait,
  say,
}: Pick<PushContext, 'now' | 'wait'> & { isNew: boolean; say(text: string): void }): PostPace {
  /** True if the host seems to store times in whole seconds; undefined until `seen` is called. */
  let isCoarse: boolean | undefined;
  let isSaid = false;
  let lastAt = isNew ? Number.NEGATIVE_INFINITY : now();
  return {
    async beforePost() {
      const ms = lastAt + secondMs - now();
      if (isCoarse === false || ms <= 0) return;
      if (isCoarse && !isSaid) {
        say('This host stores whole seconds: one post is sent each second, so that their order stays.');
        isSaid = true;
      }
      await wait(ms);
    },
    sent() {
      lastAt = now();
    },
    seen(moment) {
      isCoarse = moment?.endsWith('.000Z') ?? true;
    },
  };
}
