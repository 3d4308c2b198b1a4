import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChunkLoader, isChunkError, OfflineError } from '../../../../client/app/chunk-loader.ts';

const gone = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a-1.js'));

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** Simulates one page load in a tab: a new loader over the tab's storage. */
function visit(
  storage: ReturnType<typeof memoryStorage> | undefined,
  build = 'build-1',
  { reachable = true } = {},
) {
  const reload = vi.fn();
  return { reload, ...createChunkLoader({ build, storage, reload, isReachable: async () => reachable }) };
}

/** Returns true if a promise has not settled after all pending callbacks have run. */
async function staysPending(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const turns = new Promise((resolve) => setImmediate(() => resolve(open)));
  return (await Promise.race([promise, turns])) === open;
}

describe('a chunk that cannot be loaded', () => {
  it('reloads the page once; the loader stays until the page is gone', async () => {
    const { load, reload } = visit(memoryStorage());
    expect(await staysPending(load('blogs', gone))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads nothing while the server cannot be reached: the browser would show an error of its own', async () => {
    const { load, reload } = visit(memoryStorage(), 'build-1', { reachable: false });
    await expect(load('blogs', gone)).rejects.toBeInstanceOf(OfflineError);
    expect(reload).not.toHaveBeenCalled();
  });

  it('gives its error after the reload instead of reloading for ever', async () => {
    const storage = memoryStorage();
    void visit(storage).load('blogs', gone);
    await new Promise(setImmediate);
    const second = visit(storage);
    await expect(second.load('blogs', gone)).rejects.toThrow('dynamically imported');
    expect(second.reload).not.toHaveBeenCalled();
  });

  it('is not reloaded for again by the error page that shows it', async () => {
    const storage = memoryStorage();
    storage.setItem('chunk-reload:blogs', 'build-1');
    const { load, recover, reload } = visit(storage);
    const error = await load('blogs', gone).catch((thrown: unknown) => thrown);
    expect(recover('screen-part', error)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('may reload again in a newer build, and for another chunk', async () => {
    const storage = memoryStorage();
    storage.setItem('chunk-reload:blogs', 'build-1');
    const newer = visit(storage, 'build-2');
    void newer.load('blogs', gone);
    await new Promise(setImmediate);
    expect(newer.reload).toHaveBeenCalledTimes(1);
    const other = visit(storage, 'build-1');
    void other.load('team', gone);
    await new Promise(setImmediate);
    expect(other.reload).toHaveBeenCalledTimes(1);
  });

  it('clears its mark when it loads, so that the next failure gets its reload', async () => {
    const storage = memoryStorage();
    storage.setItem('chunk-reload:blogs', 'build-1');
    await expect(visit(storage).load('blogs', async () => 'module')).resolves.toBe('module');
    expect(storage.items.size).toBe(0);
  });

  it('never reloads where storage is blocked: nothing would stop the loop', async () => {
    const { load, reload } = visit(undefined);
    await expect(load('blogs', gone)).rejects.toThrow('dynamically imported');
    expect(reload).not.toHaveBeenCalled();
  });

  it('never reloads when the mark cannot be written', async () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const { load, reload } = visit(full);
    await expect(load('blogs', gone)).rejects.toThrow('dynamically imported');
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload for an error that the module itself throws', async () => {
    const { load, reload } = visit(memoryStorage());
    const broken = () => Promise.reject(new ReferenceError('x is not defined'));
    await expect(load('blogs', broken)).rejects.toThrow('x is not defined');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the time-out', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is 120 s (docs/product.md §9) and counts as a chunk error', async () => {
    const { load, reload } = visit(memoryStorage());
    void load('blogs', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('leaves no timer behind when the chunk came', async () => {
    await visit(memoryStorage()).load('blogs', async () => 'module');
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://x/a.js'), true],
  ['Firefox', new TypeError('error loading dynamically imported module: https://x/a.js'), true],
  ['Safari', new TypeError('Importing a module script failed.'), true],
  ['a stylesheet of the chunk', new Error('Unable to preload CSS for /assets/a.css'), true],
  ['a failed call', new TypeError('Failed to fetch'), false],
  ['no error at all', 'dynamically imported module', false],
])('knows the chunk errors: %s', (_name, error, expected) => {
  expect(isChunkError(error)).toBe(expected);
});
