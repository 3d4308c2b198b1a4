import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { pictureRows } from '#shared/contract/desk/pictures.ts';
import { contract } from '#shared/contract/index.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import type { Engine } from '../../../support/engines.ts';
import { type FormPart, jpeg, png, sendForm } from '../../../support/forms.ts';
import { makeBlog } from './blogs.ts';
import { type GoodCalls, media, page } from './good-call.ts';

const shown = {
  image: media,
  name: 'sofa.png',
  alt: 'A sofa',
  focus_x: 50,
  focus_y: 50,
  width: 40,
  height: 30,
  type: 'image/png',
  kept: 1,
  uses: 0,
  who: expect.any(String),
};

export const pictureCalls: GoodCalls<typeof pictureRows> = {
  getPictures: async (engine) => {
    await makePicture(engine);
    const found = expect.arrayContaining([expect.objectContaining(shown)]);
    return { query: '?page=1&search=sofa&use=unused&per_page=10', data: { ...page, data: found } };
  },
  getSinglePicture: async (engine) => {
    const { id } = await makePicture(engine);
    return { params: { id }, data: { ...shown, id } };
  },
  getPictureUses: async (engine) => {
    const { id, blog_title: title, blog_image: image = '' } = await makeBlog(engine);
    const params = { id: (await pictureOf(engine, image ?? '')).id };
    return { params, data: [{ kind: 'blog', id, title, field: 'blog_image', is_deleted: 0 }] };
  },
  addPicture: async () => ({
    form: await pictureForm(),
    message: 'Picture added successfully',
    data: shown,
  }),
  updatePicture: async (engine) => {
    const { id, updated_at } = await makePicture(engine);
    const change = { name: 'settee.png', alt: 'A settee', focus_x: 0, focus_y: 100 };
    return {
      params: { id },
      json: { ...change, updated_at },
      message: 'Picture updated successfully',
      data: { ...shown, ...change, id },
    };
  },
  replacePicture: async (engine) => {
    const { id, updated_at } = await makePicture(engine);
    return {
      params: { id },
      form: [{ name: 'updated_at', text: updated_at }, await jpeg('image', 'settee.jpg')],
      message: 'Picture replaced everywhere',
      data: { ...shown, id, name: 'settee.jpg', type: 'image/jpeg' },
    };
  },
  deletePicture: async (engine) => {
    const { id } = await makePicture(engine);
    return { params: { id }, message: 'Picture deleted successfully', data: null };
  },
};

/** Returns an addPicture form as the client sends it, each time with another picture. */
export async function pictureForm(alt = 'A sofa'): Promise<FormPart[]> {
  return [{ name: 'alt', text: alt }, await png('image', 'sofa.png')];
}

/** Adds a picture to the library. */
export async function makePicture({ admin }: Engine, alt?: string): Promise<StoredPicture> {
  const answer = await sendForm(admin.post(callPath(contract.addPicture)), await pictureForm(alt));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Returns the picture with this address. */
export async function pictureOf({ admin }: Engine, image: string): Promise<StoredPicture> {
  const answer = await admin.get(`${callPath(contract.getPictures)}?per_page=100`);
  expect(answer.status, answer.text).toBe(200);
  const found = answer.body.data.data.find((picture: StoredPicture) => picture.image === image);
  expect(found, `no picture ${image}`).toBeDefined();
  return found;
}
