import { isAllowedLink } from '#shared/html-policy.ts';

/**
 * The address that a person means, or undefined when it is none that may be kept (docs/product.md §5: http, https, mailto,
 * tel). A bare domain gets https://, a bare mailbox mailto:.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(text)) return `mailto:${text}`;
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(text)) return `https://${text}`;
  return isAllowedLink(text) && !/\s/.test(text) ? text : undefined;
}
