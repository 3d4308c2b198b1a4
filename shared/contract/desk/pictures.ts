import { z } from 'zod';
import { pageOf } from '../../schemas/envelope.ts';
import { pictureChangeSchema, pictureSchema, pictureUseSchema } from '../../schemas/picture.ts';
import { enumParameter, pageQuery, pageSize, searchText } from '../query.ts';
import { defineRows } from '../row.ts';
import type { FileField } from '../upload-policy.ts';

const image: FileField = { name: 'image', pattern: /^image$/, kind: 'image', maxCount: 1 };

/** The library of pictures (docs/product.md §23). */
export const pictureRows = defineRows({
  resource: 'picture',
  answeredBy: 'host',
  method: 'GET',
  access: 'admin',
  needs: 'content.write',
  origin: 'extension',
})({
  getPictures: {
    needs: 'content.read',
    probed: true,
    summary: 'Stored pictures, newest first; searched by name and alternative text',
    without: 'there is no library of pictures, and picture fields only upload',
    query: pageQuery.extend({
      search: searchText,
      use: enumParameter(['all', 'used', 'unused']),
      per_page: pageSize,
    }),
    data: pageOf(pictureSchema),
  },
  getSinglePicture: {
    id: 'picture',
    needs: 'content.read',
    summary: 'One picture with its details',
    without: 'a picture cannot be opened',
    data: pictureSchema,
  },
  getPictureUses: {
    id: 'picture',
    needs: 'content.read',
    summary: 'The uses of a picture; at most 200 of each kind',
    without: 'the uses of a picture are not shown',
    data: z.array(pictureUseSchema),
  },
  addPicture: {
    method: 'POST',
    summary: 'Add a picture; the same bytes give the same one',
    log: 'added a picture',
    without: 'pictures cannot be added without a record that uses them',
    data: pictureSchema,
    upload: { texts: [{ name: 'alt', size: 'short' }], files: [image] },
  },
  updatePicture: {
    method: 'POST',
    id: 'picture',
    summary: 'Change name, alternative text and focal point of a picture; absent fields stay unchanged',
    log: 'changed a picture',
    without: 'pictures have no alternative text and no focal point',
    body: pictureChangeSchema,
    data: pictureSchema,
  },
  replacePicture: {
    method: 'POST',
    id: 'picture',
    summary: 'Replace the file of a picture everywhere it is used',
    log: 'replaced a picture everywhere',
    without: 'a picture cannot be replaced everywhere at once',
    data: pictureSchema,
    upload: { texts: [{ name: 'updated_at', size: 'short' }], files: [image] },
  },
  deletePicture: {
    method: 'DELETE',
    id: 'picture',
    summary: 'Delete a picture for good; 409 with the number of its uses',
    log: 'deleted a picture',
    without: 'pictures are deleted with the records that use them',
    data: z.unknown(),
  },
});
