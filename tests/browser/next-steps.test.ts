import { expect, test } from 'vitest';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits, sideways } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { company, saveCompany } from './support/saved-company.ts';
import { openVisitor } from './support/visitor.ts';
import { contactForm } from './support/visitor-forms.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a visitor reads how a job runs, and a service leads to the form, which says what a message should tell', async () => {
    const bread = { title: 'Bread for cafés', text: 'Six days a week.', link: '/contact?about=Bread#write' };
    const pages = {
      home: {
        services: { title: 'What we bake', items: [bread, { title: 'Cake', text: 'On order.' }] },
        process: {
          items: [
            { title: 'A tasting', text: 'One hour.' },
            { title: 'A first week', text: 'On trial.' },
          ],
        },
      },
      contact: { message_hint: 'How many, from when, and for how much?' },
    };
    await saveCompany(engine, { ...company, pages });
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    await page.goto('/');
    const process = page.getByRole('region', { name: 'How we work' });
    expect(await process.getByRole('listitem').getByRole('heading').allTextContents()).toEqual([
      'A tasting',
      'A first week',
    ]);
    await expectFits(page, 'the steps of a job');
    await expectAccessible(page, 'the steps of a job');
    // The link covers its whole row.
    expect(
      await page.getByRole('region', { name: 'What we bake' }).getByRole('link').allTextContents(),
    ).toEqual([bread.title]);
    await page.getByText(bread.text).click({ force: true });
    await page.waitForURL(`**${bread.link}`);
    const { message } = contactForm(page);
    await expect.poll(() => message.inputValue()).toBe('About Bread:\n');
    const described = await message.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain(pages.contact.message_hint);
    await expectFits(page, 'the form with its hint');
    expectQuiet(watch);
    await close();
  });

  test.each([
    ['en', 'Ost', true, true],
    ['ur', 'نان گھر', true, true],
    ['en', 'Backhaus am Ostbahnhof', false, false],
    ['ur', 'نان گھر اور بیکری والے', false, false],
  ])(
    'a phone has the link to the form in its bar where the name leaves room: %s, %s',
    async (language, name, ...shown) => {
      await saveCompany(engine, { ...company, language, short_name: name });
      const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 320 });
      await page.goto('/careers');
      const bar = page.getByRole('banner');
      const link = bar.getByRole('navigation').getByRole('link');
      const toggle = bar.getByRole('button');
      for (const [index, width] of [320, 360].entries()) {
        await page.setViewportSize({ width, height: 740 });
        expect(await link.count(), `at ${width}`).toBe(shown[index] ? 1 : 0);
        expect(await sideways(page), `at ${width}`).toBe(0);
        const [mark, button] = [
          await bar.getByRole('link').first().boundingBox(),
          await toggle.boundingBox(),
        ];
        const isApart =
          mark && button && (mark.x + mark.width <= button.x || button.x + button.width <= mark.x);
        expect(isApart, `at ${width}`).toBe(true);
      }
      if (shown.includes(true)) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        expect(await link.getAttribute('href')).toBe('/contact');
      }
      // The open menu has the same link, once.
      await toggle.click();
      await expect.poll(() => link.count()).toBeGreaterThan(1);
      expect(await bar.locator('a[href="/contact"]').count()).toBe(1);
      expectQuiet(watch);
      await close();
    },
  );
});
