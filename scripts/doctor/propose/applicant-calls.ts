import type { ApiBook, Operation } from './api-book.ts';
import { fieldWords, wordsIn } from './field-words.ts';
import { plain } from './json-places.ts';
import { lastOf } from './words.ts';

export const applicantLists = ['applications', 'applicants', 'job-applications', 'candidates'];

interface ApplicantCall {
  name: 'applyJobFor' | 'updateApplicantStatus' | 'downloadCv';
  path: string;
  more: Record<string, unknown>;
}

const applying = /\/(applications|applicants|job-applications|candidates|apply)\/?$/i;
const jobNames = ['jobid', 'vacancyid', 'positionid', 'openingid', 'job', 'vacancy', 'position', 'opening'];

/** How a visitor applies for a job, as the host's own document describes it: with a file, and the job in the path or in a field. */
export function applyingIn({ operations }: ApiBook): ApplicantCall | undefined {
  for (const { method, path, body } of operations) {
    const cv = body && (body.files.find((name) => /cv|resume|curriculum/i.test(name)) ?? body.files[0]);
    if (method !== 'POST' || !applying.test(path) || !cv) continue;
    const job = body.names.find((name) => jobNames.includes(plain(name)));
    const marks = path.split('{').length - 1;
    if (marks > 1 || (marks === 0 && job === undefined)) continue;
    const sent = namesIn(body);
    return {
      name: 'applyJobFor',
      path: path.replace(/\{\w+\}/, '{id}'),
      more: { body: { ...(marks === 0 && job !== undefined && { id: job }), ...sent, cv } },
    };
  }
  return undefined;
}

function namesIn({ names }: NonNullable<Operation['body']>): Record<string, string> {
  const body: Record<string, string> = {};
  for (const ours of ['name', 'email', 'phone', 'city', 'cover_letter', 'portfolio_url', 'linkedin_url']) {
    const words = [plain(ours), ...wordsIn(fieldWords.applicant?.[ours]?.names)];
    const theirs = words.flatMap((word) => names.filter((name) => plain(name) === word));
    const free = theirs.find((name) => !Object.values(body).includes(name));
    if (free !== undefined) body[ours] = free;
  }
  return body;
}

/** What is done with one of the applicants of this list, as the document describes it. */
export function callsOfOne({ operations }: ApiBook, list: string): ApplicantCall[] {
  const found: ApplicantCall[] = [];
  for (const { method, path, body } of operations) {
    if (!path.startsWith(`${list.replace(/\/$/, '')}/{`) || path.split('{').length > 2) continue;
    const last = path.endsWith('}') || path.endsWith('}/') ? '' : lastOf(path);
    const asked = path.replace(/\{\w+\}/, '{id}');
    const status = body?.names.find((name) => /^(status|state|stage)$/i.test(name));
    if (/^(PUT|PATCH|POST)$/.test(method) && /^(status|state|stage|)$/i.test(last) && status) {
      const send = body?.kinds.includes('json') ? undefined : body?.kinds[0];
      const more = { ...(method !== 'POST' && { method }), body: { status }, ...(send && { send }) };
      found.push({ name: 'updateApplicantStatus', path: asked, more });
    } else if (method === 'GET' && /^(cv|resume|download|file|attachment)$/i.test(last))
      found.push({ name: 'downloadCv', path: asked, more: { query: { submission: null } } });
  }
  return found;
}
