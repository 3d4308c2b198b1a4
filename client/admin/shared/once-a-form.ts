/**
 * Query options for what a form edits: fetched each time the form opens, and not again while it is open, so that what is typed
 * is always compared with the same stored version. Apart from `EntityDialog`, which lists load without.
 */
export const onceAForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
