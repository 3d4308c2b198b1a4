import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChunkLoader, isChunkError, OfflineError } from '../../../../client/app/chunks.ts';
import { storageOf } from '../../../support/memory-storage.ts';

const gone = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a-1.js'));
/** The marks that a tab stores. */
let marks: Map<string, string>;
const reload = vi.fn();
beforeEach(() => {
  marks = new Map();
  reload.mockClear();
});
afterEach(() => void vi.useRealTimers());

/** Returns the loader of one page load in the tab. */
function visit({ build = 'build-1', reachable = true, stores = true } = {}) {
  const isReachable = async () => reachable;
  return createChunkLoader({ build, storage: stores ? storageOf(marks) : undefined, reload, isReachable })
    .load;
}
/** Loads a chunk that is gone; the loader stays when the page is reloaded. */
async function fail(of: Parameters<typeof visit>[0] = {}, chunk = 'blogs') {
  const turns = new Promise((resolve) => setImmediate(() => resolve('stays')));
  return Promise.race([visit(of)(chunk, gone).catch((error: unknown) => error), turns]);
}

it('a chunk that cannot be loaded reloads the page once, and again for another chunk and a newer build', async () => {
  expect(await fail()).toBe('stays');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await fail()).toBeInstanceOf(TypeError);
  expect(reload).toHaveBeenCalledTimes(1);
  expect([await fail({}, 'team'), await fail({ build: 'build-2' })]).toEqual(['stays', 'stays']);
  expect(reload).toHaveBeenCalledTimes(3);
});

it('nothing is reloaded while the server is away, nor where no mark would stop the loop, nor for an error of the module', async () => {
  expect(await fail({ reachable: false })).toBeInstanceOf(OfflineError);
  expect(await fail({ stores: false })).toBeInstanceOf(TypeError);
  await expect(visit()('blogs', () => Promise.reject(new ReferenceError('x')))).rejects.toThrow('x');
  expect(reload).not.toHaveBeenCalled();
});

it('a chunk that is late for 120 s (docs/product.md §9) counts as one that cannot be loaded', async () => {
  vi.useFakeTimers();
  void visit()('blogs', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([
  ['Firefox', new TypeError('error loading dynamically imported module: https://x/a.js'), true],
  ['Safari', new TypeError('Importing a module script failed.'), true],
  ['a stylesheet of the chunk', new Error('Unable to preload CSS for /assets/a.css'), true],
  ['a failed call', new TypeError('Failed to fetch'), false],
])('knows the chunk errors: %s', (_name, error, expected) => expect(isChunkError(error)).toBe(expected));
