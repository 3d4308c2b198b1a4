import type { Test } from 'supertest';
import type { Id } from '#shared/id.ts';
import { anotherColour, image, pdf, video } from './files.ts';

/** A part of a multipart form: a text or a file. */
export type FormPart =
  | { name: string; text: string }
  | { name: string; file: Buffer; filename: string; type: string };

/** Returns the parts of these texts, in order. */
export const textParts = (texts: Record<string, string>): FormPart[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text }));

/** Adds the parts to the request, in order. */
export function sendForm(test: Test, parts: readonly FormPart[]) {
  return parts.reduce(
    (form, part) =>
      'text' in part
        ? form.field(part.name, part.text)
        : form.attach(part.name, part.file, { filename: part.filename, contentType: part.type }),
    test,
  );
}

/** Returns the form without the parts of these names. */
export function without(parts: readonly FormPart[], ...names: string[]) {
  return parts.filter((part) => !names.includes(part.name));
}

/** Returns the form with these texts replaced. */
export function withTexts(parts: readonly FormPart[], texts: Record<string, string>) {
  return parts.map((part) => {
    const text = texts[part.name];
    return text === undefined ? part : { name: part.name, text };
  });
}

export async function png(name: string, filename = 'picture.png'): Promise<FormPart> {
  return { name, file: await image('png', 40, 30, anotherColour()), filename, type: 'image/png' };
}

export async function jpeg(name: string, filename = 'picture.jpg'): Promise<FormPart> {
  return { name, file: await image('jpeg', 40, 30, anotherColour()), filename, type: 'image/jpeg' };
}

/** Joins several forms into one: texts before files, as the client sends them. */
export function joined(...forms: readonly FormPart[][]): FormPart[] {
  const all = forms.flat();
  return [...all.filter((part) => 'text' in part), ...all.filter((part) => 'file' in part)];
}

/**
 * The fields of posts and projects for search engines, lists and shares (docs/product.md §18); each text begins with
 * `words`.
 */
export async function seoFieldsForm(words: string): Promise<FormPart[]> {
  return [
    ...textParts({
      excerpt: `${words} & its excerpt`,
      search_title: `${words} in search`,
      search_description: `${words} described`,
    }),
    await png('share_image', 'share.png'),
  ];
}

/** The facts of a project; each text has `words`. */
export function caseFieldsForm(words: string, year: number): FormPart[] {
  return textParts({
    client: `${words}, client`,
    year: String(year),
    services: `${words}, edit\nSound`,
    result: `${words}, result`,
    figures: `${year}\tfestivals\n3\tlanguages`,
    quote: `${words}, “quoted”`,
    quote_by: `${words}, speaker`,
    credits: `${words}, name\tEdit\nSana Gul`,
  });
}

/** The captions of a project's video. */
export function captionsForm(words: string): FormPart[] {
  const file = Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n${words}\n`);
  return [{ name: 'captions', file, filename: 'film.vtt', type: 'text/vtt' }];
}

/** saveBlog as the client sends it. */
export async function blogForm(texts: Record<string, string> = {}) {
  const description = '<p>Peshawar, <strong>پشاور</strong></p>';
  const all = textParts({ blog_title: 'Über uns ✓', is_active: '1', description });
  return withTexts([...all, await png('blog_image', 'Über uns ✓.png')], texts);
}

/** editBlog as the client sends it. */
export async function blogEditForm(id: Id, texts: Record<string, string> = {}): Promise<FormPart[]> {
  const form = await blogForm({ blog_title: 'Edited', ...texts });
  const files = form.filter((part) => 'file' in part);
  return [...form.filter((part) => 'text' in part), { name: 'blog_id', text: String(id) }, ...files];
}

let titles = 0;

/** addProjectCategory as the client sends it, with a new title each time. */
export async function categoryForm(): Promise<FormPart[]> {
  titles += 1;
  return [
    { name: 'title', text: `Films & games ${titles}` },
    await png('image', 'main.png'),
    await jpeg('tech_image[]', 'one.jpg'),
    await png('tech_image[]', 'two.png'),
  ];
}

/** updateProjectCategory as the client sends it, with a new title each time. */
export async function categoryEditForm(): Promise<FormPart[]> {
  titles += 1;
  return [
    { name: 'title', text: `Films ${titles}` },
    await jpeg('image', 'other.jpg'),
    await png('tech_image[0][file]', 'three.png'),
    await jpeg('tech_image[1][file]', 'four.jpg'),
  ];
}

/** updateProject with one more image and another video. `texts` are appended after the other texts. */
export async function projectEditForm(categoryId: Id, texts: Record<string, string> = {}) {
  const form = withTexts(await projectForm(categoryId), { title: 'The other film' });
  return [
    ...form.filter((part) => 'text' in part),
    ...textParts(texts),
    ...form.filter((part) => 'file' in part && part.name !== 'images[1]'),
  ];
}

/** addProject as the client sends it. */
export async function projectForm(categoryId: Id): Promise<FormPart[]> {
  return [
    ...textParts({
      title: 'The film',
      category_id: String(categoryId),
      description: '<h1>It moves</h1>',
      project_url: 'https://studio.example/film',
      v_order: '3',
    }),
    { name: 'video', file: video('mp4'), filename: 'film.mp4', type: 'video/mp4' },
    await png('images[0]', 'first.png'),
    await jpeg('images[1]', 'second.jpg'),
  ];
}

/** applyJob as the client sends it. */
export function applicationForm(texts: Record<string, string> = {}) {
  const all = textParts({
    name: 'Ayesha Khan',
    email: 'ayesha@applicant.example',
    phone: '+92 300 1234567',
    city: 'پشاور',
    cover_letter: 'I draw.\r\n\r\nAnd I write.',
    portfolio_url: 'https://ayesha.example/work',
    linkedin_url: '',
    source: 'A friend',
    consent: '1',
    website: '',
    form_token: '',
  });
  const cv = { name: 'cv', file: pdf(), filename: 'CV Ayesha ✓.pdf', type: 'application/pdf' };
  return withTexts([...all, cv], texts);
}
