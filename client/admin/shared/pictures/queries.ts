import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../../api/call.ts';
import { onceAForm } from '../once-a-form.ts';

/** As many as fill a screen, in rows of two, three, four and six. */
const perPage = 24;

/** Which pictures are listed. */
export interface PictureFilters {
  page: number;
  /** '' is no search. */
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
    // Every form that stores a picture changes it.
    staleTime: 0,
  });
}

/** The picture that is about to be edited. */
export function pictureToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['pictureToEdit', id],
    queryFn: ({ signal }) => readApi('getSinglePicture', { params: { id }, signal }),
    ...onceAForm,
  });
}

/** Where a picture is used. */
export function pictureUsesQuery(id: Id) {
  return queryOptions({
    queryKey: ['pictureUses', id],
    queryFn: ({ signal }) => readApi('getPictureUses', { params: { id }, signal }),
    staleTime: 0,
  });
}

/**
 * Marks the library as old; what is on the screen is asked for again at once. After a picture was deleted without where pictures are used:
 * its form still stands there for a moment.
 */
export function refreshPictures(queries: QueryClient, { deleted = false } = {}): void {
  for (const key of deleted ? ['pictures'] : ['pictures', 'pictureUses']) {
    queries.invalidateQueries({ queryKey: [key] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
