import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import {
  blogForm,
  categoryForm,
  type FormValue,
  formOf,
  image,
  projectForm,
  video,
} from '../../support/engine/forms.ts';

interface Row {
  id: Id;
  tech_img: { id: Id }[];
  images: { id: Id; image: string }[];
  [field: string]: unknown;
}

let engine: TestEngine;
let category: Row;
beforeAll(async () => {
  engine = await startEngine();
  category = (await send('addProjectCategory', await categoryForm())).body.data as Row;
});
afterAll(() => engine.close());

const send = (name: CallName, body: FormData, id: Id = 0) => engine.call<Row>(name, { body, params: { id } });
const project = (fields: Record<string, FormValue>) =>
  projectForm({ category_id: String(category.id), ...fields });
const nameOf = (address: unknown) => String(address).slice('/storage/'.length);

describe('the file of a field', () => {
  const forms = {
    blog_image: ['saveBlog', 'editBlog', blogForm, (id: string) => ({ blog_id: id, blog_image: undefined })],
    image: ['addTeamMember', 'updateTeamMember', memberForm, () => ({})],
    video: ['addProject', 'updateProject', project, () => ({ 'images[0]': undefined })],
  } as const;
  async function memberForm(fields: Record<string, FormValue>) {
    return formOf({ name: 'Ali', designation: 'Artist', ...fields });
  }

  it.each(Object.entries(forms))(
    '%s leaves with the row that is refused, stays when none is sent, and goes when another comes',
    async (field, [add, change, form, without]) => {
      const file = field === 'video' ? video : image;
      const before = (await send(add, await form({ [field]: await file() }))).body.data as Row;
      const files = await engine.mediaFiles();
      expect(files).toContain(nameOf(before[field]));
      const refused = { [field]: await file(), updated_at: '2020-01-01T00:00:00.000Z' };
      const update = async (fields: Record<string, FormValue>) =>
        send(change, await form({ ...without(String(before.id)), ...fields }), before.id);
      expect((await update(refused)).status).toBe(409);
      expect((await update({})).body.data?.[field]).toBe(before[field]);
      expect(await engine.mediaFiles()).toEqual(files);
      const after = (await update({ [field]: await file() })).body.data as Row;
      expect(await engine.mediaFiles()).toEqual(
        [...files.filter((name) => name !== nameOf(before[field])), nameOf(after[field])].sort(),
      );
      expect(await engine.tempFiles()).toEqual([]);
    },
  );
});

it.each(['deleteTechImage', 'deleteProjectImage'] as const)(
  '%s lets one of two win who want the last two at once',
  async (name) => {
    for (let round = 0; round < 3; round += 1) {
      const { tech_img, images } = (
        name === 'deleteTechImage'
          ? await send('addProjectCategory', await categoryForm())
          : await send('addProject', await project({ 'images[1]': await image() }))
      ).body.data as Row;
      const answers = await Promise.all(
        (tech_img ?? images).map(({ id }) => engine.call(name, { params: { id } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  },
);
