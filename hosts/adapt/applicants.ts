import type { Id } from '#shared/id.ts';
import { singleApplicantSchema } from '#shared/schemas/applicant.ts';
import { documentEndings } from '../../server/forms/file-types.ts';

type Json = Record<string, unknown>;

/**
 * Returns a complete applicant and derives fields that the host does not send: the id serves as reference, the time
 * of arrival as time of submission and of consent, and the application is the only submission.
 */
export function wholeApplicant(found: Json, id: Id): Json {
  const said = (name: string): unknown => (found[name] === '' ? undefined : (found[name] ?? undefined));
  const created = said('created_at') ?? said('last_submitted_at') ?? said('consent_at') ?? '';
  const cvName = fileName(said('cv_name'));
  const applicant = {
    ...found,
    reference: String(said('reference') ?? id),
    name: said('name') ?? said('email') ?? `Applicant ${id}`,
    cv_name: cvName,
    cv_mime: said('cv_mime') ?? typeByName(cvName),
    created_at: created,
    consent_at: said('consent_at') ?? created,
    last_submitted_at: said('last_submitted_at') ?? created,
    updated_at: said('updated_at') ?? created,
  };
  return {
    ...applicant,
    // A host may have something else under the names `submissions` and `events`, so only values that match the
    // contract's schema are used.
    submissions: isAs('submissions', found.submissions) ? found.submissions : [{ ...applicant, number: 1 }],
    events: isAs('events', found.events) ? found.events : [],
  };
}

function isAs(name: 'submissions' | 'events', value: unknown) {
  return singleApplicantSchema.shape[name].safeParse(value).success;
}

/** Returns the file name in a URL. Some hosts send the URL of a CV and not its original name. */
export function fileName(said: unknown) {
  if (typeof said !== 'string') return '';
  const last = said.split(/[?#]/, 1)[0]?.split(/[\\/]/).at(-1) ?? '';
  try {
    return said.includes('/') ? decodeURIComponent(last) : last;
  } catch {
    return last;
  }
}

function typeByName(name: string) {
  const types = Object.keys(documentEndings);
  return types.find((type) => name.toLowerCase().endsWith(`.${documentEndings[type]}`)) ?? '';
}
