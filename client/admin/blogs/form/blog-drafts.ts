import { onSignedOut } from '../../../api/session.ts';
import type { BlogValues } from './blog-form-data.ts';

/** Which form a draft belongs to: that of a new post, or that of the post with this id. */
export type DraftKey = 'new' | number;

const drafts = new Map<DraftKey, BlogValues>();

/**
 * What was typed and not saved, chosen files included, in this page's memory: SPEC §4 closes the form on an answer
 * without success, and whoever opens it again finds the input. Gone after a save, on discard, and at sign-out.
 */
export const blogDrafts = {
  read: (key: DraftKey): BlogValues | undefined => drafts.get(key),
  keep(key: DraftKey, values: BlogValues): void {
    drafts.set(key, { ...values });
    watchLeaving();
  },
  drop(key: DraftKey): void {
    drafts.delete(key);
    watchLeaving();
  },
  clear(): void {
    drafts.clear();
    watchLeaving();
  },
};

onSignedOut(blogDrafts.clear);

/** A draft lives in memory only, so the browser asks before the page with one is closed or reloaded. */
function watchLeaving(): void {
  if (drafts.size > 0) globalThis.addEventListener?.('beforeunload', askBeforeLeaving);
  else globalThis.removeEventListener?.('beforeunload', askBeforeLeaving);
}

function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

/** True when both hold the same input. */
export function sameValues(one: BlogValues, other: BlogValues): boolean {
  return (
    one.blog_title === other.blog_title &&
    one.is_active === other.is_active &&
    one.description === other.description &&
    one.blog_image === other.blog_image
  );
}
