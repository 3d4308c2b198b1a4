import { z } from 'zod';
import { pageOf } from '../../schemas/envelope.ts';
import { pictureChangeSchema, pictureSchema, pictureUseSchema } from '../../schemas/picture.ts';
import { enumParameter, pageQuery, pageSize, searchText } from '../query.ts';
import { defineRows, type FileField } from '../row.ts';

const image: FileField = { name: 'image', pattern: /^image$/, kind: 'image', maxCount: 1 };

/** The library of pictures (docs/product.md §23). */
export const pictureRows = defineRows({ resource: 'picture', answeredBy: 'host' })({
  getPictures: {
    method: 'GET',
    path: '/api/getPictures',
    access: 'admin',
    needs: 'content.read',
    origin: 'extension',
    probed: true,
    summary:
      'One page of the stored pictures, the newest first: those that a search of names and alternative texts finds, used or unused ones',
    without: 'there is no library of pictures, and picture fields only upload',
    query: pageQuery.extend({
      search: searchText,
      use: enumParameter(['all', 'used', 'unused']),
      per_page: pageSize,
    }),
    data: pageOf(pictureSchema),
  },
  getSinglePicture: {
    method: 'GET',
    path: '/api/getSinglePicture/{id}',
    access: 'admin',
    needs: 'content.read',
    origin: 'extension',
    summary: 'One picture, with what is known of it',
    without: 'a picture cannot be opened',
    data: pictureSchema,
  },
  getPictureUses: {
    method: 'GET',
    path: '/api/getPictureUses/{id}',
    access: 'admin',
    needs: 'content.read',
    origin: 'extension',
    summary: 'Where a picture is used, what is in the trash included; at most 200 places of each kind',
    without: 'nobody is told where a picture is used',
    data: z.array(pictureUseSchema),
  },
  addPicture: {
    method: 'POST',
    path: '/api/addPicture',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary: 'Add a picture that stays though nothing uses it; the same bytes again are the same picture',
    log: 'added a picture',
    without: 'pictures cannot be added without something that uses them',
    data: pictureSchema,
    upload: { texts: [{ name: 'alt', size: 'short' }], files: [image] },
  },
  updatePicture: {
    method: 'POST',
    path: '/api/updatePicture/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary:
      'Change name, alternative text and focal point of a picture; what is not sent stays; 409 if `updated_at` is sent and out of date',
    log: 'changed a picture',
    without: 'pictures have no alternative text and no focal point of their own',
    body: pictureChangeSchema,
    data: pictureSchema,
  },
  replacePicture: {
    method: 'POST',
    path: '/api/replacePicture/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary:
      'Put another file in the place of a picture, everywhere it is used; alternative text and focal point stay; 409 if `updated_at` is sent and out of date',
    log: 'replaced a picture everywhere',
    without: 'a picture cannot be replaced everywhere at once',
    data: pictureSchema,
    upload: { texts: [{ name: 'updated_at', size: 'short' }], files: [image] },
  },
  deletePicture: {
    method: 'DELETE',
    path: '/api/deletePicture/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary:
      'Delete a picture and its file for good; 409 with the number of its uses while anything uses it, in the trash too',
    log: 'deleted a picture',
    without: 'pictures go with what uses them',
    data: z.unknown(),
  },
});
