import type { Page } from '@playwright/test';
import { deskMessages } from '#shared/desk-messages.ts';
import { messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { makeProject } from '../contract/resources/cases.ts';
import { publicUrl } from '../contract/resources/support/account-links.ts';
import { expect, expectAccessible, hold, test } from './fixtures.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { drop } from './support/editor.ts';
import { exactly, named, topHeading } from './support/names.ts';
import { projectsScreen } from './support/portfolio-admin.ts';

function picturesScreen(page: Page) {
  const form = named(page, 'dialog', 'Edit picture');
  return {
    cards: named(page, 'list', 'Pictures').getByRole('listitem'),
    open: (name: string) => named(page, 'button', `Open ${name}`),
    form,
    alt: form.getByLabel('Alt text'),
    left: form.getByLabel('Focal point, % from the left'),
    top: form.getByLabel('Focal point, % from the top'),
  };
}

test('a picture is uploaded, described, chosen and cropped in a form, replaced everywhere and deleted, by keys; a reader only looks', {
  tag: '@deep',
}, async ({ start, open }) => {
  const site = await start({ SAMPLE_CONTENT: 'off', PUBLIC_URL: publicUrl });
  const page = await open(site, { as: 'owner' });
  const { keyboard } = page;
  const { cards, open: openPicture, form, alt, left, top } = picturesScreen(page);
  const stored = async (name: string) => {
    const { body } = await site.admin.call('getPictures').expect(200);
    return body.data.data.filter((picture: StoredPicture) => picture.name === name) as StoredPicture[];
  };
  await page.goto(pathTo('adminPictures'));
  await expect(page.getByText('No pictures yet')).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await named(page, 'button', 'Upload pictures').press('Enter');
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  const heading = topHeading(page, 'Pictures');
  const send = await hold(page, '**/api/addPicture');
  await (await choosing).setFiles([await pngFile('harbour.png', 600, 400), notes]);
  await expect(page.getByText('Uploading 1 of 2…')).toBeVisible();
  // Files that are dropped meanwhile follow; a refusal of the first ones still stands.
  await drop(heading, { files: [await pngFile('tall.png', 200, 400)] });
  await expect(page.getByText('Uploading 1 of 2…')).toBeVisible();
  send();
  await expect(toast(page, deskMessages['picture.added']).first()).toBeVisible();
  const refused = page.getByRole('alert').filter({ hasText: 'One picture was not added' });
  await expect(cards).toHaveCount(2);
  await expect(refused).toContainText('notes.png');
  await drop(heading, { files: [{ ...notes, name: 'memo.png' }] });
  await expect(refused).toContainText('memo.png');

  // An open picture has an address; an error stands at its field.
  await openPicture('harbour.png').press('Enter');
  await expect(page).toHaveURL(/\?form=\d+$/);
  await page.reload();
  await expect(form.getByText('Nothing uses this picture.')).toBeVisible();
  await alt.fill('A quay in the morning');
  await left.press('ArrowDown');
  await expect(left).toHaveValue('49');
  const point = form.getByRole('presentation').first();
  const { width = 0, height = 0 } = (await point.boundingBox()) ?? {};
  await point.click({ position: { x: width * 0.25, y: height * 0.75 } });
  await expect(left).toHaveValue('25');
  await expect(top).toHaveValue('75');
  await left.fill('101');
  await keyboard.press('Control+s');
  await expect(form.getByText(messageText('field.outOfRange', { min: 0, max: 100 }))).toBeVisible();
  await left.fill('30');
  const { id = 0 } = (await stored('harbour.png'))[0] ?? {};
  await form.getByLabel('Name').fill('quay.png');
  await named(form, 'button', 'Save changes').click();
  await expect(toast(page, deskMessages['picture.updated'])).toBeVisible();
  const told = { id, focus_x: 30, focus_y: 75, alt: 'A quay in the morning' };
  expect(await stored('quay.png')).toMatchObject([{ ...told, uses: 0 }]);
  await page.getByRole('searchbox').fill('morning');
  await expect(cards).toHaveCount(1);

  // The form of a post takes it from the library: once as it is, once cropped.
  const { addForm: post } = blogsScreen(page);
  await page.goto(`${pathTo('adminBlogs')}?form=new`);
  await post.title.fill('By the water');
  await post.status('Active').click();
  await post.text.click();
  await keyboard.insertText('Boats.');
  const library = named(page, 'dialog', 'Choose a picture');
  const choose = named(post.dialog, 'button', 'Choose from the library');
  await choose.first().press('Enter');
  await library.getByRole('searchbox').fill('quay');
  await expect(library.getByRole('radio')).toHaveCount(1);
  await library.getByRole('radio').press('Space');
  await keyboard.press('Enter');
  await expect(post.coverName('quay.png')).toBeVisible();
  // Enter did not send the form behind it.
  await expect(post.dialog.getByText('Add blog description')).toBeHidden();
  await choose.last().click();
  await named(library, 'radio', 'quay.png: A quay in the morning').check();
  await keyboard.press('Control+Enter');
  const crops = exactly(post.dialog, 'button', 'Crop');
  await expect(crops).toHaveCount(2);
  await crops.last().press('Enter');
  const crop = named(page, 'dialog', 'Crop the picture');
  await expect(crop).toContainText('The crop has 600 × 400 pixels');
  await named(crop, 'radio', 'Free').press('ArrowRight');
  await expect(crop).toContainText('The crop has 400 × 400 pixels of 600 × 400');
  const frame = named(crop, 'group', /arrow keys to move the crop/);
  await named(crop, 'button', /south east/).press('Shift+ArrowLeft');
  await expect(crop).not.toContainText('The crop has 400 × 400 pixels');
  const corner = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(corner.x + corner.width, corner.y + corner.height);
  await page.mouse.down();
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(crop).toContainText(/The crop has (19\d|20\d) × (19\d|20\d) pixels/);
  await expectAccessible(page);
  await named(crop, 'button', 'Use this crop').click();
  await post.submit.click();
  await expect(toast(page, deskMessages['blog.added'])).toBeVisible();
  const coverOf = async () => (await site.admin.call('blogs')).body.data.data[0].blog_image as string;
  const cover = await coverOf();
  const kept = await stored('quay.png');
  expect(kept).toHaveLength(2);
  expect(kept).toContainEqual(expect.objectContaining({ ...told, uses: 1, image: cover }));

  // A used picture is replaced, and not deleted; an unused one is deleted.
  await page.goto(`${pathTo('adminPictures')}?form=${id}`);
  await expect(named(form, 'link', 'By the water')).toBeVisible();
  await named(form, 'button', 'Delete').click();
  const used = named(page, 'dialog', 'This picture is used');
  await expect(used).toContainText('while it is used in 1 place');
  await expect(used).toContainText('Post, cover image');
  await keyboard.press('Escape');
  const other = page.waitForEvent('filechooser');
  await named(form, 'button', 'Replace everywhere').press('Enter');
  await (await other).setFiles(await pngFile('pier.png', 300, 300));
  await expect(page.getByRole('alertdialog')).toContainText('It is used in 1 place');
  await keyboard.press('Control+Enter');
  await expect(toast(page, deskMessages['picture.replaced'])).toBeVisible();
  await expect(form.getByText('PNG · 300 × 300 pixels')).toBeVisible();
  await expect(alt).toHaveValue('A quay in the morning');
  await expect.poll(coverOf).not.toBe(cover);
  await page.goto(`${pathTo('adminPictures')}?use=unused`);
  await openPicture('tall.png').click();
  await named(form, 'button', 'Delete').click();
  await expect(page.getByRole('alertdialog')).toContainText('“tall.png” and its file will be deleted.');
  await keyboard.press('Control+Enter');
  await expect(toast(page, deskMessages['picture.deleted'])).toBeVisible();
  await expect(page.getByText('Every picture is used')).toBeVisible();

  const reader = await open(site, { as: 'reader', width: 360 });
  await reader.goto(`${pathTo('adminPictures')}?form=${id}`);
  await expect(named(reader, 'dialog', 'Not for your role')).toBeVisible();
  await reader.keyboard.press('Escape');
  await expect(reader.getByText('pier.png')).toBeVisible();
  await expectAccessible(reader);
  await expect(named(reader, 'button', /^(Upload pictures|Open pier.png)$/)).toHaveCount(0);
});

test('a picture between paragraphs gets a caption, a description and a width, by keys too, and readers see them', {
  tag: '@deep',
}, async ({ admin: page, open, site }) => {
  const { id, category_id } = await makeProject(site, {
    title: 'Salt Lake',
    description: `<p>Before the <a href="https://studio.example/salt">road</a>.</p><p>After the road.</p><table><thead><tr><th>Salt</th>${'<th>Kilometres</th>'.repeat(9)}</tr></thead><tbody><tr><th>Road</th>${'<td>1</td>'.repeat(9)}</tr></tbody></table>`,
  });
  const { editProject: form } = projectsScreen(page);
  const { keyboard } = page;
  await page.goto(`/admin/portfolio/projects/${category_id}?form=${id}`);
  const tools = named(form.dialog, 'group', 'Picture');
  const tool = (name: string) => exactly(tools, 'button', name);
  // The cursor is in the middle of a paragraph, which stays whole.
  await form.text.getByText('Before the road.').click();
  const choosing = page.waitForEvent('filechooser');
  await form.tool('Insert image').click();
  await named(form.dialog, 'button', 'From this device').click();
  await (await choosing).setFiles(await pngFile('road.png', 1800, 900));
  await form.dialog.getByLabel('Describe the image').fill('A road of salt');
  await named(form.dialog, 'button', 'Keep').click();
  await named(form.text, 'img', 'A road of salt').click();
  await expect(tool('In the text')).toHaveAttribute('aria-pressed', 'true');
  await tool('Wide').click();
  await tool('Caption').click();
  await keyboard.type('The road at noon');
  // Enter leads on to the text below the picture.
  await keyboard.press('Enter');
  await keyboard.type('Then: ');
  await expect(form.text.locator('p').last()).toHaveText('Then: After the road.');
  const caption = form.text.locator('figcaption');
  await expect(caption).toHaveText('The road at noon');
  await caption.click();
  await expect(named(form.dialog, 'textbox', 'Caption')).toHaveValue('The road at noon');
  await keyboard.press('Escape');
  await form.text.locator('p').last().click();
  // By keys alone: onto the picture, to its tools, and back.
  await keyboard.press('Home');
  await keyboard.press('ArrowLeft');
  await expect(tools).toBeVisible();
  await keyboard.press('Enter');
  await expect(tool('In the text')).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Enter']) await keyboard.press(key);
  await expect(tool('Full width')).toHaveAttribute('aria-pressed', 'true');
  await keyboard.press('Escape');
  await expect(tools).toHaveCount(0);
  await expect(form.dialog).toBeVisible();
  await form.submit.click();
  await expect(toast(page, 'Project updated successfully')).toBeVisible();

  for (const width of [360, 1440]) {
    const reader = await open(site, { width });
    await reader.goto(`/portfolioOne/${id}`);
    const image = named(
      reader.getByRole('figure').filter({ hasText: 'The road at noon' }),
      'img',
      'A road of salt',
    );
    // No toolbar of a project makes links and tables; those that are stored stay.
    await expect(exactly(reader, 'link', 'road')).toHaveAttribute('href', 'https://studio.example/salt');
    const table = reader.getByRole('table');
    await expect(table.locator('th[scope=col]')).toHaveCount(10);
    // A phone scrolls the table, not the page.
    if (width < 600) await expect(table).toHaveAttribute('tabindex', '0');
    await image.scrollIntoViewIfNeeded();
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
    await expect(image).toHaveAttribute('width', '1800');
    // A phone shows it from edge to edge of the screen, a wide window over the whole content of the page.
    const head = (await reader.getByRole('article').locator('header').boundingBox()) ?? { x: -1, width: 0 };
    const whole = width < 600 ? { x: 0, width } : head;
    const box = (await image.boundingBox()) ?? { x: -1, width: 0 };
    expect([box.x, box.width].map(Math.round)).toEqual([whole.x, whole.width].map(Math.round));
  }
});
