import { parseUrl } from '#shared/ponyfills.ts';

/**
 * A project's link as a page may show it: http or https only, whatever a host stored. `host` is how people read it.
 * Undefined for anything else.
 */
export function webAddress(text: string | null | undefined): { href: string; host: string } | undefined {
  const url = parseUrl(text?.trim() ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { href: url.href, host: url.host.replace(/^www\./, '') };
}
