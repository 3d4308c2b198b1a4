import { z } from 'zod';
import { limits, MIB } from '../../limits.ts';
import {
  listedSiteVersionSchema,
  savedSiteSchema,
  siteFileEntrySchema,
  siteFileInputSchema,
  siteInputSchema,
  sitePreviewInputSchema,
  sitePreviewSchema,
  siteVersionSchema,
} from '../../schemas/saved-site.ts';
import { defineRows } from '../row.ts';

/**
 * Calls with which an owner edits the company: its words, look and pages. The BFF stores the site, in front of any API
 * host (docs/product.md §16).
 */
export const siteRows = defineRows({ method: 'GET', access: 'admin', needs: 'site', origin: 'session' })({
  getSite: {
    summary: 'The site as an owner edits it, with its source, files and version',
    data: savedSiteSchema,
  },
  updateSite: {
    method: 'POST',
    summary: 'Save the site; 422 by the path of each wrong field, 403 if the operator keeps it in a file',
    log: 'changed the site',
    body: siteInputSchema,
    bodyLimit: limits.siteBody,
    data: savedSiteSchema,
  },
  previewSite: {
    method: 'POST',
    summary: 'A page of the site with values that are not saved, as HTML',
    log: false,
    body: sitePreviewInputSchema,
    bodyLimit: limits.siteBody,
    data: sitePreviewSchema,
  },
  addSiteFile: {
    method: 'POST',
    summary: 'Store a picture for the site; it goes after a day if no save names it',
    log: 'added a file of the site',
    body: siteFileInputSchema,
    // A picture of 4 MiB in base64.
    bodyLimit: 6 * MIB,
    data: siteFileEntrySchema,
  },
  getSiteVersions: {
    summary: 'The last 50 versions of the site, newest first, without their values',
    data: z.array(listedSiteVersionSchema),
  },
  getSiteVersion: {
    id: 'own',
    summary: 'One version of the site with all its values',
    data: siteVersionSchema,
  },
});
