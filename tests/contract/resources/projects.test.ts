import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { projectSchema } from '#shared/schemas/project.ts';
import { withEngines } from '../../support/engines.ts';
import { projectForm, sendForm, without, withTexts } from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeFieldErrors } from './field-errors.ts';

const noTitle = { title: ['Project title is required'] };
const noImages = { images: ['At least one image is required'] };
const noCategory = { category_id: ['Please select a category'] };
const noOrder = { v_order: ['Order is required when adding new project'] };
const noDescription = { description: ['Description is required'] };

withEngines((engine) => {
  for (const row of Object.values(resources.projects)) describeCall(row, engine);

  const make = async () => ({ form: await projectForm((await makeCategory(engine)).id) });
  describeFieldErrors(contract.addProject, engine, make, [
    ['no title', (form) => without(form, 'title'), noTitle],
    ['a blank title', (form) => withTexts(form, { title: '  ' }), noTitle],
    ['no images', (form) => without(form, 'images[0]', 'images[1]'), noImages],
    ['no category', (form) => without(form, 'category_id'), noCategory],
    ['a category that is not there', (form) => withTexts(form, { category_id: '987654321' }), noCategory],
    ['no order', (form) => without(form, 'v_order'), noOrder],
    ['an empty order', (form) => withTexts(form, { v_order: '' }), noOrder],
    ['no description', (form) => without(form, 'description'), noDescription],
    [
      'the description of an untouched editor',
      (form) => withTexts(form, { description: '<p><br></p>' }),
      noDescription,
    ],
    ['a description of blanks', (form) => withTexts(form, { description: '<p>&nbsp; </p>' }), noDescription],
    [
      'everything wrong at once',
      () => [{ name: 'title', text: '' }],
      { ...noTitle, ...noImages, ...noCategory, ...noOrder, ...noDescription },
    ],
  ]);

  it('takes a project without video and without a link', async () => {
    const { form } = await make();
    const answer = await sendForm(
      engine.admin.post(callPath(contract.addProject)),
      without(form, 'video', 'project_url'),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(projectSchema.parse(answer.body.data)).toMatchObject({ video: null, project_url: null });
  });

  it('takes order 0: presence is what SPEC §5 asks for', async () => {
    const { form } = await make();
    const answer = await sendForm(
      engine.admin.post(callPath(contract.addProject)),
      withTexts(form, { v_order: '0' }),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.v_order).toBe(0);
  });

  it('serves the very bytes of the video', async () => {
    const { form } = await make();
    const answer = await sendForm(engine.admin.post(callPath(contract.addProject)), form);
    const film = form.find((part) => part.name === 'video');
    const served = await engine.visitor.get(answer.body.data.video).buffer(true).parse(bytesOf);
    expect(served.status).toBe(200);
    expect(served.headers['content-type']).toBe('video/mp4');
    expect(Buffer.compare(served.body, film && 'file' in film ? film.file : Buffer.alloc(0))).toBe(0);
  });
});

/** Gathers a body that superagent has no parser for. */
function bytesOf(res: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (res as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
}
