import { setTimeout as pause } from 'node:timers/promises';
import type { EngineBrowser } from './engine-browser.ts';

/** A person at a browser: finds elements by their names, and waits for them. */
export function personAt(browser: EngineBrowser, origin: string) {
  /** Waits until the function returns something other than undefined in the page. */
  const wait = async <Args extends unknown[], Value>(
    what: string,
    look: (...args: Args) => Value | undefined | Promise<Value | undefined>,
    ...args: Args
  ): Promise<Value> => {
    const end = Date.now() + 30_000;
    for (;;) {
      // A page that is being left does not answer: try again.
      const value = await browser.run(look, ...args).catch(() => undefined);
      if (value !== undefined && value !== null) return value as Value;
      if (Date.now() > end) {
        const shown = await browser.run(
          () => `${location.pathname}: ${document.body.innerText.slice(0, 600)}`,
        );
        throw new Error(`${what} did not appear. ${shown}`);
      }
      await pause(50);
    }
  };

  const person = {
    /** Opens a page, and waits until its scripts have loaded. */
    async goTo(path: string) {
      await browser.open(origin + path);
      await wait('the page with its scripts', () => {
        const root = document.getElementById('root');
        return root && Object.keys(root).some((key) => key.startsWith('__reactContainer')) ? true : undefined;
      });
    },
    /** Waits until an element with this selector and name is visible. */
    async see(selector: string, name: string | RegExp = /^/) {
      await wait(
        `${selector} ${name}`,
        (selector, exact, pattern) =>
          [...document.querySelectorAll(selector)].some((element) => {
            const text = (element.getAttribute('aria-label') ?? element.textContent)
              .replace(/\s+/g, ' ')
              .trim();
            const named = exact === null ? new RegExp(pattern).test(text) : text === exact;
            return named && element.getClientRects().length > 0;
          }) || undefined,
        selector,
        ...called(name),
      );
    },
    async gone(selector: string) {
      await wait(
        `the end of ${selector}`,
        (selector) => (document.querySelector(selector) ? undefined : true),
        selector,
      );
    },
    /** Presses the middle of the first such element, once it no longer moves and is not covered. */
    async press(selector: string, name: string | RegExp = /^/) {
      const { x, y } = await wait(
        `${selector} ${name}`,
        async (selector, exact, pattern) => {
          for (const element of document.querySelectorAll(selector)) {
            const text = (element.getAttribute('aria-label') ?? element.textContent)
              .replace(/\s+/g, ' ')
              .trim();
            if (exact === null ? !new RegExp(pattern).test(text) : text !== exact) continue;
            element.scrollIntoView({ block: 'center', behavior: 'instant' });
            const before = element.getBoundingClientRect();
            if (before.width === 0 || before.height === 0) continue;
            // Not with animation frames: some browsers do not redraw a window in which nothing moves.
            await new Promise((later) => setTimeout(later, 50));
            const { left, top, width, height } = element.getBoundingClientRect();
            if (left !== before.left || top !== before.top) return undefined;
            const x = left + width / 2;
            const y = top + height / 2;
            const hit = document.elementFromPoint(x, y);
            const own = hit && (element.contains(hit) || hit.closest('label')?.control === element);
            if (own) return { x, y };
          }
          return undefined;
        },
        selector,
        ...called(name),
      );
      await browser.press(x, y);
    },
    /** Replaces the text of the visible field with this label. */
    async fill(label: string, text: string) {
      /** Focuses the field; with `text`, returns whether the field contains that text. */
      const field = (label: string, text: string | null) => {
        for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
          const own = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';
          if (own.replace(/\s*\*?\s*$/, '').trim() !== label) continue;
          if (field.getClientRects().length === 0) continue;
          if (text !== null) return field.value === text || undefined;
          field.focus();
          field.select();
          return document.activeElement === field || undefined;
        }
        return undefined;
      };
      await wait(`the field ${label}`, field, label, null);
      await browser.type(text);
      await wait(`${text} in the field ${label}`, field, label, text);
    },
    async signIn({ email, password }: { email: string; password: string }) {
      await person.goTo('/admin/login');
      await person.fill('Email', email);
      await person.fill('Password', password);
      await person.press('button', 'Sign in');
      // An owner without content of their own lands on the first form of the site.
      await person.see('h1', /^(Jobs|Site)$/);
    },
  };
  return person;
}

/** Converts a name into JSON: an exact text, or a pattern. */
function called(name: string | RegExp): [exact: string | null, pattern: string] {
  return typeof name === 'string' ? [name, ''] : [null, name.source];
}
