/**
 * Query options for the record that a form edits. The record is fetched each time the form opens and not while the
 * form is open, so that the input is always compared with the same stored version. In a file of its own, so that
 * importing these options does not load `EntityDialog`.
 */
export const fetchOncePerForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
