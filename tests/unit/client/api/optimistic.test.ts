import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { makeChange, patchRow } from '../../../../client/api/optimistic.ts';

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
  expect(await first).toBe(false);
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

test('a list that is to be fetched again stays so when a row of it is changed', async () => {
  await queries.invalidateQueries({ queryKey: reads });
  patchRow<Row>(queries, reads, 1, { name: 'new' });
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test('what puts a change back leaves alone what was changed since', () => {
  const putBack = patchRow<Row>(queries, reads, 1, { name: 'new' });
  patchRow<Row>(queries, reads, 1, { updated_at: 'v2' });
  patchRow<Row>(queries, reads, 2, { name: 'other' });
  putBack();
  expect(rows()).toEqual([{ ...row(1), updated_at: 'v2' }, row(2, 'other')]);
});
