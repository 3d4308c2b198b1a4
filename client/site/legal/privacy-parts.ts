import type { Site } from '#shared/schemas/site.ts';
import { formsParts } from './forms.tsx';
import type { LegalPart } from './LegalPage.tsx';
import { rightsParts } from './rights.tsx';
import { visitingParts } from './visiting.tsx';

/**
 * The whole text. Each sentence is held by the code that it speaks of: the request log (server/http/request-log.ts), the session
 * (server/bff/session), the forms, their limits and what housekeeping erases (server/content-api).
 */
export function privacyParts(site: Site): LegalPart[] {
  return [...visitingParts(site), ...formsParts(), ...rightsParts(site)];
}
