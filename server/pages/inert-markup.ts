/**
 * Removes or disables the parts of a public page that must not be in a preview: its data for search engines, and its
 * forms, which would really send an application for a draft. The URL of a preview is secret, so video players get only
 * the page's origin, which they need to play.
 */
export function inertMarkup(markup: string): string {
  return markup
    .replace(/<script type="application\/ld\+json"[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<form\b/g, '<form inert')
    .replace(/<iframe\b/g, '<iframe referrerpolicy="strict-origin"');
}
