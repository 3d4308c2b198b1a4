import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { matchContract } from '#shared/contract/match.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import type { Role } from '#shared/roles.ts';

/**
 * Collects the names of the calls that a page makes from now on although the role may not make them. Writes are
 * aborted, so that no press changes anything.
 */
export async function judgeCalls(page: Page, role: Role): Promise<readonly string[]> {
  const refused: string[] = [];
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const { row } = matchContract(request.method(), pathname);
    const kind = searchParams.get('resource') ?? undefined;
    if (row && !mayCall(role, row, row.needsOf && kind)) refused.push(`${row.name} on ${page.url()}`);
    return request.method() === 'GET' || row?.origin === 'session' ? route.continue() : route.abort();
  });
  return refused;
}

/** Returns the links of the page that lead to an admin screen which `sees` refuses. */
export async function linksNowhere(page: Page, sees: (path: string) => boolean): Promise<string[]> {
  const links = await page
    .locator('a[href^="/admin/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(links)].filter((path) => !sees(path));
}

/**
 * Presses every button, switch and menu entry of the open screen, and confirms each question. Returns the names of
 * those that open a form to save.
 */
export async function pressEverything(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    window.open = () => null;
  });
  const main = page.getByRole('main');
  const rest = restOf(page);
  const forms: string[] = [];
  // Parts that arrive late, such as the strip of open work, would move the controls that are counted below.
  await rest();
  // Clicks by script: a moving or closing element cannot get in the way.
  const click = async (control: Locator) => {
    await control.dispatchEvent('click');
    await rest();
  };
  const judge = async (name: string) => {
    await rest();
    const dialog = page.locator('dialog[open]').last();
    if ((await dialog.count()) === 0) return;
    if ((await dialog.locator('button[type=submit]:visible').count()) > 0) forms.push(name);
    if ((await dialog.getAttribute('role')) === 'alertdialog') await click(dialog.getByRole('button').last());
    while ((await page.locator('dialog[open]').count()) > 0) {
      await page.keyboard.press('Escape');
      await rest();
    }
  };
  // "Back" leads to another screen.
  const pressed = ':visible:enabled:not([aria-disabled=true], [aria-label=Back], dialog *)';
  const controls = main.locator(`button${pressed}, input[role=switch]${pressed}`);
  for (let at = 0; at < (await controls.count()); at += 1) {
    const control = controls.nth(at);
    const name = await nameOf(control);
    if ((await control.getAttribute('aria-haspopup')) !== 'menu') {
      await click(control);
      await judge(name);
      continue;
    }
    const entries = await control.evaluate(choose, -1);
    await click(control);
    for (const [at, entry] of entries.entries()) {
      await control.evaluate(choose, at);
      await judge(`${name}: ${entry}`);
    }
  }
  return forms;
}

/**
 * Opens the menu of a button and chooses the entry at this index in one step, since a menu may close on its own.
 * Returns the names of its entries.
 */
async function choose(button: HTMLElement | SVGElement, at: number): Promise<string[]> {
  const entries = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
  if (entries().length === 0) (button as HTMLElement).click();
  for (let frame = 1; entries().length === 0; frame += 1) {
    await new Promise((shown) => requestAnimationFrame(shown));
    // A late answer may have closed the menu again.
    if (frame % 120 === 0) (button as HTMLElement).click();
  }
  const names = entries().map((entry) => (entry.textContent ?? '').trim());
  entries()[at]?.click();
  return names;
}

/** Waits until the result of a press is complete: a lazy dialog, its reads, or the answer to a call. */
function restOf(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
  });
  const end = (request: Request) => void pending.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  return async () => {
    await framesShown(page);
    await expect.poll(() => pending.size).toBe(0);
    await framesShown(page);
  };
}

/** Waits two frames: the second shows what a press or an answer changed. */
async function framesShown(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
}

async function nameOf(control: Locator): Promise<string> {
  const name = (await control.getAttribute('aria-label')) ?? (await control.textContent());
  return (name ?? '').slice(0, 60);
}
