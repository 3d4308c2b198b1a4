import { anotherColour, image as imageOf } from '../files.ts';

/** Returns a real image with bytes of its own, because equal bytes are one file to the library. */
export function image(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png', width = 8, height = 6) {
  return imageOf(format, width, height, anotherColour());
}

/** Returns the head of an MP4 file: enough for the signature check. */
export function video() {
  const ftyp = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex');
  return Buffer.concat([ftyp, Buffer.alloc(64)]);
}

export type FormValue = string | Buffer | (string | Buffer)[] | undefined;

/**
 * Returns a form of texts (strings) and files (buffers), in the order given; a list repeats the field, undefined
 * leaves it out.
 */
export function formOf(fields: Record<string, FormValue>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string') form.append(name, each);
      else if (each !== undefined) form.append(name, new Blob([new Uint8Array(each)]), 'file.bin');
    }
  }
  return form;
}

/** Returns the form of a valid post, with changes. */
export async function blogForm(changes: Record<string, FormValue> = {}) {
  return formOf({
    blog_title: 'A post',
    is_active: '1',
    description: '<p>Words</p>',
    blog_image: await image(),
    ...changes,
  });
}

let titles = 0;

/** Returns the form of a valid category with a new title, with changes. */
export async function categoryForm(changes: Record<string, FormValue> = {}) {
  titles += 1;
  return formOf({
    title: `Games ${titles}`,
    image: await image(),
    'tech_image[]': [await image('jpeg'), await image('webp')],
    ...changes,
  });
}

/** Returns the form of a project that is valid except for `category_id`, with changes. */
export async function projectForm(changes: Record<string, FormValue> = {}) {
  return formOf({
    title: 'A project',
    description: '<p>Words</p>',
    project_url: 'https://studio.example/project',
    v_order: '3',
    'images[0]': await image(),
    ...changes,
  });
}
