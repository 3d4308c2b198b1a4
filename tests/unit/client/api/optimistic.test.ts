import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import {
  makeChange,
  newestOf,
  type OptimisticChange,
  patchRow,
  putInOrder,
  saveFailureText,
} from '../../../../client/api/optimistic.ts';

interface Row {
  id: number;
  name: string;
  v_order: number;
  updated_at: string;
}

const row = (id: number, name = `row ${id}`): Row => ({ id, name, v_order: id * 10, updated_at: 'v1' });
const reads = ['getRows'];
const key = [...reads, 1];

let queries: QueryClient;
let happened: string[];
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  queries.setQueryData(key, { data: [row(1), row(2)] });
  happened = [];
});

const names = () => queries.getQueryData<{ data: Row[] }>(key)?.data.map(({ name }) => name);

interface Rename {
  id: number;
  name: string;
}

/** Answers of the server that the test gives or rejects. */
function waiting() {
  const answers: { give: () => void; fail: (error: Error) => void }[] = [];
  return {
    answers,
    send: ({ name }: Rename) =>
      new Promise<string>((resolve, reject) => {
        happened.push(`send ${name}`);
        answers.push({ give: () => resolve(name), fail: reject });
      }),
  };
}

const renaming = (more: Partial<OptimisticChange<Rename, string>>): OptimisticChange<Rename, string> => ({
  mutationKey: ['rename'],
  reads,
  show: ({ id, name }) => patchRow<Row>(queries, reads, id, { name }),
  send: async ({ name }) => name,
  onSaved: (answer, _change, isLast) => happened.push(`saved ${answer}${isLast ? ', the last' : ''}`),
  onFailed: (error) => happened.push(`${error.message}: ${names()}`),
  refresh: () => happened.push('refresh'),
  ...more,
});

/** Lets all pending promise callbacks run. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a change', () => {
  test('is shown within the press itself, and asked for again when it is saved', async () => {
    const saving = makeChange(queries, renaming({}), { id: 2, name: 'new' });
    expect(names()).toEqual(['row 1', 'new']);
    expect(await saving).toBe('new');
    expect(happened).toEqual(['saved new, the last', 'refresh']);
  });

  test('that is not saved is put back before anybody is told why', async () => {
    const saving = makeChange(queries, renaming({ send: () => Promise.reject(new Error('no')) }), {
      id: 2,
      name: 'new',
    });
    await expect(saving).rejects.toThrow('no');
    expect(names()).toEqual(['row 1', 'row 2']);
    expect(happened).toEqual(['no: row 1,row 2', 'refresh']);
  });

  test('is not undone by a read that was under way', async () => {
    let arrive = () => {};
    const reading = queries.fetchQuery({
      queryKey: key,
      staleTime: 0,
      queryFn: ({ signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          arrive = () => resolve({ data: [row(1, 'as it was'), row(2, 'as it was')] });
        }),
    });
    const saving = makeChange(queries, renaming({}), { id: 2, name: 'new' });
    arrive();
    await saving;
    await reading.catch(() => undefined);
    expect(names()).toEqual(['row 1', 'new']);
  });

  test.each([
    ['first read', ['getRows', 2]],
    ['read', key],
  ])(
    'is not undone by a %s that began meanwhile: it is given up and asked again',
    async (_which, queryKey) => {
      const { answers, send } = waiting();
      const stored = [row(1), row(2)];
      let asked = 0;
      const saving = makeChange(queries, renaming({ send }), { id: 2, name: 'new' });
      const list = new QueryObserver(queries, {
        queryKey,
        staleTime: 0,
        queryFn: ({ signal }) => {
          asked += 1;
          const data = { data: structuredClone(stored) };
          // The first answer dates from before the change, and never arrives.
          if (asked > 1) return data;
          return new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
      });
      const leave = list.subscribe(() => {});
      await settle();
      expect(asked).toBe(1);
      stored[1] = row(2, 'new');
      answers[0]?.give();
      await saving;
      await expect.poll(() => list.getCurrentResult().data?.data[1]?.name).toBe('new');
      await expect.poll(() => list.getCurrentResult().fetchStatus).toBe('idle');
      expect(asked).toBe(2);
      leave();
    },
  );
});

describe('changes of one key', () => {
  test('are shown at once, sent one after another, and asked for again after the last', async () => {
    const { answers, send } = waiting();
    const options = renaming({ send });
    const first = makeChange(queries, options, { id: 1, name: 'one' });
    const second = makeChange(queries, options, { id: 2, name: 'two' });
    expect(names()).toEqual(['one', 'two']);
    await settle();
    expect(happened).toEqual(['send one']);
    answers[0]?.give();
    await first;
    await settle();
    expect(happened).toEqual(['send one', 'saved one', 'send two']);
    answers[1]?.give();
    await second;
    expect(happened).toEqual(['send one', 'saved one', 'send two', 'saved two, the last', 'refresh']);
  });

  test('go on after one that failed', async () => {
    const { answers, send } = waiting();
    const options = renaming({ send });
    const first = makeChange(queries, options, { id: 1, name: 'one' });
    const second = makeChange(queries, options, { id: 2, name: 'two' });
    await settle();
    answers[0]?.fail(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await settle();
    answers[1]?.give();
    await second;
    expect(names()).toEqual(['row 1', 'two']);
    expect(happened).toEqual(['send one', 'no: row 1,two', 'send two', 'saved two, the last', 'refresh']);
  });

  test('are sent at once where they need not wait', async () => {
    const { answers, send } = waiting();
    const options = renaming({ send, inTurn: false });
    const both = [
      makeChange(queries, options, { id: 1, name: 'one' }),
      makeChange(queries, options, { id: 2, name: 'two' }),
    ];
    await settle();
    expect(happened).toEqual(['send one', 'send two']);
    for (const { give } of answers) give();
    await Promise.all(both);
    expect(happened.filter((what) => what === 'refresh')).toEqual(['refresh']);
  });

  test('one refresh is for all of a family', async () => {
    const { answers, send } = waiting();
    const of = (id: number) => renaming({ send, mutationKey: ['rename', id], family: ['rename'] });
    const both = [
      makeChange(queries, of(1), { id: 1, name: 'one' }),
      makeChange(queries, of(2), { id: 2, name: 'two' }),
    ];
    await settle();
    answers[0]?.give();
    await settle();
    expect(happened).not.toContain('refresh');
    answers[1]?.give();
    await Promise.all(both);
    expect(happened.at(-1)).toBe('refresh');
  });
});

describe('what puts a change back', () => {
  test('leaves alone what was changed since', () => {
    const putBack = patchRow<Row>(queries, reads, 1, { name: 'new' });
    patchRow<Row>(queries, reads, 1, { updated_at: 'v2' });
    patchRow<Row>(queries, reads, 2, { name: 'other' });
    putBack();
    expect(queries.getQueryData(key)).toEqual({ data: [{ ...row(1), updated_at: 'v2' }, row(2, 'other')] });
  });

  test('puts nothing where there was nothing', () => {
    expect(() => patchRow<Row>(queries, reads, 9, { name: 'new' })()).not.toThrow();
    expect(names()).toEqual(['row 1', 'row 2']);
  });
});

describe('an order', () => {
  const order = () =>
    queries.getQueryData<{ data: Row[] }>(key)?.data.map(({ id, v_order }) => [id, v_order]);

  test('is that of the ids; who came meanwhile stands last', () => {
    queries.setQueryData(key, { data: [row(1), row(9), row(2)], complete: true });
    putInOrder<Row>(queries, key, [2, 1]);
    expect(order()).toEqual([
      [2, 1],
      [1, 2],
      [9, 90],
    ]);
    expect(queries.getQueryData(key)).toMatchObject({ complete: true });
  });

  test('is put back with its numbers, and keeps who came and what was changed since', () => {
    const putBack = putInOrder<Row>(queries, key, [2, 1]);
    patchRow<Row>(queries, reads, 2, { name: 'new' });
    putBack();
    expect(order()).toEqual([
      [1, 10],
      [2, 20],
    ]);
    expect(names()).toEqual(['row 1', 'new']);
  });
});

test('the newest version of a thing is known, wherever it stands', () => {
  const newer = { ...row(1), updated_at: 'v3' };
  expect(newestOf<Row>([undefined, row(1), newer, null, { ...row(1), updated_at: 'v2' }])).toBe(newer);
  expect(newestOf<Row>([null, undefined])).toBeUndefined();
});

test('a conflict names who was faster, and anything else is told in its own words', () => {
  const conflict = (data?: unknown) =>
    saveFailureText(new ApiError('conflict.newer', 409, { data }), 'this job');
  expect(conflict({ who: 'Rukhsana' })).toMatch(/^Rukhsana changed this job /);
  expect(conflict()).toMatch(/^Someone else changed this job /);
  expect(saveFailureText(new ApiError('x', 500, { message: 'the disk is full' }), 'no')).toBe(
    'the disk is full',
  );
});
