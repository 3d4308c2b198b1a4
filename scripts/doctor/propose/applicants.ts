import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { Envelope } from '../../../server/bff/hosts/host-file/envelope.ts';
import { applicantLists, callsOfOne } from './applicant-calls.ts';
import { differing, listIn } from './envelope.ts';
import { matchFields } from './fields.ts';
import { flatRow, type Json, plain } from './json-places.ts';
import type { AddCall } from './reads.ts';
import { headersOf, type Session } from './session.ts';
import type { Surveyed } from './survey.ts';

/** The words of hosts for where an application stands, in plain form. */
const statusWords: Record<string, RegExp> = {
  new: /^(new|received|submitted|applied|pending|open)$/,
  reviewing: /^(reviewing|reviewed|review|inreview|screening|viewed|inprogress)$/,
  shortlisted: /^shortlist(ed)?$/,
  interview: /^interview(ing|ed)?$/,
  offered: /^offer(ed)?$/,
  hired: /^(hired|accepted|employed)$/,
  rejected: /^(rejected|declined|refused|denied)$/,
  withdrawn: /^(withdrawn|cancelled|canceled)$/,
  spam: /^spam$/,
};

/**
 * The list of who applied, of a host that has jobs: only whoever is signed in may read it. One applicant is never asked for, since that may
 * leave a mark, and nothing that a person wrote is part of what is told.
 */
export async function addApplicants(
  done: Surveyed,
  session: Session | undefined,
  held: Envelope,
  {
    addCall,
    calls,
    questions,
    fields,
  }: {
    addCall: AddCall;
    calls: Record<string, Record<string, unknown>>;
    questions: string[];
    fields: Record<string, Record<string, FieldPlace>>;
  },
): Promise<void> {
  const found = done.resources.job && session?.isTried ? await findList(done, session) : undefined;
  if (!found) return;
  const { path, rows, list, because } = found;
  const own = rows.length > 0 ? placesOf(rows) : {};
  if (Object.keys(own).length > 0) fields.applicant = own;
  const query = { job_id: null, status: null, search: null, is_read: null, sort: null };
  const envelope = differing(list, held);
  addCall('getApplicants', path, because, {
    query,
    ...(Object.keys(envelope).length > 0 && { envelope }),
  });
  calls.getSingleApplicant = { in: 'getApplicants' };
  const { book } = done;
  for (const { name, path: of, more } of book ? callsOfOne(book, path) : [])
    if (!calls[name]) addCall(name, of, `${book?.call} describes it`, more, false);
  if (!calls.updateApplicantStatus || !calls.downloadCv)
    questions.push(
      'calls.updateApplicantStatus, calls.downloadCv: ask how an application gets another status and where its CV is; nobody has tried that',
    );
  if (rows.length === 0)
    questions.push(
      'fields.applicant: nobody has applied yet, so that the fields are not known: run the doctor again then',
    );
}

async function findList({ prober, root }: Surveyed, session: Session) {
  const headers = headersOf(session.send, session.token);
  for (const likely of applicantLists.flatMap((name) => [`${root}/admin/${name}`, `${root}/${name}`])) {
    // What everybody may read is something else of that name.
    const open = await prober.ask('GET', likely);
    const { path } = open;
    if (open.status !== 401 && open.status !== 403) continue;
    const seen = await prober.ask('GET', path, headers);
    const list = seen.status === 200 ? listIn(seen.json) : undefined;
    if (!list) continue;
    const rows = list.rows.map((row) => flatRow(row, list.fieldsIn));
    return {
      path,
      rows,
      list: { list: list.place, ...(list.fieldsIn && { fields_in: list.fieldsIn }) },
      because: `${seen.call} answered ${rows.length} rows with the token`,
    };
  }
  return undefined;
}

/** Where the fields of an applicant stand, by their names and by what they look like. */
function placesOf(rows: readonly Json[]): Record<string, FieldPlace> {
  const places: Record<string, FieldPlace> = {};
  for (const [name, { says, place }] of matchFields('applicant', rows, ''))
    if (place !== name) places[name] = says;
  const [status] = Object.keys(rows[0] ?? {}).filter((name) => /^(status|state|stage)$/.test(plain(name)));
  if (!status) return places;
  const seen = [...new Set(rows.map((row) => row[status]))].filter((word) => typeof word === 'string');
  const values = Object.entries(statusWords).flatMap(([ours, words]) => {
    const theirs = seen.find((word) => words.test(plain(word)));
    return theirs === undefined ? [] : [[ours, theirs]];
  });
  return { ...places, status: { at: status, values: Object.fromEntries(values) } };
}
