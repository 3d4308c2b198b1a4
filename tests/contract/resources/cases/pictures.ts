import type { StoredPicture } from '#shared/schemas/picture.ts';
import type { Engine } from '../../../support/engines.ts';
import { type FormPart, png } from '../../../support/forms.ts';

/** Returns an addPicture form as the client sends it, each time with another picture. */
export async function pictureForm(alt = 'A sofa'): Promise<FormPart[]> {
  return [{ name: 'alt', text: alt }, await png('image', 'sofa.png')];
}

/** Adds a picture to the library. */
export async function makePicture({ admin }: Engine, alt?: string): Promise<StoredPicture> {
  return await admin.read('addPicture', await pictureForm(alt));
}

/** Returns the picture with this address. */
export async function pictureOf({ admin }: Engine, image: string): Promise<StoredPicture> {
  const { data } = await admin.read('getPictures', { per_page: 100 });
  const found = data.find((picture: StoredPicture) => picture.image === image);
  if (!found) throw new Error(`no picture ${image}`);
  return found;
}
