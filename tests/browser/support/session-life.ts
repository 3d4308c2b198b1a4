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
 * Makes the API host forget all sessions. Pending requests of the page finish first: otherwise they would open the
 * sign-in prompt, and the key or press under test would go into the prompt.
 */
export async function endSession(page: Page, site: StubbedSite): Promise<void> {
  await page.waitForLoadState('networkidle');
  site.stub.tokens.splice(0);
}

/**
 * Lets hours of a session pass quickly: the test controls the pages' clock, and the session's times in the server's
 * answers are converted to that clock. The rest of the answers is the server's.
 */
export async function ageSessions(context: BrowserContext) {
  await context.clock.install();
  const life = { endsAt: 0, renewable: true };
  /** End of a session of which no page has been informed yet. */
  let begun = 0;
  /** Number of unanswered session requests. */
  let asked = 0;
  /** The clock may be advanced only when the page knows the end: the page counts from the time of the answer. */
  const noteTold = () => {
    life.endsAt ||= begun;
  };

  async function answer(page: Page, body: Envelope<SessionState>): Promise<Envelope<SessionState>> {
    const now = await page.evaluate(() => Date.now());
    begun ||= now + idleMs;
    const end = life.endsAt || begun;
    if (!body.data?.authenticated || end <= now) return { status: 1, data: { authenticated: false } };
    // Sends the absolute time, not the remaining seconds: the clock may be advanced while the answer is on its way.
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
  // A timer makes this call. A 401 is dropped here: otherwise this call may learn of the end before the page's
  // session watch, and log it on the console.
  await context.route(callPath(contract.siteStatus), async (route) => {
    const response = await route.fetch();
    if (response.status() !== 401) await route.fulfill({ response });
  });
  // A new session, renewed by the server or by a new sign-in.
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
    /** Closes the context and drops its pending requests. */
    async close(): Promise<void> {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
    /** The session's life as the server states it; `endsAt` is in the pages' clock, 0 before the first request. */
    life,
    /** Advances the clock to this many milliseconds before the end. Pages' timers that are due fire once. */
    async passUntil(page: Page, leftMs: number): Promise<void> {
      // A page that has just renewed the session learns the new end shortly.
      await expect.poll(() => life.endsAt).toBeGreaterThan(0);
      // A late answer would report a short life, for which the warning appears later than for a long one.
      await expect.poll(() => asked).toBe(0);
      const now = await page.evaluate(
        () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(Date.now()))),
      );
      await context.clock.fastForward(Math.max(0, life.endsAt - leftMs - now));
    },
  };
}
