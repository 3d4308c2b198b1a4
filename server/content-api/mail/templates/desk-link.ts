import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';

/** Returns the address of the admin area that opens this record. */
export function deskLink(
  screen: 'adminApplicants' | 'adminMessages',
  param: 'applicant' | 'message',
  id: Id,
  publicUrl: URL,
): string {
  return new URL(`${pathTo(screen)}?${param}=${id}`, publicUrl).href;
}
