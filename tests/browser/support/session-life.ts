import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import type { StubbedSite } from './stubbed-site.ts';

const hourMs = 3_600_000;
export const idleMs = 8 * hourMs;

/**
 * The API host forgets everybody who signed in. What the page still asks for is let through first: sign-in would be asked
 * for because of that, and the key or press that the test is about would go into the prompt.
 */
export async function endSession(page: Page, site: StubbedSite): Promise<void> {
  await page.waitForLoadState('networkidle');
  site.stub.tokens.splice(0);
}

/**
 * Lets hours of a session pass in moments: the pages' clock is in the test's hands, and what the server says of the
 * session's life is put into the time of that clock. All else about the answers is the server's.
 */
export async function ageSessions(context: BrowserContext) {
  await context.clock.install();
  const life = { endsAt: 0, renewable: true };
  /** The end of a life that no page has been told of yet. */
  let begun = 0;
  /** Questions without an answer yet. */
  let asked = 0;
  /** The clock may be moved only when the page knows the end: it counts from when it is told. */
  const noteTold = () => {
    life.endsAt ||= begun;
  };

  async function answer(page: Page, body: Envelope<SessionState>): Promise<Envelope<SessionState>> {
    const now = await page.evaluate(() => Date.now());
    begun ||= now + idleMs;
    const end = life.endsAt || begun;
    if (!body.data?.authenticated || end <= now) return { status: 1, data: { authenticated: false } };
    // The moment, and not how long until then: the clock may be moved while the answer is on its way.
    const { expires_in: _, ...data } = body.data;
    return {
      ...body,
      data: { ...data, expires_at: new Date(end).toISOString(), renewable: life.renewable },
    };
  }

  await context.route(callPath(contract.session), async (route) => {
    asked += 1;
    try {
      const response = await route.fetch();
      const json = await answer(route.request().frame().page(), await response.json());
      await route.fulfill({ response, json });
      noteTold();
    } finally {
      asked -= 1;
    }
  });
  // Asked for by time alone: without this it may be told of the end before the watch is, and says so on the console.
  await context.route(callPath(contract.siteStatus), async (route) => {
    const response = await route.fetch();
    if (response.status() !== 401) await route.fulfill({ response });
  });
  // A new life, by the word of the server or by a new sign-in.
  for (const row of [contract.renewSession, contract.login]) {
    await context.route(callPath(row), async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      if (response.ok()) {
        Object.assign(life, { endsAt: 0, renewable: true });
        begun = 0;
      }
      const page = route.request().frame().page();
      const isRenewal = row === contract.renewSession && response.ok();
      await route.fulfill({ response, json: isRenewal ? await answer(page, body) : body });
      if (isRenewal) noteTold();
    });
  }

  return {
    /** Closes the context; what is still asked is let go. */
    async close(): Promise<void> {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
    /** The life of the session as the server has it; `endsAt` is of the pages' clock, 0 before anybody asked. */
    life,
    /** Time passes until so many milliseconds before the end. Timers of the pages that are due fire once. */
    async passUntil(page: Page, leftMs: number): Promise<void> {
      // A page that has just renewed it is told in a moment.
      await expect.poll(() => life.endsAt).toBeGreaterThan(0);
      // And what is answered late tells of a short life, which is warned of later than a long one.
      await expect.poll(() => asked).toBe(0);
      const now = await page.evaluate(
        () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(Date.now()))),
      );
      await context.clock.fastForward(Math.max(0, life.endsAt - leftMs - now));
    },
  };
}
