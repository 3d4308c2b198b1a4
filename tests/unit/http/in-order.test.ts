import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { inOrder, isBelow, type PassList } from '../../../server/http/in-order.ts';

/** What the passes have noted, and what came out at the end of the list. */
async function meet(list: PassList, url = '/'): Promise<{ noted: string[]; end: unknown }> {
  const noted: string[] = [];
  const res = { locals: { noted } } as unknown as Response;
  const end = await new Promise<unknown>((resolve) => {
    Object.assign(res, { answer: () => resolve('answered') });
    list.run({ url } as Request, res, (error?: unknown) => resolve(error));
  });
  return { noted, end };
}

const note =
  (text: string): RequestHandler =>
  (_req, res, next) => {
    res.locals.noted.push(text);
    next();
  };

const answer: RequestHandler = (_req, res) => (res as unknown as { answer(): void }).answer();

const takeError: ErrorRequestHandler = (error, _req, res, _next) => {
  res.locals.noted.push(`took ${error instanceof Error ? error.message : error}`);
  (res as unknown as { answer(): void }).answer();
};

function listOf(...passes: (RequestHandler | ErrorRequestHandler)[]): PassList {
  const list = inOrder();
  for (const pass of passes) list.use(pass);
  return list;
}

describe('passes in order', () => {
  it('run one after the other until one answers', async () => {
    const list = listOf(note('a'), takeError, note('b'), answer, note('c'));
    expect(await meet(list)).toEqual({ noted: ['a', 'b'], end: 'answered' });
  });

  it('a list that nobody answers ends at who runs it, and so does an empty one', async () => {
    expect(await meet(listOf(note('a')))).toEqual({ noted: ['a'], end: undefined });
    expect(await meet(inOrder())).toEqual({ noted: [], end: undefined });
  });

  const failing: [string, RequestHandler][] = [
    [
      'thrown',
      () => {
        throw new Error('it');
      },
    ],
    ['given to next', (_req, _res, next) => next(new Error('it'))],
    ['given to next later', (_req, _res, next) => void setImmediate(() => next(new Error('it')))],
    ['rejected with', () => Promise.reject(new Error('it'))],
    [
      'rejected with later',
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('it');
      },
    ],
  ];

  it.each(failing)('an error that is %s goes to the next pass that takes errors', async (_how, fail) => {
    const list = listOf(note('a'), fail, note('b'), takeError);
    expect(await meet(list)).toEqual({ noted: ['a', 'took it'], end: 'answered' });
  });

  it('go by what is for other requests without a question to its passes', async () => {
    const list = inOrder();
    const one = list.when(({ url }) => url === '/a');
    list.when(({ url }) => url === '/b').use(answer);
    one.use(note('a'));
    one.use(note('also a'));
    list.use(note('all'));
    expect((await meet(list, '/a')).noted).toEqual(['a', 'also a', 'all']);
    expect(await meet(list, '/b')).toEqual({ noted: [], end: 'answered' });
    expect((await meet(list, '/c')).noted).toEqual(['all']);
  });

  it.each(failing)('an error that is %s below a path goes on to the list above', async (_how, fail) => {
    const list = inOrder();
    const below = list.when((req) => isBelow('/api', req));
    for (const pass of [note('a'), fail, note('b')]) below.use(pass);
    list.use(note('c'));
    list.use(takeError);
    expect(await meet(list, '/api/x')).toEqual({ noted: ['a', 'took it'], end: 'answered' });
  });

  it.each(failing)(
    'an error that is %s and that nobody takes ends at who runs the list',
    async (_how, fail) => {
      expect(await meet(listOf(fail, note('b')))).toEqual({ noted: [], end: new Error('it') });
    },
  );

  it('nothing thrown or rejected is still an error, and an error pass may fail too', async () => {
    const throwNothing: RequestHandler = () => {
      throw undefined;
    };
    const failAgain: ErrorRequestHandler = (_error, _req, _res, _next) => {
      throw new Error('again');
    };
    for (const fail of [throwNothing, () => Promise.reject(undefined)] as RequestHandler[]) {
      expect((await meet(listOf(fail, note('b')))).end).toBeInstanceOf(Error);
    }
    expect((await meet(listOf(failing[0]?.[1] as RequestHandler, failAgain))).end).toEqual(
      new Error('again'),
    );
  });

  it.each([
    ['/api', true],
    ['/api/', true],
    ['/api?a=1', true],
    ['/api/x?a=1', true],
    ['/apifoo', false],
    ['/API/x', false],
    ['/ap', false],
    ['/', false],
    ['/x/api/y', false],
    ['/api;x/y', false],
    ['/api%2Fx', false],
  ])('%s is below /api: %s; then the list goes on', async (url, isThere) => {
    const list = inOrder();
    list.when((req) => isBelow('/api', req)).use(note('below'));
    list.use(note('after'));
    list.use(answer);
    expect((await meet(list, url)).noted).toEqual(isThere ? ['below', 'after'] : ['after']);
  });
});
