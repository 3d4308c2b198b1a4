import { describe, expect, test } from 'vitest';
import { category } from '#shared/entities/category.ts';
import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import {
  type EntityValues,
  entityForm,
  entityRules,
  entityValues,
} from '../../../../../client/admin/shared/entity-form.ts';

const picture = (name: string) => new File(['bytes'], name, { type: 'image/png' });
const version = { updated_at: '2026-11-01T10:00:00.000Z' };

/** Returns the name of each part, with its text or file name. */
const parts = (form: FormData) =>
  [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);

describe('the body of a form (docs/product.md §7)', () => {
  const values: EntityValues<typeof project.fields> = {
    ...entityValues(project.fields),
    title: ' The bridge ',
    category_id: '4',
    v_order: ' 2 ',
    description: '<p>Two  spaces</p>',
    images: [picture('one.png'), picture('نقش "two".png')],
    video: new File(['frames'], 'فلم.mp4', { type: 'video/mp4' }),
    client: ' Khyber Rail ',
    services: 'Film\nEdit',
  };
  const texts = [
    ['title', 'The bridge'],
    ['category_id', '4'],
    ['description', '<p>Two  spaces</p>'],
    ['project_url', ''],
    ['v_order', '2'],
  ];
  const images = [
    ['images[0]', 'one.png'],
    ['images[1]', 'نقش "two".png'],
  ];

  test('has the texts, the version, and the files, each made plain but for rich text', () => {
    expect(parts(entityForm(project.fields, values))).toEqual([...texts, ['video', 'فلم.mp4'], ...images]);
    const change = { ...version, blog_id: undefined };
    const changed = { ...values, images: [], video: null };
    expect(parts(entityForm(project.fields, changed, { change }))).toEqual([
      ...texts,
      ['updated_at', version.updated_at],
    ]);
  });

  test('has the fields of this product only for a host that accepts them', () => {
    const sent = parts(entityForm(project.fields, values, { extensions: true }));
    expect(sent).toEqual(
      expect.arrayContaining([...texts, ['client', 'Khyber Rail'], ['services', 'Film\nEdit']]),
    );
  });

  test('removes a stored file, unless another one replaces it', () => {
    const removed = { ...values, remove_video: true };
    const names = (sent: typeof values) =>
      parts(entityForm(project.fields, sent, { change: version })).map(([name]) => name);
    expect(names(removed)).not.toContain('remove_video');
    expect(names({ ...removed, video: null })).toContain('remove_video');
  });

  test('names the files of a list as the call does', () => {
    const logos = { title: 'Film', image: null, tech_image: [picture('4k.png'), picture('hdr.png')] };
    const partName = (list: string, index: number) => `${list}[${index}][file]`;
    expect(parts(entityForm(category.fields, logos, { partName })).slice(1)).toEqual([
      ['tech_image[0][file]', '4k.png'],
      ['tech_image[1][file]', 'hdr.png'],
    ]);
  });
});

describe('the rules of a form (docs/product.md §5)', () => {
  const problemsOf = entityRules(project.fields, projectInputSchema);
  const nothing = entityValues(project.fields);

  test('ask a new record for its files, and a stored one for its texts alone', () => {
    const { images, ...ofTexts } = problemsOf(nothing, true);
    expect(images).toBe('At least one image is required');
    expect(problemsOf(nothing, false)).toEqual(ofTexts);
    expect(ofTexts).toEqual({
      title: 'Project title is required',
      category_id: 'Please select a category',
      v_order: 'Order is required when adding new project',
      description: 'Description is required',
    });
  });

  test.each(['x', 'ن'])('tell of a text of too many bytes before it is sent: %s', (letter) => {
    const description = letter.repeat(limits.richTextBytes / Buffer.byteLength(letter));
    const values = { ...entityValues(post.fields), description: `<p>${description}</p>` };
    expect(entityRules(post.fields, blogInputSchema)(values, true).description).toContain('25 MB');
  });
});

test('an empty choice of a new record is its first option', () => {
  expect(entityValues(job.fields).status).toBe('draft');
});
