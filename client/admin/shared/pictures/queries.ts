import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../../api/call.ts';
import { fetchOncePerForm } from '../fetch-once-per-form.ts';

/** Number of pictures per page. Fills complete rows of two, three, four or six pictures. */
const perPage = 24;

/** Filters of the library. */
export interface PictureFilters {
  page: number;
  /** Search text; '' means no search. */
  search: string;
  use: 'all' | 'used' | 'unused';
}

/** One page of the library. */
export function picturesQuery({ page, search, use }: PictureFilters) {
  return queryOptions({
    queryKey: ['pictures', { page, search, use }],
    queryFn: ({ signal }) =>
      readApi('getPictures', {
        query: {
          page,
          per_page: perPage,
          search: search || undefined,
          use: use === 'all' ? undefined : use,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Always stale, because every form that stores a picture changes the library.
    staleTime: 0,
  });
}

/** The picture to edit. */
export function pictureToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['pictureToEdit', id],
    queryFn: ({ signal }) => readApi('getSinglePicture', { params: { id }, signal }),
    ...fetchOncePerForm,
  });
}

/** The places where a picture is used. */
export function pictureUsesQuery(id: Id) {
  return queryOptions({
    queryKey: ['pictureUses', id],
    queryFn: ({ signal }) => readApi('getPictureUses', { params: { id }, signal }),
    staleTime: 0,
  });
}

/**
 * Invalidates the library, and immediately refetches the queries on the screen. After a deletion (`deleted`), the
 * uses of pictures are not refetched: the form of the deleted picture is still shown for a moment, and its uses can
 * no longer be read.
 */
export function refreshPictures(queries: QueryClient, { deleted = false } = {}): void {
  for (const key of deleted ? ['pictures'] : ['pictures', 'pictureUses']) {
    queries.invalidateQueries({ queryKey: [key] }).catch(() => {
      // A failed reload needs no handling here: the list itself shows the failure.
    });
  }
}
