import { z } from 'zod';
import { place, placeOrHeader, scalar } from './pieces.ts';

const parameter = z.string().regex(/^[\w$@.:[\]-]{1,64}$/, 'must be the name of a query parameter');

/** How a host divides its lists into pages. `none`: a list is sent as a whole. */
const paging = z.union(
  [
    z.literal('none'),
    z.strictObject({
      /** Name of the query parameter for the page number. */
      page: z.string().regex(/^[\w$@.:-]{1,64}(\[[\w-]{1,32}\])?$/, 'must be the name of a query parameter'),
      /** Number that the host gives to the first page. */
      first: z.union([z.literal(0), z.literal(1)]).default(1),
      /** Rows per page, for a host whose answers do not state it. */
      size: z.int().min(1).max(1000).optional(),
    }),
    z.strictObject({
      /** Names of the query parameters for the number of rows to skip and for the number of rows to return. */
      offset: parameter,
      limit: parameter,
      size: z.int().min(1).max(100),
    }),
    z.strictObject({
      /** Name of the query parameter for the cursor of the next page. */
      cursor: parameter,
      /** Place of that cursor in an answer, or of an address with it in its query, such as `header:link`. */
      next: placeOrHeader,
    }),
  ],
  {
    error:
      'must be "none", {"page": name, "first": 0 or 1, "size": rows}, {"offset": name, "limit": name, "size": rows} or {"cursor": name, "next": place}',
  },
);

/** Places of the parts of a host's answer. Each part is optional. */
export const envelopeSchema = z.strictObject({
  /** Place of a flag that shows success or failure, for hosts whose HTTP status does not show it. */
  success: z
    .strictObject({
      at: place,
      /** The value that means success, or a list of such values. */
      is: z.union([z.array(scalar).min(1), scalar], {
        error: 'must be the value that means success, or a list of such values',
      }),
    })
    // Null: this host sends no success flag, although the preset names one.
    .nullish(),
  /**
   * Place of a failure's status in the body. `means` translates the host's own words at that place to HTTP statuses.
   */
  status: z
    .strictObject({ at: place, means: z.record(z.string(), z.int().min(400).max(499)).default({}) })
    .optional(),
  message: place.optional(),
  errors: place.optional(),
  /** Place of a single record; "" if the whole body is the record. */
  one: place.optional(),
  /** Place of the rows of a list. */
  list: place.optional(),
  page: placeOrHeader.optional(),
  last_page: placeOrHeader.optional(),
  per_page: placeOrHeader.optional(),
  total: placeOrHeader.optional(),
  /** Place of a record's fields inside the record, if they are not next to its id: "attributes" of JSON:API. */
  fields_in: place.optional(),
  paging: paging.optional(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

const usual = { message: 'message', errors: 'errors', paging: { page: 'page', first: 1 } } as const;

/** Places of the numbers of a list, below `at`. */
const numbersIn = (at: string) => ({
  page: `${at}current_page`,
  last_page: `${at}last_page`,
  per_page: `${at}per_page`,
  total: `${at}total`,
});

/**
 * Envelopes of well-known makes of host. A host.json names one preset, and its `envelope` lists only the differences.
 */
export const presets = {
  contract: {
    ...usual,
    ...numbersIn('data.'),
    success: { at: 'status', is: [1, '1', true] },
    one: 'data',
    list: 'data.data',
  },
  /** API resources of Laravel: `data`, next to `links` and `meta`. */
  laravel_resource: { ...usual, ...numbersIn('meta.'), one: 'data', list: 'data' },
  /** Paginator of Laravel without API resources: rows in `data`, page numbers next to it. */
  laravel_paginator: { ...usual, ...numbersIn(''), one: '', list: 'data' },
  json_api: {
    message: 'errors.0.title',
    errors: 'errors',
    one: 'data',
    list: 'data',
    fields_in: 'attributes',
    page: 'meta.page.currentPage',
    last_page: 'meta.page.lastPage',
    per_page: 'meta.page.perPage',
    total: 'meta.page.total',
    paging: { page: 'page[number]', first: 1 },
  },
  /** A list is a JSON array with all rows, without an envelope. */
  array: { ...usual, one: '', list: '', paging: 'none' },
} satisfies Record<string, Envelope>;

export type PresetName = keyof typeof presets;
