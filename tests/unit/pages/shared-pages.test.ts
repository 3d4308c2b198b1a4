import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RenderedPage } from '#shared/page-bundle.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { cacheTimes } from '../../../server/cache/cache-times.ts';
import { type PreparedAnswer, prepareAnswer } from '../../../server/cache/prepared-answer.ts';
import type { OpenReads, ReadSummary } from '../../../server/pages/public-reads.ts';
import { createSharedPages, type SharedPages } from '../../../server/pages/shared-pages.ts';

let now: number;
let isDown: boolean;
let layout: string;
/** The host's answer for the one path that the page reads, and its age. */
let text: PreparedAnswer;
let ageMs: number;
let pages: SharedPages;

const render = vi.fn(async (_address: string, { reads }: { reads: ReturnType<OpenReads> }) => {
  const { body } = await reads('/api/team');
  const html = String(body);
  return {
    status: 200,
    whole: true,
    head: '',
    html,
    info: {} as SiteInfo,
    state: {},
    files: [],
  } satisfies RenderedPage;
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
  now = 1_000_000;
  isDown = false;
  layout = '';
  says('one');
  ageMs = 0;
  render.mockClear();
  const forEverybody: OpenReads['forEverybody'] = () => {
    const seen: ReadSummary = {
      ageMs,
      endsAt: Number.POSITIVE_INFINITY,
      isPersonal: false,
      answers: new Map(),
      problems: [],
    };
    return {
      seen,
      async reads(path) {
        seen.answers.set(path, text);
        return { status: 200, body: text.bodies.identity.toString() };
      },
      areSame: async (answers) => [...answers.values()].every((answer) => answer === text),
    };
  };
  pages = createSharedPages({
    layout: () => layout,
    render,
    makeHtml: ({ html }) => html,
    takeSlot: async () => () => {},
    openReads: Object.assign(() => Promise.reject(new Error('nobody asks alone')), { forEverybody }) as never,
    readsMs: 1_000,
    origin: 'http://localhost',
    isDown: () => isDown,
    log: pino({ level: 'silent' }),
    maxBytes: 1_000_000,
    now: () => now,
  });
});
afterEach(() => vi.useRealTimers());

function says(words: string) {
  text = prepareAnswer(Buffer.from(words), {});
}

async function get() {
  const found = await pages.get('/team', { requestId: 'id', signal: new AbortController().signal });
  const { prepared } = found?.value ?? {};
  return [found?.state, prepared?.bodies.identity.toString()];
}

/** Advances the clock past the time in which a stale page is served. */
function later(ms = cacheTimes.freshMs + cacheTimes.staleMs + 1) {
  now += ms;
  vi.setSystemTime(Date.now() + ms);
}

it('a page whose reads are the same is fresh again without being rendered', async () => {
  expect(await get()).toEqual(['miss', 'one']);
  later();
  expect(await get()).toEqual(['miss', 'one']);
  expect(await get()).toEqual(['hit', 'one']);
  expect(render).toHaveBeenCalledTimes(1);
});
