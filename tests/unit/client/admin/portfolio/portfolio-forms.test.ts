import { describe, expect, test } from 'vitest';
import { caseFields } from '#shared/entities/case-fields.ts';
import { seoFields } from '#shared/entities/seo-fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  addCategoryForm,
  type CategoryValues,
  categoryProblems,
  updateCategoryForm,
} from '../../../../../client/admin/portfolio/category-form.ts';
import { fieldOfWireName, isPlainFailure } from '../../../../../client/admin/portfolio/form-problems.ts';
import {
  addProjectForm,
  nextOrder,
  type ProjectValues,
  projectProblems,
  updateProjectForm,
} from '../../../../../client/admin/portfolio/project-form.ts';
import { entityValues } from '../../../../../client/admin/shared/entity-form.ts';
import { ApiError } from '../../../../../client/api/api-error.ts';
import { resolverOf } from '../../../../../client/forms/form-rules.ts';

const picture = (name: string) => new File(['bytes'], name, { type: 'image/png' });
const film = new File(['frames'], 'فلم.mp4', { type: 'video/mp4' });
const version = '2026-11-01T10:00:00.000Z';

const category: CategoryValues = {
  title: ' Film ',
  image: picture('main.png'),
  tech_image: [picture('4k.png'), picture('hdr.png'), picture('raw.png')],
};
const project: ProjectValues = {
  title: ' The bridge ',
  category_id: '4',
  v_order: ' 2 ',
  project_url: ' https://naqsh.example/bridge ',
  description: '<p>Two  spaces</p>',
  images: [picture('one.png'), picture('two.png')],
  video: film,
  remove_video: false,
  captions: null,
  remove_captions: false,
  ...entityValues(caseFields),
  ...entityValues(seoFields),
};

/** Returns the name of each part, with its text or file name. */
function parts(form: FormData): [string, string][] {
  return [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
}

describe('categories on the wire (docs/product.md §7)', () => {
  test('addProjectCategory: title, image, tech_image[] as often as there are logos', () => {
    expect(parts(addCategoryForm(category))).toEqual([
      ['title', 'Film'],
      ['image', 'main.png'],
      ['tech_image[]', '4k.png'],
      ['tech_image[]', 'hdr.png'],
      ['tech_image[]', 'raw.png'],
    ]);
  });

  test('updateProjectCategory: tech_image[{index}][file], and the version that the edit began with', () => {
    expect(parts(updateCategoryForm(category, version))).toEqual([
      ['title', 'Film'],
      ['image', 'main.png'],
      ['tech_image[0][file]', '4k.png'],
      ['tech_image[1][file]', 'hdr.png'],
      ['tech_image[2][file]', 'raw.png'],
      ['updated_at', version],
    ]);
  });

  test('updateProjectCategory sends only what was chosen', () => {
    expect(parts(updateCategoryForm({ title: 'Film', image: null, tech_image: [] }, undefined))).toEqual([
      ['title', 'Film'],
    ]);
  });
});

describe('projects on the wire (docs/product.md §7)', () => {
  const texts = [
    ['title', 'The bridge'],
    ['category_id', '4'],
    ['description', '<p>Two  spaces</p>'],
    ['project_url', 'https://naqsh.example/bridge'],
    ['v_order', '2'],
  ];
  const images = [
    ['images[0]', 'one.png'],
    ['images[1]', 'two.png'],
  ];

  test('addProject: the texts in their order, the video, images[{index}]', () => {
    expect(parts(addProjectForm(project))).toEqual([...texts, ['video', 'فلم.mp4'], ...images]);
  });

  test('addProject without a video and without a link: no video, an empty link', () => {
    const sent = parts(addProjectForm({ ...project, video: null, project_url: ' ' }));
    expect(sent.map(([name]) => name)).not.toContain('video');
    expect(sent).toContainEqual(['project_url', '']);
  });

  test('updateProject: the version behind the texts; a stored video stays unless it is to go', () => {
    expect(parts(updateProjectForm({ ...project, video: null, images: [] }, version))).toEqual([
      ...texts,
      ['updated_at', version],
    ]);
    expect(parts(updateProjectForm({ ...project, video: null, remove_video: true }, undefined))).toEqual([
      ...texts,
      ['remove_video', '1'],
      ...images,
    ]);
  });

  test('the facts are sent only to a host that takes extensions', () => {
    const facts = {
      client: ' Khyber Rail ',
      year: ' 2025 ',
      services: 'Film\nEdit',
      figures: '9\tfestivals',
      credits: 'Sana Gul\tEdit',
    };
    const known = parts(addProjectForm({ ...project, ...facts })).map(([name]) => name);
    expect(known.filter((name) => name in caseFields)).toEqual([]);
    expect(parts(addProjectForm({ ...project, ...facts }, true)).slice(5, 13)).toEqual([
      ['client', 'Khyber Rail'],
      ['year', '2025'],
      ['services', 'Film\nEdit'],
      ['result', ''],
      ['figures', '9\tfestivals'],
      ['quote', ''],
      ['quote_by', ''],
      ['credits', 'Sana Gul\tEdit'],
    ]);
  });

  test('updateProject with another video needs no removal', () => {
    const sent = parts(updateProjectForm({ ...project, remove_video: true }, undefined));
    expect(sent).toContainEqual(['video', 'فلم.mp4']);
    expect(sent.map(([name]) => name)).not.toContain('remove_video');
  });
});

describe('the rules (docs/product.md §5)', () => {
  const nothing = {
    category: { title: ' ', image: null, tech_image: [] },
    project: {
      title: '',
      category_id: '',
      v_order: ' ',
      project_url: '',
      description: '<p><br></p>',
      images: [],
      video: null,
      remove_video: false,
      captions: null,
      remove_captions: false,
      ...entityValues(caseFields),
      ...entityValues(seoFields),
    },
  };

  test('an empty new category gets every text, word for word', () => {
    expect(categoryProblems(nothing.category, true, true)).toEqual({
      title: 'Title is required.',
      image: 'Image is required.',
      tech_image: 'Add logos*',
    });
  });

  test('an edited category needs its title only', () => {
    expect(categoryProblems(nothing.category, true, false)).not.toHaveProperty('tech_image');
    expect(categoryProblems(nothing.category, false, true)).toEqual({ title: 'Title is required.' });
    expect(categoryProblems({ ...nothing.category, title: 'Film' }, false, true)).toEqual({});
  });

  test('an empty new project gets every text, word for word', () => {
    expect(projectProblems(nothing.project, true)).toEqual({
      title: 'Project title is required',
      category_id: 'Please select a category',
      v_order: 'Order is required when adding new project',
      description: 'Description is required',
      images: 'At least one image is required',
    });
  });

  test('an edited project needs no further image', () => {
    expect(projectProblems({ ...project, images: [] }, false)).toEqual({});
  });

  test.each([
    ['v_order', '1.5', messages['field.notInteger']],
    ['v_order', '-1', `This must be a whole number from 0 to ${limits.order}.`],
    ['v_order', String(limits.order + 1), `This must be a whole number from 0 to ${limits.order}.`],
    ['project_url', 'naqsh', messages['field.badUrl']],
    ['project_url', 'javascript:alert(1)', messages['field.badUrl']],
    [
      'title',
      'x'.repeat(limits.title + 1),
      `This text is longer than the limit of ${limits.title} characters.`,
    ],
    ['title', 'a\0b', messages['field.badCharacters']],
    ['client', 'x'.repeat(121), 'This text is longer than the limit of 120 characters.'],
    ['year', '1899', 'This must be a whole number from 1900 to 2100.'],
    ['year', 'twenty', messages['field.notInteger']],
    ['services', 'Film\n'.repeat(9), 'There may be at most 8 lines, each of at most 60 characters.'],
    ['services', 'x'.repeat(61), 'There may be at most 8 lines, each of at most 60 characters.'],
    ['quote', 'x'.repeat(401), 'This text is longer than the limit of 400 characters.'],
    ['credits', '\tDirector', 'Line 1: the name is missing.'],
    ['credits', 'Sana Gul\n'.repeat(31), 'There may be at most 30 credits.'],
    ['figures', '9\tfestivals\n24 min', 'Line 2: the label is missing.'],
    ['figures', `9\t${'x'.repeat(41)}`, 'Line 1: the label is longer than the limit of 40 characters.'],
    ['figures', '9\tfestivals\n'.repeat(5), 'There may be at most 4 figures.'],
  ] as const)('what the server would refuse is refused in its words: %s %j', (name, value, problem) => {
    expect(projectProblems({ ...project, [name]: value }, true)).toEqual({ [name]: problem });
  });

  test('0 is an order', () => {
    expect(projectProblems({ ...project, v_order: '0' }, true)).toEqual({});
  });

  test('a text over the limit is told before it is sent', () => {
    const description = `<p>${'x'.repeat(limits.richTextBytes)}</p>`;
    expect(projectProblems({ ...project, description }, true).description).toContain('25 MB');
  });

  test('the resolver leaves the values as they were typed', async () => {
    const options = { fields: {}, shouldUseNativeValidation: false };
    const resolve = resolverOf((values: CategoryValues) => categoryProblems(values, true, true));
    expect(await resolve(category, undefined, options)).toEqual({ values: category, errors: {} });
    const bad = await resolve({ ...category, image: null }, undefined, options);
    expect(bad).toEqual({ values: {}, errors: { image: { type: 'rule', message: 'Image is required.' } } });
  });
});

test.each([
  ['title', 'title'],
  ['images[2]', 'images'],
  ['tech_image[]', 'tech_image'],
  ['tech_image[0][file]', 'tech_image'],
])('an error of %s is shown at %s', (wireName, field) => {
  expect(fieldOfWireName(wireName)).toBe(field);
});

test('a newer version and a cancelled upload are told by the form alone', () => {
  expect(isPlainFailure(new ApiError('conflict.newer', 409))).toBe(false);
  expect(isPlainFailure(new DOMException('Cancelled', 'AbortError'))).toBe(false);
  expect(isPlainFailure(new ApiError('upstream.failed', 502))).toBe(true);
  expect(isPlainFailure(new TypeError('broken'))).toBe(true);
});

test('the next order number stands behind the highest, whatever the gaps', () => {
  expect(nextOrder([])).toBe(1);
  expect(nextOrder([{ v_order: 7 }, { v_order: 2 }])).toBe(8);
});
