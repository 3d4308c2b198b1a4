import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import { makeChange, patchRow, putInOrder, saveFailureText } from '../../../../client/api/optimistic.ts';

const row = (id: number, name = `row ${id}`) => ({ id, name, v_order: id * 10, updated_at: 'v1' });
type Row = ReturnType<typeof row>;
const reads = ['getRows'];
const key = [...reads, 1];
const change = { id: 2, name: 'new' };

let queries: QueryClient;
let happened: string[];
/** Answers of the server that the test gives or rejects. */
let answers: PromiseWithResolvers<string>[];
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  queries.setQueryData(key, { data: [row(1), row(2)] });
  happened = [];
  answers = [];
});

const rows = () => queries.getQueryData<{ data: Row[] }>(key)?.data ?? [];
const names = () => rows().map(({ name }) => name);
const settle = () => new Promise((resolve) => setTimeout(resolve));

const renaming: Parameters<typeof makeChange<typeof change, string>>[1] = {
  mutationKey: ['rename'],
  reads,
  show: ({ id, name }) => patchRow<Row>(queries, reads, id, { name }),
  send: ({ name }) => {
    happened.push(`send ${name}`);
    answers.push(Promise.withResolvers());
    return answers[answers.length - 1]?.promise ?? Promise.reject();
  },
  onSaved: (answer, _change, isLast) => happened.push(`saved ${answer}${isLast ? ', the last' : ''}`),
  onFailed: (error) => happened.push(`${error.message}: ${names()}`),
  refresh: () => happened.push('refresh'),
};
const rename = (id: number, name: string) => makeChange(queries, renaming, { id, name });

test('changes of one key are shown at once, sent in turn, and asked for again after the last; one that failed is put back first', async () => {
  const first = rename(1, 'one');
  const second = rename(2, 'two');
  expect(names()).toEqual(['one', 'two']);
  await settle();
  expect(happened).toEqual(['send one']);
  answers[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settle();
  answers[1]?.resolve('two');
  await second;
  expect(names()).toEqual(['row 1', 'two']);
  expect(happened).toEqual(['send one', 'no: row 1,two', 'send two', 'saved two, the last', 'refresh']);
});

test('a change is not undone by a read that was under way', async () => {
  const reading = Promise.withResolvers<object>();
  const read = queries.fetchQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: ({ signal }) => {
      signal.addEventListener('abort', () => reading.reject(signal.reason));
      return reading.promise;
    },
  });
  const saving = rename(2, 'new');
  reading.resolve({ data: [row(1), row(2)] });
  await settle();
  answers[0]?.resolve('new');
  await saving;
  await read.catch(() => undefined);
  expect(names()).toEqual(['row 1', 'new']);
});

test('what puts a change back leaves alone what was changed since', () => {
  const putBack = patchRow<Row>(queries, reads, 1, { name: 'new' });
  patchRow<Row>(queries, reads, 1, { updated_at: 'v2' });
  patchRow<Row>(queries, reads, 2, { name: 'other' });
  putBack();
  expect(rows()).toEqual([{ ...row(1), updated_at: 'v2' }, row(2, 'other')]);
});

test('an order is that of the ids, who came meanwhile stands last; put back it has its numbers and what was changed since', () => {
  queries.setQueryData(key, { data: [row(1), row(9), row(2)] });
  const order = () => rows().map(({ id, v_order }) => [id, v_order]);
  const putBack = putInOrder(queries, key, [2, 1]);
  expect(order()).toEqual([
    [2, 1],
    [1, 2],
    [9, 90],
  ]);
  patchRow<Row>(queries, reads, 2, { name: 'new' });
  putBack();
  expect(order()).toEqual(
    expect.arrayContaining([
      [1, 10],
      [2, 20],
    ]),
  );
  expect(names()).toContain('new');
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
