import type { LinkKind } from '#shared/link-paths.ts';
import { type AccountPagesOptions, invitePage, resetPage } from './account-pages.ts';
import { type PreviewPageOptions, previewPage } from './preview-page.ts';
import type { LinkPage } from './serve-links.ts';

/** Returns the pages that links open, keyed by the first part of their paths. */
export function linkPages(
  options: PreviewPageOptions & AccountPagesOptions,
): Partial<Record<LinkKind, LinkPage>> {
  return {
    preview: previewPage(options),
    invite: invitePage(options),
    reset: resetPage(options),
  };
}
