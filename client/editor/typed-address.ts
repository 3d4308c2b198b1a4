import { isAllowedLink } from '#shared/html-policy.ts';
import { plainLink } from '#shared/plain-text.ts';
import { unwrappedLink } from './paste/clean-pasted.ts';

/**
 * Converts typed text to the URL of a link; undefined if the URL is not allowed (docs/product.md §5: http, https,
 * mailto, tel). A domain alone gets https://, an email address alone mailto:.
 */
export function linkAddress(typed: string) {
  const text = unwrappedLink(plainLink(typed));
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(text)) return `mailto:${text}`;
  return isAllowedLink(text) && !/\s/.test(text) ? text : undefined;
}
