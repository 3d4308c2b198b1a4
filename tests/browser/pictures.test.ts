// @module-tag deep/journey: the library of pictures by keys, with crops and replacements; admin-screens visits it
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { joinTeam, publicUrl } from '../contract/resources/support/account-links.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { drop } from './support/editor.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine(
  'embedded',
  (engine) => {
    test('a picture is uploaded, told of, chosen and cropped in a form, replaced everywhere and deleted, by keyboard', async () => {
      const { context, page, watch, close } = await openAdmin(browser.current, engine);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { keyboard } = page;
      const { cards, open, form, alt, left, top, save } = picturesScreen(page);

      await page.goto(pathTo('adminPictures'));
      await page.getByText('No pictures yet').waitFor();
      await expectAccessible(page, 'the empty library');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload pictures' }).press('Enter');
      const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
      await (await chooser).setFiles([await pngFile('harbour.png', 600, 400), notes]);
      await toast(page, deskMessages['picture.added']).waitFor();
      const refused = page.getByRole('alert').filter({ hasText: 'One picture was not added' });
      await refused.getByText(/^notes\.png/).waitFor();
      await drop(page.getByRole('heading', { name: 'Pictures', level: 1 }), {
        files: [await pngFile('tall.png', 200, 400)],
      });
      await expect.poll(() => cards.count()).toBe(2);
      await expect.poll(() => refused.count()).toBe(0);
      await expectAccessible(page, 'the library');

      // Details of a picture: an open picture has an address, and an error appears at its field.
      await open('harbour.png').press('Enter');
      await form.waitFor();
      await expect.poll(() => new URL(page.url()).search).toMatch(/^\?form=\d+$/);
      await page.reload();
      await form.getByText('Nothing uses this picture.').waitFor();
      await alt.fill('A quay in the morning');
      const point = form.getByRole('application', { name: /^Focal point/ });
      await point.focus();
      await keyboard.press('ArrowLeft');
      await keyboard.press('Shift+ArrowDown');
      await expect.poll(() => values(left, top)).toEqual(['49', '60']);
      const { width = 0, height = 0 } = (await point.boundingBox()) ?? {};
      await point.click({ position: { x: width * 0.25, y: height * 0.75 } });
      await expect.poll(() => values(left, top)).toEqual(['25', '75']);
      await left.fill('101');
      await keyboard.press('Control+s');
      await form.getByText(messageText('field.outOfRange', { min: 0, max: 100 })).waitFor();
      await left.fill('30');
      await expectAccessible(page, 'the form of a picture');
      // Another admin is faster.
      const [harbour] = await picturesNamed(engine, 'harbour.png');
      const { id } = harbour ?? { id: 0 };
      await update(engine, id, { name: 'quay.png' });
      await keyboard.press('Control+s');
      await form.getByText(/saved this at/).waitFor();
      await form.getByRole('button', { name: 'Load the newer version' }).click();
      await form.getByRole('button', { name: 'Restore my changes' }).click();
      await expect.poll(() => alt.inputValue()).toBe('A quay in the morning');
      await form.getByLabel('Name').fill('quay.png');
      await save.click();
      await toast(page, deskMessages['picture.updated']).waitFor();
      const told = { id, focus_x: 30, focus_y: 75, uses: 0, alt: 'A quay in the morning' };
      expect(await picturesNamed(engine, 'quay.png')).toMatchObject([told]);
      await page.getByRole('searchbox').fill('morning');
      await expect.poll(() => cards.count()).toBe(1);
      await open('quay.png').waitFor();

      // The form of a post uses the picture from the library: once unchanged, and once cropped to a square.
      const { addForm: post } = blogsScreen(page);
      await page.goto(`${pathTo('adminBlogs')}?form=new`);
      await post.title.fill('By the water');
      await post.active.fill('1');
      await post.text.click();
      await keyboard.insertText('Boats.');
      const library = page.getByRole('dialog', { name: 'Choose a picture' });
      const choose = post.dialog.getByRole('button', { name: 'Choose from the library' });
      await choose.first().press('Enter');
      await library.getByRole('searchbox').fill('quay');
      await expect.poll(() => library.getByRole('radio').count()).toBe(1);
      await expectAccessible(page, 'the choice from the library');
      await library.getByRole('radio').focus();
      await keyboard.press('Space');
      await keyboard.press('Enter');
      await post.coverName('quay.png').waitFor();
      // Enter did not send the form behind it.
      await expect.poll(() => post.title.getAttribute('aria-invalid')).toBeNull();
      await choose.last().click();
      await library.getByRole('radio', { name: 'quay.png: A quay in the morning' }).check();
      await keyboard.press('Control+Enter');
      const crops = post.dialog.getByRole('button', { name: 'Crop', exact: true });
      await expect.poll(() => crops.count()).toBe(2);
      await crops.last().press('Enter');
      const crop = page.getByRole('dialog', { name: 'Crop the picture' });
      await crop.getByText('The crop has 600 × 400 pixels').waitFor();
      await crop.getByRole('radio', { name: 'Free' }).focus();
      await keyboard.press('ArrowRight');
      await crop.getByText('The crop has 400 × 400 pixels of 600 × 400').waitFor();
      const frame = crop.getByRole('application', { name: /^The part that stays/ });
      await frame.focus();
      await keyboard.press('Shift+ArrowLeft');
      await crop.getByText('The crop has 394 × 394 pixels').waitFor();
      const corner = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(corner.x + corner.width, corner.y + corner.height);
      await page.mouse.down();
      await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2, { steps: 4 });
      await page.mouse.up();
      await crop.getByText(/The crop has (19\d|20\d) × (19\d|20\d) pixels/).waitFor();
      await expectAccessible(page, 'the crop of a picture');
      await crop.getByRole('button', { name: 'Use this crop' }).click();
      await crop.waitFor({ state: 'detached' });
      await post.submit.click();
      await toast(page, deskMessages['blog.added']).waitFor();
      const { blog_image: cover } = await onlyBlog(engine);
      const stored = await picturesNamed(engine, 'quay.png');
      const cut = stored.find((picture) => picture.id !== id);
      expect(stored).toMatchObject([
        { type: 'image/png', uses: 1, width: cut?.height },
        { ...told, uses: 1, image: cover },
      ]);
      expect(cut?.width).toBeGreaterThan(180);
      expect(cut?.width).toBeLessThan(210);

      // Several pictures at once, into a field for several.
      await page.goto(`${pathTo('adminPortfolio')}?form=project`);
      const project = page.getByRole('dialog', { name: 'Add project' });
      await project.getByRole('button', { name: 'Choose from the library' }).first().click();
      const several = page.getByRole('dialog', { name: 'Choose pictures' });
      for (const name of ['tall.png', 'quay.png']) {
        await several
          .getByRole('checkbox', { name: new RegExp(`^${name}`) })
          .first()
          .check();
      }
      await several.getByText('2 of at most 12 chosen').waitFor();
      await several.getByRole('button', { name: 'Use 2 pictures' }).click();
      await project.getByText('2 of 12').waitFor();
      await project.getByRole('button', { name: 'Crop tall.png' }).waitFor();
      await project.getByRole('button', { name: 'Cancel', exact: true }).last().click();
      await page.getByRole('button', { name: /^Discard/ }).click();
      await project.waitFor({ state: 'detached' });

      // A used picture can be replaced but not deleted; an unused one can be deleted.
      await page.goto(`${pathTo('adminPictures')}?form=${id}`);
      await form.getByRole('link', { name: 'By the water' }).waitFor();
      await form.getByRole('button', { name: 'Delete' }).click();
      const used = page.getByRole('dialog', { name: 'This picture is used' });
      await used.getByText('while it is used in 1 place').waitFor();
      await used.getByText('Post, cover image').waitFor();
      await expectAccessible(page, 'the refusal to delete a picture');
      await keyboard.press('Escape');
      await used.waitFor({ state: 'detached' });
      await form.getByRole('button', { name: 'Copy the address' }).click();
      await toast(page, deskMessages['picture.copied']).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${engine.app.url}${cover}`);
      const other = page.waitForEvent('filechooser');
      await form.getByRole('button', { name: 'Replace everywhere' }).press('Enter');
      await (await other).setFiles(await pngFile('pier.png', 300, 300));
      await page
        .getByRole('alertdialog')
        .getByText(/It is used in 1 place/)
        .waitFor();
      await keyboard.press('Control+Enter');
      await toast(page, deskMessages['picture.replaced']).waitFor();
      await form.getByText('PNG · 300 × 300 pixels').waitFor();
      await expect.poll(() => alt.inputValue()).toBe('A quay in the morning');
      await expect.poll(async () => (await onlyBlog(engine)).blog_image).not.toBe(cover);
      await form.getByRole('link', { name: 'By the water' }).click();
      await blogsScreen(page).editForm.title.waitFor();

      await page.goto(`${pathTo('adminPictures')}?use=unused`);
      await open('tall.png').click();
      await form.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByText('“tall.png” and its file will be deleted.').waitFor();
      await keyboard.press('Control+Enter');
      await toast(page, deskMessages['picture.deleted']).waitFor();
      await page.getByText('Every picture is used').waitFor();
      const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
      expect(conflicts).toHaveLength(1);
      expectQuiet(watch, [...conflicts, failedToLoad(409, callPath(contract.updatePicture, { id }))]);
      await close();

      // An admin who may only read content cannot edit; the picture has the width of a phone.
      const reader = await openAdmin(
        browser.current,
        { app: engine.app, credentials: await joinTeam(engine, { role: 'reader' }) },
        { width: 360 },
      );
      const view = reader.page.getByRole('dialog', { name: 'Picture', exact: true });
      const atFirst: string[][] = [];
      await reader.page.route(`**${callPath(contract.getSinglePicture, { id })}`, async (route) => {
        atFirst.push(await view.getByRole('button').allTextContents());
        await route.continue();
      });
      await reader.page.goto(`${pathTo('adminPictures')}?form=${id}`);
      await view.getByText('Post, cover image').waitFor();
      expect(atFirst, 'while it loads').toEqual([['']]);
      expect(await view.getByRole('button').allTextContents()).toEqual(['']);
      expect(await view.getByRole('definition').allTextContents()).toEqual([
        'pier.png',
        'A quay in the morning',
        '30 % from the left, 75 % from the top',
      ]);
      await expectAccessible(reader.page, 'a picture on the phone of a reader');
      expect(await reachOf(reader.page)).toBe(360);
      await reader.page.keyboard.press('Escape');
      await picturesScreen(reader.page).open('pier.png').waitFor();
      expect(await reader.page.getByRole('button', { name: 'Upload pictures' }).count()).toBe(0);
      expectQuiet(reader.watch);
      await reader.close();
      const phone = await openAdmin(browser.current, engine, { width: 360 });
      await phone.page.goto(`${pathTo('adminBlogs')}?form=new`);
      await phone.page.getByRole('button', { name: 'Choose from the library' }).first().click();
      await phone.page.getByRole('radio').first().waitFor();
      expect(await reachOf(phone.page)).toBe(360);
      await expectAccessible(phone.page, 'the choice from the library on a phone');
      expectQuiet(phone.watch);
      await phone.close();
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);

/** The Pictures screen and its form, by what a user sees. */
function picturesScreen(page: Page) {
  const form = page.getByRole('dialog', { name: 'Edit picture' });
  return {
    cards: page.getByRole('list', { name: 'Pictures' }).getByRole('listitem'),
    open: (name: string) => page.getByRole('button', { name: `Open ${name}` }),
    form,
    alt: form.getByLabel('Alt text'),
    left: form.getByLabel('Focal point, % from the left'),
    top: form.getByLabel('Focal point, % from the top'),
    save: form.getByRole('button', { name: 'Save changes' }),
  };
}

function reachOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

function values(...fields: ReturnType<Page['getByLabel']>[]): Promise<string[]> {
  return Promise.all(fields.map((field) => field.inputValue()));
}

async function picturesNamed({ admin }: Engine, name: string): Promise<StoredPicture[]> {
  const { body } = await admin.get(callPath(contract.getPictures)).expect(200);
  return body.data.data.filter((picture: StoredPicture) => picture.name === name);
}

async function update({ admin }: Engine, id: Id, change: Partial<StoredPicture>) {
  await admin.post(callPath(contract.updatePicture, { id })).send(change).expect(200);
}

async function onlyBlog({ admin }: Engine): Promise<Blog> {
  const { body } = await admin.get(callPath(contract.blogs)).expect(200);
  return body.data.data[0];
}
