import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { image, pdf } from '../support/files.ts';
import { applicationForm, sendForm } from '../support/forms.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { type EngineBrowser, keys } from './engine-browser.ts';
import { firefoxPath, startFirefox } from './firefox.ts';
import { personAt } from './person.ts';
import { startWebKit, webkitPaths } from './webkit.ts';

/*
 * The main journeys in the engines other than Chromium. An engine that is not installed is skipped, with a warning.
 */

const firefox = firefoxPath();
const webkit = webkitPaths();
const engines: { engine: string; start: (() => Promise<EngineBrowser>) | undefined; packages: string }[] = [
  { engine: 'Firefox', start: firefox ? () => startFirefox(firefox) : undefined, packages: 'firefox-esr' },
  {
    engine: 'WebKit',
    start: webkit ? () => startWebKit(webkit) : undefined,
    packages: 'webkit2gtk-driver xvfb',
  },
];
const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
const slow = { timeout: 180_000 };
const tall = { width: 1280, height: 800 };

/** Every kind of dialog of the admin area: its screen, and the presses that open it. */
const dialogs: { title: string; path: string; presses: [selector: string, name: string | RegExp][] }[] = [
  { title: 'Post a job', path: '/admin/dashboard', presses: [['button', 'Post a job']] },
  { title: 'Edit job', path: '/admin/dashboard', presses: [['tbody button[dir=auto]', /^/]] },
  { title: 'Add category', path: '/admin/portfolio', presses: [['button', 'Category']] },
  { title: 'Edit category', path: '/admin/portfolio', presses: [['tbody button', /^Edit /]] },
  { title: 'Add project', path: '/admin/portfolio', presses: [['button', 'Project']] },
  { title: 'Edit project', path: '/admin/portfolio/projects/1', presses: [['main li button', /^Edit /]] },
  { title: 'Add team member', path: '/admin/team', presses: [['button', 'Add member']] },
  { title: 'Edit team member', path: '/admin/team', presses: [['main button[dir=auto]', /^/]] },
  { title: 'Add blog', path: '/admin/blogs', presses: [['button', 'Add blog']] },
  { title: 'Edit blog', path: '/admin/blogs', presses: [['tbody button', /^Edit /]] },
  { title: 'Confirm Delete', path: '/admin/blogs', presses: [['tbody button', /^Delete /]] },
  {
    title: 'Change password',
    path: '/admin/dashboard',
    presses: [
      ['button', /^.?Account: /],
      ['button', 'Change password'],
    ],
  },
  {
    title: 'Reject Bilal Afridi',
    path: '/admin/applicants',
    presses: [
      ['tbody button', /^Status of Bilal Afridi/],
      ['[role=menuitem]', 'Rejected'],
    ],
  },
  { title: 'Keyboard shortcuts', path: '/admin/applicants', presses: [['button', 'Keyboard shortcuts']] },
];

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({
    SAMPLE_CONTENT: 'on',
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
  });
  const { agent: admin } = await signIn(app, credentials);
  const applied = await sendForm(
    // Sent by the admin, not from a visitor's page: without a form token it would count as spam.
    admin.post(callPath(contract.applyJob)),
    applicationForm({ name: 'Bilal Afridi', email: 'bilal@applicant.example' }),
  );
  if (applied.status !== 200) throw new Error(`Nobody has applied: ${applied.text}`);
  folder = await mkdtemp(join(tmpdir(), 'studio-engines-'));
  await writeFile(join(folder, 'cv.pdf'), pdf());
  await writeFile(join(folder, 'cover.png'), await image('png', 80, 60));
  await writeFile(
    join(folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><path d="M0 0h240v60H0z"/></svg>',
  );
});
afterAll(async () => {
  await app?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

for (const { engine, start, packages } of engines) {
  if (!start)
    console.warn(
      `${engine} is not installed, its journeys are left out. On Debian: apt-get install ${packages}`,
    );

  describe.skipIf(!start)(engine, () => {
    let browser: EngineBrowser;
    let person: ReturnType<typeof personAt>;
    beforeAll(async () => {
      if (!start) return;
      browser = await start();
      person = personAt(browser, app.url);
    });
    afterAll(() => browser?.close());

    test('a visitor goes from the home page to a project, and sees its pictures whole', slow, async () => {
      await browser.resize(1280, 800);
      await person.goTo('/');
      await person.press('nav a', 'Portfolio');
      await person.see('h1', 'Portfolio');
      await person.press('main a[href^="/portfolio/"]');
      await person.press('main a[href^="/portfolioOne/"]');
      await person.see('button', 'Enlarge the image');
      // In a low window the height of the window, not the width of the page, limits the height of the pictures.
      for (const height of [1000, 800, 600]) {
        await browser.resize(1280, height);
        expect(await browser.run(picturesOfStage), `${height} px`).toEqual({
          count: expect.any(Number),
          cut: [],
        });
      }

      const before = await browser.run(() => document.body.getBoundingClientRect().width);
      await person.press('button', 'Enlarge the image');
      await person.see('dialog[open] button', 'Close');
      expect(await browser.run(() => document.body.getBoundingClientRect().width)).toBe(before);
      await browser.type(keys.escape);
      await person.gone('dialog[open]');
    });

    test('a visitor applies for a job and writes to the studio', slow, async () => {
      await browser.resize(tall.width, tall.height);
      await person.goTo('/careers');
      await person.press('main a[href^="/careers/apply/"]');
      await person.see('h1', 'Film editor');
      await person.fill('Name', 'Ayesha Khan');
      await person.fill('Email', `ayesha@${engine.toLowerCase()}.example`);
      await browser.choose('form input[type=file]', join(folder, 'cv.pdf'));
      await person.see('form span', 'cv.pdf');
      await person.press('form input[type=checkbox]:not([tabindex="-1"])');
      await person.press('form button[type=submit]');
      await person.see('h1, h2', /^Thank you/);

      await person.goTo('/contact');
      await person.fill('Name', 'Ayesha Khan');
      await person.fill('Email', `ayesha@${engine.toLowerCase()}.example`);
      await person.fill('Subject', 'A film');
      await person.fill('Message', 'Hello, can you make a film?');
      await person.press('form button[type=submit]');
      await person.see('h1, h2', /^Thank you/);
    });

    describe('an admin', () => {
      beforeAll(async () => {
        await browser?.resize(tall.width, tall.height);
        await person?.signIn(credentials);
      });

      test('writes a post in bold and plain words, and visitors find it', slow, async () => {
        const title = `Written in ${engine}`;
        await person.goTo('/admin/blogs');
        await person.press('button', 'Add blog');
        await person.fill('Title', title);
        await person.fill('Status (1 active, 0 inactive)', '1');
        await browser.choose('dialog input[type=file]:not([role=toolbar] *)', join(folder, 'cover.png'));
        await person.press('dialog .ql-editor');
        await browser.type('Some ');
        await browser.type('b', keys.control);
        await browser.type('bold');
        await browser.type('b', keys.control);
        await browser.type(' words');
        expect(await textHtml()).toBe('<p>Some <strong>bold</strong> words</p>');
        await person.press('dialog button', 'Create');
        await person.gone('dialog[open]');
        await person.see('tbody *', title);
        await person.goTo('/publishing');
        await person.see('main a', title);
      });

      test.each(dialogs)(
        'sees all of the dialog “$title”, header and buttons included',
        slow,
        async (dialog) => {
          await person.goTo(dialog.path);
          for (const [selector, name] of dialog.presses) await person.press(selector, name);
          await person.see('dialog[open] h2', dialog.title);
          await expect
            .poll(() => browser.run(sizeOfDialog), { timeout: 20_000 })
            .toEqual({
              insideWindow: true,
              wholeOrTall: true,
              scrolled: 0,
            });
        },
      );

      test('has bold words where the text was emptied before', slow, async () => {
        await person.goTo('/admin/blogs');
        await person.press('button', 'Add blog');
        await person.press('dialog .ql-editor');
        // The text is emptied by selecting all, and then letter by letter, with letters that were bold themselves.
        await browser.type('XY');
        await browser.type('a', keys.control);
        await browser.type(keys.backspace);
        await browser.type('b', keys.control);
        await browser.type('ab');
        expect(await textHtml()).toBe('<p><strong>ab</strong></p>');
        await browser.type(keys.backspace.repeat(2));
        await browser.type('b', keys.control);
        await browser.type('cd');
        expect(await textHtml()).toBe('<p><strong>cd</strong></p>');
      });

      test('opens an applicant by their row, and by nothing beside it', slow, async () => {
        await person.goTo('/admin/applicants');
        await person.see('tbody a', /Bilal Afridi$/);
        expect(await browser.run(reachOfRow)).toEqual({ above: false, inside: true, below: false });
      });

      test('reads Latin lines of the height of Latin letters, beside Urdu words too', slow, async () => {
        await person.goTo('/admin/applicants');
        await person.see('tbody bdi', 'پشاور');
        const height = await browser.run(async () => {
          await document.fonts.ready;
          const line = document.createElement('span');
          line.style.cssText = 'display: block; line-height: normal; font-size: 100px';
          line.textContent = 'Latin';
          document.body.append(line);
          const { height } = line.getBoundingClientRect();
          line.remove();
          return height;
        });
        expect(height).toBeLessThan(140);
      });
    });

    test(
      'an owner makes the site theirs: name, logo, colour and a page, with the preview beside them',
      slow,
      async () => {
        const site = await startTestApp({
          SAMPLE_CONTENT: 'on',
          ADMIN_EMAIL: credentials.email,
          ADMIN_PASSWORD: credentials.password,
        });
        try {
          const owner = personAt(browser, site.url);
          const pageText = async (path: string) => (await fetch(site.url + path)).text();
          const preview = () =>
            browser.run(
              () =>
                document
                  .querySelector<HTMLIFrameElement>('iframe[data-shown]')
                  ?.contentDocument?.querySelector('h1')?.textContent,
            );
          const save = async () => {
            await owner.press('main button', 'Save');
            await owner.see('[role=alert], [role=status]', /Saved. Visitors see it now./);
          };
          await browser.resize(1440, 900);
          await owner.signIn(credentials);
          await owner.fill('Name', 'Backhaus Ost');
          await browser.choose('main input[type=file]', join(folder, 'logo.svg'));
          // Typed while the logo is uploaded.
          await owner.fill('Email', 'office@backhaus.example');
          await owner.press('main button', 'Save');
          await owner.see('nav a', 'Company');
          await expect.poll(preview, { timeout: 30_000 }).toBe('Backhaus Ost');

          await owner.fill('Name', 'Backhaus West');
          await expect.poll(preview, { timeout: 30_000 }).toBe('Backhaus West');
          await save();
          await expect.poll(() => pageText('/')).toContain('Backhaus West');
          await owner.press('button', 'Undo');
          await expect.poll(() => pageText('/')).not.toContain('Backhaus West');

          await owner.goTo('/admin/site?tab=look');
          await owner.fill('Accent', '#aaaaaa');
          await owner.press('button', /^Use the nearest that passes/);
          await save();

          await owner.goTo('/admin/site?tab=own-pages');
          await owner.press('main button', 'Empty page');
          await owner.fill('Title', 'About us');
          await owner.fill('Address', '/about');
          await owner.press('.ql-editor');
          await browser.type('We bake bread.');
          await owner.press('main [role=switch], main input[type=checkbox]');
          await save();
          expect(await pageText('/about')).toContain('<p>We bake bread.</p>');
        } finally {
          await site.close();
        }
      },
    );

    const textHtml = () => browser.run(() => document.querySelector('.ql-editor')?.innerHTML);
  });
}

/** Returns the pictures of the project that do not lie fully in the frame of their gallery. Runs in the page. */
function picturesOfStage() {
  const stage = document.querySelector('ul[aria-label^="Images of"]');
  const frame = stage?.getBoundingClientRect();
  const slides = [...(stage?.children ?? [])];
  if (!frame || slides.length === 0) throw new Error('There is no gallery.');
  const cut = slides.flatMap((slide, at) => {
    const picture = slide.querySelector('img');
    if (!picture) return [`${at} has no picture`];
    const { top, bottom } = picture.getBoundingClientRect();
    const whole = top >= frame.top - 1 && bottom <= frame.bottom + 1 && frame.height <= innerHeight;
    return whole && getComputedStyle(picture).objectFit === 'contain' ? [] : [`${at}: ${top} to ${bottom}`];
  });
  return { count: slides.length, cut };
}

/** Returns where a press opens the first applicant: around the row, and at its far end. Runs in the page. */
function reachOfRow() {
  const row = document.querySelector('tbody tr');
  const link = row?.querySelector('a');
  if (!row || !link) throw new Error('There is no applicant.');
  const { left, right, top, bottom } = row.getBoundingClientRect();
  const opens = (x: number, y: number) => link.contains(document.elementFromPoint(x, y));
  return {
    above: opens(left + 40, top - 8),
    inside: opens(right - 8, top + 8),
    below: opens(left + 40, bottom + 8),
  };
}

/** Checks that the open dialog shows all of its content, or uses most of the window's height. Runs in the page. */
function sizeOfDialog() {
  const dialog = document.querySelector('dialog[open]');
  if (!dialog || dialog.getAnimations().length > 0) return undefined;
  // Scrolling the last field into view must not hide the header.
  for (const field of dialog.querySelectorAll('input, textarea, button')) {
    field.scrollIntoView({ block: 'center', behavior: 'instant' });
  }
  const { top, bottom, left, right, height } = dialog.getBoundingClientRect();
  const whole = [dialog, ...dialog.querySelectorAll('*')].every(
    (part) =>
      !['auto', 'scroll'].includes(getComputedStyle(part).overflowY) ||
      part.scrollHeight <= part.clientHeight + 1,
  );
  return {
    insideWindow: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
    wholeOrTall: whole || height >= innerHeight * 0.6,
    scrolled: dialog.scrollTop,
  };
}
