import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { withEngines } from '../../support/engines.ts';
import { categoryEditForm, categoryForm, sendForm, without, withTexts } from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { media } from './cases/good-call.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeFieldErrors } from './field-errors.ts';

const noTitle = { title: ['Title is required.'] };
const noImage = { image: ['Image is required.'] };
const noLogos = { tech_image: ['Add logos*'] };

withEngines((engine) => {
  for (const row of Object.values(resources.categories)) describeCall(row, engine);

  const makeAdd = async () => ({ form: await categoryForm() });
  describeFieldErrors(contract.addProjectCategory, engine, makeAdd, [
    ['no title', (form) => without(form, 'title'), noTitle],
    ['an empty title', (form) => withTexts(form, { title: '' }), noTitle],
    ['a blank title', (form) => withTexts(form, { title: ' \t ' }), noTitle],
    ['no image', (form) => without(form, 'image'), noImage],
    ['no logos', (form) => without(form, 'tech_image[]'), noLogos],
    ['nothing but a title', (form) => without(form, 'image', 'tech_image[]'), { ...noImage, ...noLogos }],
    ['everything wrong at once', () => [{ name: 'title', text: '' }], { ...noTitle, ...noImage, ...noLogos }],
  ]);

  const makeEdit = async () => {
    const { id } = await makeCategory(engine);
    return { params: { id }, form: await categoryEditForm() };
  };
  describeFieldErrors(contract.updateProjectCategory, engine, makeEdit, [
    ['no title', (form) => without(form, 'title'), noTitle],
    ['a blank title', (form) => withTexts(form, { title: '   ' }), noTitle],
  ]);

  it('edits a title alone, and keeps image and logos', async () => {
    const before = await makeCategory(engine);
    const path = callPath(contract.updateProjectCategory, { id: before.id });
    const answer = await sendForm(engine.admin.post(path), [{ name: 'title', text: 'Only the title' }]);
    expect(answer.status, answer.text).toBe(200);
    const after = await engine.visitor.get(callPath(contract.getSingleCategory, { id: before.id }));
    expect(after.body.data).toMatchObject({
      title: 'Only the title',
      image: before.image,
      tech_img: before.tech_img,
    });
  });

  it('adds new logos behind those that are there, in the order in which they came', async () => {
    const before = await makeCategory(engine);
    const path = callPath(contract.updateProjectCategory, { id: before.id });
    await sendForm(engine.admin.post(path), await categoryEditForm()).expect(200);
    const after = await engine.visitor.get(callPath(contract.getSingleCategory, { id: before.id }));
    expect(after.body.data.tech_img).toHaveLength(4);
    expect(after.body.data.tech_img.slice(0, 2)).toEqual(before.tech_img);
    expect(after.body.data.image).toEqual(media);
    expect(after.body.data.image).not.toBe(before.image);
  });

  it('removes a logo, but never the last one (SPEC §4)', async () => {
    const { id, tech_img } = await makeCategory(engine);
    const [first, last] = tech_img.map((logo) => callPath(contract.deleteTechImage, { id: logo.id }));
    await engine.admin.delete(first ?? '').expect(200);
    await engine.admin.delete(first ?? '').expect(404);
    const answer = await engine.admin.delete(last ?? '');
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: 0, message: 'One image is necessary for project' });
    const after = await engine.visitor.get(callPath(contract.getSingleCategory, { id }));
    expect(after.body.data.tech_img).toEqual([tech_img[1]]);
  });

  it('serves the very bytes of an uploaded picture to anybody', async () => {
    const form = await categoryForm();
    const added = await sendForm(engine.admin.post(callPath(contract.addProjectCategory)), form);
    const files = form.flatMap((part) => ('file' in part ? [part] : []));
    const shown = [
      added.body.data.image,
      ...added.body.data.tech_img.map((logo: { image: string }) => logo.image),
    ];
    expect(shown).toHaveLength(3);
    for (const [index, path] of shown.entries()) {
      const picture = await engine.visitor.get(path).buffer(true);
      expect(picture.status).toBe(200);
      expect(picture.headers['content-type']).toBe(files[index]?.type);
      expect(picture.headers['x-content-type-options']).toBe('nosniff');
      expect(picture.headers).not.toHaveProperty('set-cookie');
      expect(Buffer.compare(picture.body, files[index]?.file ?? Buffer.alloc(0))).toBe(0);
    }
  });
});
