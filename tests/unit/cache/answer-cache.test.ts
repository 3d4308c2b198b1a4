import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { AnswerCache, type Made } from '../../../server/cache/answer-cache.ts';
import { cacheTimes } from '../../../server/cache/cache-times.ts';
import { AppError } from '../../../server/errors.ts';

const { freshMs, staleMs, downMs, passMs } = cacheTimes;

let now: number;
let today: number;
let failures: unknown[];
/** The cached values; none of them is prepared, so that none is written to disk. */
interface Value {
  text: string;
  prepared?: undefined;
}
let cache: AnswerCache<Value>;

/** Returns the host's next answer. */
let next: () => Promise<Partial<Made<string>> & { value: string }>;
const make = vi.fn(async (): Promise<Made<Value>> => {
  const made = await next();
  return { keep: 'store', bytes: 100, ...made, value: { text: made.value } };
});

beforeEach(() => {
  now = 1_000_000;
  today = Date.UTC(2026, 10, 22);
  failures = [];
  make.mockClear();
  says('one');
  cache = new AnswerCache<Value>({
    maxBytes: 10_000,
    // A short real wait, since the clock of the tests does not advance by itself.
    times: { ...cacheTimes, waitMs: 20 },
    now: () => now,
    today: () => today,
    isGone: (error) => error instanceof AppError && error.status === 404,
    onRefreshFailed: (error) => failures.push(error),
  });
});

function says(value: string, more: Partial<Made<string>> = {}) {
  next = async () => ({ value, ...more });
}

/** Makes the host answer only when the test resolves the promise. */
function hesitates() {
  const answer = Promise.withResolvers<{ value: string }>();
  next = () => answer.promise;
  return answer;
}

function fails(error: unknown = new Error('refused')) {
  next = () => Promise.reject(error);
}

const get = async (key = '/a', options = {}) => {
  const found = await cache.get(key, make, options);
  return found && [found.state, found.value.text];
};
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('by its age an answer is', () => {
  it('given once more while one call fetches it anew', async () => {
    await get();
    now += freshMs + 1;
    const answer = hesitates();
    expect(await get()).toEqual(['stale', 'one']);
    expect(await get()).toEqual(['stale', 'one']);
    expect(make).toHaveBeenCalledTimes(2);
    answer.resolve({ value: 'two' });
    await later();
    expect(await get()).toEqual(['hit', 'two']);
  });

  it('waited for when it is older, and not for long', async () => {
    await get();
    now += freshMs + staleMs + 1;
    says('two');
    expect(cache.find('/a')).toBeUndefined();
    expect(await get()).toEqual(['miss', 'two']);
    now += freshMs + staleMs + 1;
    const answer = hesitates();
    expect(await get()).toEqual(['stale', 'two']);
    answer.resolve({ value: 'three' });
    await later();
    expect(await get()).toEqual(['hit', 'three']);
  });

  it.each([
    ['that cannot be reached', () => fails()],
    ['that answers with an error', () => says('an error', { keep: 'leave' })],
  ])(
    'given for a day while the host is one %s, which is asked again after a rest',
    async (_name, breakHost) => {
      await get();
      now += downMs - 1;
      breakHost();
      expect(await get()).toEqual(['stale', 'one']);
      expect(await get()).toEqual(['stale', 'one']);
      expect(make).toHaveBeenCalledTimes(2);
      now += 2;
      says('two');
      expect(await get()).toEqual(['miss', 'two']);
    },
  );
});

it('nothing is given any more past the moment at which it ends, even while the host is down', async () => {
  says('one', { endsAt: today + 1_000 });
  await get();
  today += 999;
  expect(await get()).toEqual(['hit', 'one']);
  today += 1;
  fails();
  await expect(get()).rejects.toThrow('refused');
});

describe('a purge', () => {
  it('keeps what was begun before it out, and gives it to nobody who comes after', async () => {
    const before = hesitates();
    const first = get();
    cache.purge();
    says('two');
    expect(await get()).toEqual(['miss', 'two']);
    before.resolve({ value: 'one' });
    expect(await first).toEqual(['miss', 'one']);
    expect(await get()).toEqual(['hit', 'two']);
  });

  it('is not undone by a refusal of before it', async () => {
    const before = Promise.withResolvers<never>();
    next = () => before.promise;
    const first = get();
    cache.purge();
    says('two');
    await get();
    before.reject(new AppError('request.notFound', 404));
    await expect(first).rejects.toMatchObject({ status: 404 });
    expect(await get()).toEqual(['hit', 'two']);
  });
});

it('who asks at the same time may leave, and the call goes on for the next', async () => {
  const answer = hesitates();
  const left = new AbortController();
  const waiting = get('/a', { signal: left.signal });
  left.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  answer.resolve({ value: 'one' });
  expect(await get()).toEqual(['miss', 'one']);
  expect(make).toHaveBeenCalledTimes(1);
});

describe('what is for one caller alone', () => {
  it('is given to who began, and to nobody else', async () => {
    const answer = Promise.withResolvers<{ value: string; keep: 'pass' }>();
    next = () => answer.promise;
    const both = Promise.all([get(), get()]);
    answer.resolve({ value: 'mine', keep: 'pass' });
    expect(await both).toEqual([['miss', 'mine'], undefined]);
    expect(await get()).toBeUndefined();
    now += passMs + 1;
    says('ours');
    expect(await get()).toEqual(['miss', 'ours']);
  });

  it('is that for its whole group', async () => {
    says('mine', { keep: 'pass' });
    await get('/a', { group: 'rows' });
    expect(await get('/b', { group: 'rows' })).toBeUndefined();
    says('ours');
    expect(await get('/c')).toEqual(['miss', 'ours']);
  });
});

test('a search, of which anybody can invent any number, pushes nothing out', async () => {
  await get();
  const both = [get('/?search=x', { isRare: true }), get('/?search=x', { isRare: true })];
  await Promise.all(both);
  expect(make).toHaveBeenCalledTimes(2);
  expect(cache.find('/?search=x')).toBeUndefined();
});

describe('after a change, what was stored before it', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    cache = new AnswerCache<Value>({
      maxBytes: 40_000,
      now: () => now,
      today: () => today,
      isGone: (error) => error instanceof AppError && error.status === 404,
      onRefreshFailed: (error) => failures.push(error),
    });
  });
  afterEach(() => void vi.useRealTimers());

  it('stands in when the host fails before it has said it again', async () => {
    await get();
    cache.purge();
    fails();
    expect(await get()).toEqual(['stale', 'one']);
    today += cacheTimes.formerMs - 1;
    expect(await get()).toEqual(['stale', 'one']);
    today += 1;
    await expect(get()).rejects.toThrow('refused');
  });

  it('stands in when the host is silent for longer than a page waits, and not before', async () => {
    await get();
    cache.purge();
    const answer = hesitates();
    const waiting = get();
    await vi.advanceTimersByTimeAsync(cacheTimes.formerWaitMs - 1);
    answer.resolve({ value: 'two' });
    expect(await waiting).toEqual(['miss', 'two']);
    cache.purge();
    hesitates();
    const silent = get();
    await vi.advanceTimersByTimeAsync(cacheTimes.formerWaitMs);
    expect(await silent).toEqual(['stale', 'two']);
  });
});
