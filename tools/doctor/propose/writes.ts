import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { sentNames } from '../../../hosts/host-file/entities.ts';
import type { Draft } from './draft.ts';
import { at, isNothing } from './json.ts';
import { kinds, type Make } from './makes.ts';
import { bareOf, type Prober } from './prober.ts';
import { nameOfNothing } from './recognise.ts';
import { contractPath, type Listed, type Surveyed } from './survey.ts';
import { conventionOf, type Write } from './write-conventions.ts';

/**
 * Returns the methods that OPTIONS allows for a path (RFC 9110 §9.3.7), or ANY for a success that lists no methods.
 * Returns '' if the answer for a missing path is the same, since OPTIONS is then no evidence.
 */
async function allowedAt(prober: Prober, root: string, path: string): Promise<string> {
  const ask = async (asked: string) => {
    const { status, headers } = await prober.ask(asked, {}, 'OPTIONS');
    return String(headers.allow || (status < 300 ? 'ANY' : '')).toUpperCase();
  };
  const nothing = await ask(`${root}/${nameOfNothing}`);
  const said = await ask(path);
  return said === nothing ? '' : said;
}

/** Calls that a host has if it has the call before the colon. */
const together: Partial<Record<CallName, readonly CallName[]>> = {
  deleteProject: ['updateProject', 'deleteProjectImage', 'deleteProjectCategory'],
  addJob: ['updateJob', 'updateJobStatus', 'deleteJob'],
  addTeamMember: ['updateTeamMember', 'deleteTeamMember'],
  applyJob: ['applyJobFor'],
  contactUs: ['requestAccountDeletion'],
  getApplicants: ['getSingleApplicant', 'downloadCv', 'updateApplicantStatus', 'deleteApplicant'],
  getMessages: ['getSingleMessage', 'updateMessageStatus', 'deleteMessage'],
};

/**
 * Adds to the draft the calls of a host that follows the contract. If the base path of the host does not end with
 * /api, the draft gives a path for every call of docs/product.md §7. Calls beyond those are added only if the host
 * has them.
 */
export async function addContractCalls(done: Surveyed, base: string, draft: Draft): Promise<void> {
  const { answers, prober, because: known } = done;
  const isBare = !base.endsWith('/api');
  const add = (name: CallName, because: string, tried: boolean) => {
    const says = isBare ? { path: contract[name].path.slice('/api'.length) } : 'as_contract';
    if (isBare || contract[name].origin === 'extension') draft.put(`calls.${name}`, says, because, tried);
    for (const other of together[name] ?? []) add(other, `the contract has it together with ${name}`, false);
  };
  if (!isBare) draft.put('unnamed', 'as_contract', known);
  for (const { name, origin } of isBare ? rows : [])
    if (origin === 'spec') add(name as CallName, known, false);
  for (const [name, seen] of answers) add(name, `${seen.call} answered ${seen.status}`, true);
  // Empty if OPTIONS is no evidence at this host. The following paths are then not checked.
  const isTold = await allowedAt(prober, base, contractPath(done, 'saveBlog'));
  for (const name of ['deleteProject', 'addJob', 'addTeamMember', 'applyJob', 'contactUs'] as const) {
    const path = contractPath(done, name, 1);
    if (isTold && /ANY|POST/.test(await allowedAt(prober, base, path)))
      add(name, `OPTIONS ${path} allows POST`, false);
  }
  if (!isTold && !prober.spent.why)
    draft.ask(
      'calls: OPTIONS does not show whether the host has the optional writes (deleteProject, addJob, addTeamMember, contactUs …): name those that it has',
    );
}

/** Adds the writes of one entity, as the documentation of the host's make or OPTIONS shows them. */
export async function addWrites(surveyed: Surveyed, listed: Listed, draft: Draft): Promise<void> {
  const { prober, make } = surveyed;
  const { adds, changes, deletes } = kinds[listed.kind];
  const list = bareOf(listed.path);
  const found = await findEdit(surveyed, listed);
  if (!found) {
    if (!prober.spent.why)
      draft.ask(`calls.${adds}, ${changes}, ${deletes}: the calls are not known: ask for them`);
    return;
  }
  const { edit, because } = found;
  const isByUpload = !make.edit && hasPicturesWithIds(listed);
  if (isByUpload)
    draft.ask(
      `calls.${adds}, ${changes}: pictures have their own ids, so they are probably uploaded first: ask how, and set media.upload and "uploads"`,
    );
  for (const name of [adds, changes]) {
    const row: ContractRow = contract[name];
    const isEdit = name === changes;
    const isForm = row.upload !== undefined && !make.takesNoFiles && !isByUpload;
    const mark = name === 'editBlog' ? 'blog_id' : 'id';
    const path = isEdit ? itemPath(list, `{${mark}}`) : list;
    draft.call(name, path, because, false, callOf({ row, isEdit, isForm, edit, list, mark }, listed, make));
  }
  // WordPress has a trash for posts but none for categories, so deleting a category needs `force`.
  const forced = make.upload && listed.kind === 'categories' ? { add_query: { force: 'true' } } : {};
  draft.call(deletes, itemPath(list, '{id}'), because, false, { method: 'DELETE', ...forced });
}

/** Finds the method that changes a record, and the evidence: the documentation of the host's make, or OPTIONS. */
async function findEdit(
  { prober, root, make }: Surveyed,
  { path, single, found: { rows, fields } }: Listed,
): Promise<{ edit: string; because: string } | undefined> {
  if (make.edit) return { edit: make.edit, because: `${make.name} hosts document it` };
  const list = bareOf(path);
  if (!single || !(await allowedAt(prober, root, list)).includes('POST')) return undefined;
  const id = String(rows[0]?.[fields.get('id')?.place ?? 'id'] ?? '');
  const allowed = await allowedAt(prober, root, itemPath(list, encodeURIComponent(id)));
  const edit = ['PATCH', 'PUT', 'POST'].find((method) => allowed.includes(method));
  return edit === undefined
    ? undefined
    : { edit, because: 'OPTIONS allows it; with the field names of the answers' };
}

function itemPath(list: string, mark: string): string {
  return `${list.replace(/\/$/, '')}/${mark}${list.endsWith('/') ? '/' : ''}`;
}

/** Returns a call that adds or changes a record, without its path. */
function callOf(write: Write, listed: Listed, make: Make) {
  const convention = conventionOf(make);
  const method = convention.methodOf(write);
  const added = convention.addedTo(write);
  const { body, uploads } = bodyOf(listed, write, make);
  return {
    ...(method && { method }),
    ...convention.formatOf(write),
    body: convention.bodyOf(body, write),
    ...(Object.keys(uploads).length > 0 && { uploads }),
    ...(added && { add_body: added }),
  };
}

/**
 * True if the pictures of the rows are records with ids of their own. A host like that does not accept them as files
 * of a form.
 */
function hasPicturesWithIds({ found: { rows, fields } }: Listed): boolean {
  const outer = [...fields].flatMap(([name, { place }]) =>
    /image$/.test(name) && place.includes('.') ? [place.slice(0, place.lastIndexOf('.'))] : [],
  );
  return outer.some((place) => rows.some((row) => !isNothing(at(row, `${place}.id`))));
}

/**
 * Returns the fields and files of a write: `body` has the host's name of each field by the contract's name, `uploads`
 * the same for the files that are uploaded before the write.
 */
function bodyOf(listed: Listed, { row, isEdit, isForm }: Write, make: Make) {
  const convention = conventionOf(make);
  const body: Record<string, string> = {};
  const uploads: Record<string, string> = {};
  for (const ours of sentNames(row).filter((each) => each !== 'updated_at')) {
    const file = row.upload?.files.find((each) => each.name === ours);
    const isList = file !== undefined && file.maxCount !== 1;
    // A field with several pictures is left out of a call that changes a record, because the uploaded files would
    // replace all of its pictures.
    if (file && make.upload && listed.found.fields.has(ours) && !(isList && isEdit))
      uploads[ours] = make.upload.field;
    if (file && !isForm) continue;
    const place = placeOf(listed, ours);
    if (place === undefined) continue;
    const name = convention.nameOf({ place, isFile: file !== undefined, isForm, listed });
    const whole = isList ? convention.nameOfFiles(name) : name;
    if (name && !Object.values(body).includes(whole)) body[ours] = whole;
  }
  return { body, uploads };
}

/** Returns the place of a field in answers; undefined if the field cannot be sent. */
function placeOf({ found }: Listed, ours: string): string | undefined {
  const { place, says } = found.fields.get(ours === 'tech_image' ? 'tech_img' : ours) ?? {};
  // If the host recognises drafts by a missing date, the flag is not sent, and drafts can only be made at the host
  // itself.
  const isByDate = typeof says === 'object' && says.values?.[0] === null;
  return place && !isByDate ? place : undefined;
}
