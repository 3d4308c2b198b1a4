import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { sentNames } from '../../../hosts/host-file/entities.ts';
import type { Draft } from './draft.ts';
import { at, isNothing } from './json.ts';
import { kinds, type Make } from './makes.ts';
import { bareOf, lastOf, type Prober } from './prober.ts';
import { nameOfNothing } from './recognise.ts';
import { contractPath, type Listed, type Surveyed } from './survey.ts';

/** The methods that OPTIONS allows (RFC 9110 §9.3.7), or ANY. Empty at a host that says the same of what is not there. */
async function allowedAt(prober: Prober, root: string, path: string): Promise<string> {
  const ask = async (asked: string) => {
    const { status, headers } = await prober.ask(asked, {}, 'OPTIONS');
    return String(headers.allow || (status < 300 ? 'ANY' : '')).toUpperCase();
  };
  const nothing = await ask(`${root}/${nameOfNothing}`);
  const said = await ask(path);
  return said === nothing ? '' : said;
}

/** Calls that the contract has together with one that was seen. */
const together: Partial<Record<CallName, readonly CallName[]>> = {
  deleteProject: ['updateProject', 'deleteProjectImage', 'deleteProjectCategory'],
  addJob: ['updateJob', 'updateJobStatus', 'deleteJob'],
  addTeamMember: ['updateTeamMember', 'deleteTeamMember'],
  applyJob: ['applyJobFor'],
  contactUs: ['requestAccountDeletion'],
  getApplicants: ['getSingleApplicant', 'downloadCv', 'updateApplicantStatus', 'deleteApplicant'],
  getMessages: ['getSingleMessage', 'updateMessageStatus', 'deleteMessage'],
};

/** Calls of a host of the contract: below another path than /api those of the owner's list, and the others as far as the host has them. */
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
  // Without an answer to OPTIONS nothing is known of what it says.
  const isTold = await allowedAt(prober, base, contractPath(done, 'saveBlog'));
  for (const name of ['deleteProject', 'addJob', 'addTeamMember', 'applyJob', 'contactUs'] as const) {
    const path = contractPath(done, name, 1);
    if (isTold && /ANY|POST/.test(await allowedAt(prober, base, path)))
      add(name, `OPTIONS ${path} allows POST`, false);
  }
  if (!isTold && !prober.spent.why)
    draft.ask(
      'calls: by OPTIONS the host does not tell whether it has the writes that not every host has (deleteProject, addJob, addTeamMember, contactUs …): name those that it has',
    );
}

/** The writes of one kind of thing, as its make documents them or OPTIONS allows them. */
export async function addWrites(
  { prober, root, make }: Surveyed,
  listed: Listed,
  draft: Draft,
): Promise<void> {
  const { adds, changes, deletes } = kinds[listed.kind];
  const list = bareOf(listed.path);
  const item = (mark: string) => `${list.replace(/\/$/, '')}/${mark}${list.endsWith('/') ? '/' : ''}`;
  let edit: string | undefined = make.edit;
  let because = `${make.name} hosts document it`;
  if (!edit && listed.single && (await allowedAt(prober, root, list)).includes('POST')) {
    const { rows, fields } = listed.found;
    const id = String(rows[0]?.[fields.get('id')?.place ?? 'id'] ?? '');
    const allowed = await allowedAt(prober, root, item(encodeURIComponent(id)));
    edit = ['PATCH', 'PUT', 'POST'].find((method) => allowed.includes(method));
    because = 'OPTIONS allows it, under the names of its answers';
  }
  if (!edit) {
    if (!prober.spent.why)
      draft.ask(`calls.${adds}, ${changes}, ${deletes}: nothing says how they are written: ask for them`);
    return;
  }
  const isByUpload = !make.edit && hasPicturesWithIds(listed);
  if (isByUpload)
    draft.ask(
      `calls.${adds}, ${changes}: pictures have ids of their own, so that they are likely uploaded first: ask how, and name media.upload and "uploads"`,
    );
  for (const name of [adds, changes]) {
    const row: ContractRow = contract[name];
    const isEdit = name === changes;
    const isForm = row.upload !== undefined && !make.takesNoFiles && !isByUpload;
    const mark = name === 'editBlog' ? 'blog_id' : 'id';
    // Laravel reads a form of POST alone, which says the method itself.
    const isSpoofed = isEdit && isForm && make.wrap === 'method';
    const isJsonApi = make.wrap === 'json_api';
    const { body, uploads } = bodyOf(listed, row, make, { isEdit, isForm });
    draft.call(name, isEdit ? item(`{${mark}}`) : list, because, false, {
      ...(isEdit && !isSpoofed && edit !== 'POST' && { method: edit }),
      ...(isJsonApi ? { send: 'json_api' } : row.upload && !isForm && { send: 'json' }),
      ...(isForm && make.wrap === 'data' && { json_part: 'data' }),
      body: isJsonApi && isEdit ? { ...body, [mark]: 'data.id' } : body,
      ...(Object.keys(uploads).length > 0 && { uploads }),
      ...(isSpoofed && { add_body: { _method: edit } }),
      ...(isJsonApi && { add_body: { 'data.type': lastOf(list) } }),
    });
  }
  // WordPress keeps deleted posts in its own trash, and has none for terms.
  const forced = make.upload && listed.kind === 'categories' ? { add_query: { force: 'true' } } : {};
  draft.call(deletes, item('{id}'), because, false, { method: 'DELETE', ...forced });
}

/** A picture that is a thing with an id is no file of a form. */
function hasPicturesWithIds({ found: { rows, fields } }: Listed): boolean {
  const outer = [...fields].flatMap(([name, { place }]) =>
    /image$/.test(name) && place.includes('.') ? [place.slice(0, place.lastIndexOf('.'))] : [],
  );
  return outer.some((place) => rows.some((row) => !isNothing(at(row, `${place}.id`))));
}

/** Our names and the host's of what a write sends, and of the files that are uploaded before it. */
function bodyOf(
  listed: Listed,
  row: ContractRow,
  { wrap, upload }: Make,
  { isEdit, isForm }: { isEdit: boolean; isForm: boolean },
) {
  const body: Record<string, string> = {};
  const uploads: Record<string, string> = {};
  for (const ours of sentNames(row).filter((each) => each !== 'updated_at')) {
    const file = row.upload?.files.find((each) => each.name === ours);
    const isOne = file?.maxCount === 1;
    // An upload into a list would take the place of what is in it.
    if (file && upload && listed.found.fields.has(ours) && (isOne || !isEdit)) uploads[ours] = upload.field;
    if (file && !isForm) continue;
    const theirs = nameIn(listed, ours, wrap, isForm, file !== undefined);
    const whole = file && !isOne && wrap !== 'data' ? `${theirs}[]` : theirs;
    if (theirs && whole && !Object.values(body).includes(whole)) body[ours] = whole;
  }
  return { body, uploads };
}

/** The host's name for what a call of ours sends; undefined where the host has no such field. */
function nameIn(
  { found, envelope, path }: Listed,
  ours: string,
  wrap: Make['wrap'],
  isForm: boolean,
  isFile: boolean,
): string | undefined {
  const { place, says } = found.fields.get(ours === 'tech_image' ? 'tech_img' : ours) ?? {};
  // A draft that is known by having no date is made at the host.
  if (!place || (typeof says === 'object' && says.values?.[0] === null)) return undefined;
  // service.id of an answer is sent as service_id, title.rendered as title, links.linkedin as linkedin, cover_url as cover.
  const [first = '', ...inner] = place.split('.');
  const isPart = inner.length > 0 && !/^(rendered|raw|html|text|value|0|data|id|uuid)$/.test(inner[0] ?? '');
  const isId = /^(id|uuid)$/.test(inner.at(-1) ?? '') && wrap !== 'data';
  const own = isPart ? (wrap === 'data' ? place : (inner.at(-1) ?? '')) : first;
  const name = isFile ? first.replace(/(?<=.)[_-]?(url|path|src)$/i, '') : isId ? `${first}_id` : own;
  if (wrap === 'json_api') return first === 'relationships' ? `data.${place}` : `data.attributes.${name}`;
  if (wrap === 'kind') return `${(envelope.one || lastOf(path).replace(/s$/, '')).split('.')[0]}.${name}`;
  if (wrap !== 'data') return name;
  return isForm ? `${isFile ? 'files.' : ''}${name}` : `data.${name}`;
}
