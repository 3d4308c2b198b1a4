import { z } from 'zod';
import { limits } from '../../limits.ts';
import { pageOf } from '../../schemas/envelope.ts';
import {
  redirectFileResultSchema,
  redirectFileSchema,
  redirectInputSchema,
  redirectSchema,
} from '../../schemas/redirect.ts';
import { pageQuery, pageSize, searchText } from '../query.ts';
import { defineRows } from '../row.ts';

/**
 * Calls for the redirects of old URLs. The BFF stores these redirects, in front of any API host (docs/product.md
 * §24).
 */
export const redirectRows = defineRows({
  resource: 'redirect',
  method: 'POST',
  access: 'admin',
  needs: 'content.write',
  origin: 'session',
})({
  getRedirects: {
    method: 'GET',
    summary: 'Redirects, newest first',
    query: pageQuery.extend({ per_page: pageSize, search: searchText }),
    data: pageOf(redirectSchema),
  },
  addRedirect: {
    summary: 'Add a redirect from an old address to a page of this site',
    log: 'added a redirect',
    body: redirectInputSchema,
    data: redirectSchema,
  },
  deleteRedirect: {
    id: 'redirect',
    summary: 'Delete a redirect',
    log: 'deleted a redirect',
    data: z.unknown(),
  },
  checkRedirects: {
    summary: 'Dry run of importRedirects with this CSV file',
    log: false,
    body: redirectFileSchema,
    // JSON may escape a letter with six characters, but no real file has enough escaped letters to reach this limit.
    bodyLimit: limits.redirectFile * 2,
    data: redirectFileResultSchema,
  },
  importRedirects: {
    summary: 'Import all redirects of a CSV file, or none if a line is refused',
    log: 'imported redirects',
    body: redirectFileSchema,
    // JSON may escape a letter with six characters, but no real file has enough escaped letters to reach this limit.
    bodyLimit: limits.redirectFile * 2,
    data: redirectFileResultSchema,
  },
  exportRedirects: {
    method: 'GET',
    summary: 'All redirects as a CSV file that importRedirects accepts',
    log: 'exported redirects',
    data: z.undefined(),
    download: true,
  },
});
