import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callQuery, listQuery } from '../../../api/call-query.ts';
import { fetchOncePerForm } from '../fetch-once-per-form.ts';
import type { ListParams } from '../PagedList.tsx';

/** Number of pictures per page. Fills complete rows of two, three, four or six pictures. */
const perPage = 24;

/** One page of the library. Always stale, because every form that stores a picture changes the library. */
export const picturesQuery = (filters: ListParams['filters']) =>
  listQuery('getPictures', { ...filters, per_page: perPage }, { staleTime: 0 });

/** The picture to edit. */
export const pictureToEditQuery = (id: Id) =>
  queryOptions({ ...callQuery('getSinglePicture', { params: { id } }), ...fetchOncePerForm });

/** The places where a picture is used. */
export const pictureUsesQuery = (id: Id) => callQuery('getPictureUses', { params: { id } }, { staleTime: 0 });

/**
 * Refetches the library. After a deletion (`deleted`), the uses of pictures are not refetched: the form of the deleted
 * picture is still shown for a moment, and its uses can no longer be read.
 */
export function refreshPictures(queries: QueryClient, { deleted = false } = {}) {
  void queries.invalidateQueries({ queryKey: ['getPictures'] });
  if (!deleted) void queries.invalidateQueries({ queryKey: ['getPictureUses'] });
}
