import { expect, test } from 'vitest';
import { category, categoryInputSchema } from '#shared/entities/category.ts';
import { job } from '#shared/entities/job.ts';
import { project, projectInputSchema } from '#shared/entities/project.ts';
import {
  acceptedFields,
  entityForm,
  entityRules,
  entityValues,
  withAcceptedChoices,
} from '../../../../../client/admin/shared/entity-form.ts';

const file = (name: string) => new File(['bytes'], name, { type: 'image/png' });
const version = { updated_at: '2026-11-01T10:00:00.000Z' };
const values = {
  ...entityValues(project.fields),
  title: ' The bridge ',
  category_id: '4',
  v_order: ' 2 ',
  description: '<p>Two  spaces</p>',
  images: [file('one.png'), file('نقش "two".png')],
  video: file('فلم.mp4'),
  client: ' Khyber Rail ',
};
const texts = [
  ['title', 'The bridge'],
  ['category_id', '4'],
  ['description', '<p>Two  spaces</p>'],
  ['project_url', ''],
  ['v_order', '2'],
];
/** Returns the name of each part, with its text or file name. */
const parts = (form: FormData) =>
  [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
const sent = (more: object = {}, options: object = {}) =>
  parts(entityForm(project.fields, { ...values, ...more }, options));

test('a form sends the texts, the version and the files (docs/product.md §7), and fields of ours only to who accepts them', () => {
  expect(sent()).toEqual([
    ...texts,
    ['video', 'فلم.mp4'],
    ['images[0]', 'one.png'],
    ['images[1]', 'نقش "two".png'],
  ]);
  const bare = { images: [], video: null };
  expect(sent(bare, { change: version })).toEqual([...texts, ['updated_at', version.updated_at]]);
  expect(sent(bare, { extensions: true })).toContainEqual(['client', 'Khyber Rail']);
  const removal = ['remove_video', expect.anything()];
  expect(sent({ ...bare, remove_video: true }, { change: version })).toContainEqual(removal);
  expect(sent({ remove_video: true }, { change: version })).not.toContainEqual(removal);
  const partName = (list: string, index: number) => `${list}[${index}][file]`;
  const logos = { title: 'Film', image: null, tech_image: [file('4k.png')] };
  expect(parts(entityForm(category.fields, logos, { partName }))[1]).toEqual([
    'tech_image[0][file]',
    '4k.png',
  ]);
});

test('a new record needs its files, a stored one its texts alone (docs/product.md §5)', () => {
  const problemsOf = entityRules(project.fields, projectInputSchema);
  const ofTexts = {
    title: 'Project title is required',
    category_id: 'Please select a category',
    v_order: 'Order is required when adding new project',
    description: 'Description is required',
  };
  expect(problemsOf(entityValues(project.fields), false)).toEqual(ofTexts);
  expect(problemsOf(entityValues(project.fields), true)).toEqual({
    ...ofTexts,
    images: 'At least one image is required',
  });
});

test('a file that the host cannot take is not required, stored pictures stay to be removed, and only choices that it takes are offered', () => {
  const files: Record<string, readonly string[]> = { image: [], tech_image: [] };
  const ofTexts = acceptedFields(category.fields, (name) => files[name]);
  expect(Object.keys(ofTexts)).toEqual(
    Object.keys(category.fields).filter((name) => name !== 'image' && name !== 'tech_img'),
  );
  const typed = { ...entityValues(category.fields), title: 'Film' };
  expect(entityRules(ofTexts, categoryInputSchema)(typed, true)).toEqual({});
  const stored = { image: '/a.png', tech_img: [{ id: 1 }, { id: 2 }] };
  const ofStored = acceptedFields(category.fields, (name) => files[name], stored);
  expect([ofStored.image, ofStored.tech_img?.most]).toEqual([undefined, 2]);
  expect(acceptedFields(category.fields, () => []).title).toBe(category.fields.title);
  const choices: Record<string, readonly string[]> = { status: ['open', 'closed'] };
  const ofJob = acceptedFields(job.fields, (name) => choices[name], { status: 'filled' });
  expect(ofJob.status?.words).toEqual(['open', 'closed', 'filled']);
  const ofNew = acceptedFields(job.fields, (name) => choices[name]);
  expect(withAcceptedChoices(ofNew, entityValues(job.fields)).status).toBe('open');
});
