/**
 * Query options for the record that a form edits: fetched each time the form opens and not while it is open, so that
 * the input is always compared with the same stored version. Separate from `EntityDialog`, so that lists load without
 * that component.
 */
export const fetchOncePerForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
