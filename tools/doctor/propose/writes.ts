import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { sentNames } from '../../../hosts/host-file/entities.ts';
import type { Draft } from './draft.ts';
import { at, isNothing } from './json.ts';
import { kinds, type Make } from './makes.ts';
import { bareOf, lastOf, type Prober } from './prober.ts';
import { nameOfNothing } from './recognise.ts';
import { contractPath, type Listed, type Surveyed } from './survey.ts';

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
  const isTold = await allowedAt(prober, base, contractPath(base, 'saveBlog'));
  for (const name of ['deleteProject', 'addJob', 'addTeamMember', 'applyJob', 'contactUs'] as const) {
    const path = contractPath(base, name, 1);
    if (isTold && /ANY|POST/.test(await allowedAt(prober, base, path)))
      add(name, `OPTIONS ${path} allows POST`, false);
  }
  if (!isTold && !prober.spent.why)
    draft.ask(
      'calls: OPTIONS does not show whether the host has the optional writes (deleteProject, addJob, addTeamMember, contactUs …): name those that it has',
    );
}

/** A call that adds or changes a record. */
interface Write {
  row: ContractRow;
  /** The method that changes a record; undefined in a call that adds one. */
  edit: string | undefined;
  /** True if the call carries files and is sent as a form. */
  isForm: boolean;
  /** Path of the list. */
  list: string;
  /** The contract's name for the id in the path of the call. */
  mark: string;
}

/** Adds the writes of one entity, as the documentation of the host's make or OPTIONS shows them. */
export async function addWrites(surveyed: Surveyed, listed: Listed, draft: Draft): Promise<void> {
  const { prober, make } = surveyed;
  const { adds, changes, deletes } = kinds[listed.kind];
  const list = bareOf(listed.path);
  const edit = make.edit ?? (await editAllowed(surveyed, listed));
  if (!edit) {
    if (!prober.spent.why)
      draft.ask(`calls.${adds}, ${changes}, ${deletes}: the calls are not known: ask for them`);
    return;
  }
  const because = make.edit
    ? `${make.name} hosts document it`
    : 'OPTIONS allows it; with the field names of the answers';
  const isByUpload = !make.edit && hasPicturesWithIds(listed);
  if (isByUpload)
    draft.ask(
      `calls.${adds}, ${changes}: pictures have their own ids, so they are probably uploaded first: ask how, and set media.upload and "uploads"`,
    );
  for (const name of [adds, changes]) {
    const row: ContractRow = contract[name];
    const isForm = row.upload !== undefined && !make.takesNoFiles && !isByUpload;
    const mark = name === 'editBlog' ? 'blog_id' : 'id';
    const write: Write = { row, edit: name === changes ? edit : undefined, isForm, list, mark };
    draft.call(
      name,
      write.edit ? itemPath(list, `{${mark}}`) : list,
      because,
      false,
      callOf(write, listed, make),
    );
  }
  // WordPress has a trash for posts but none for categories, so deleting a category needs `force`.
  const forced = make.upload && listed.kind === 'categories' ? { add_query: { force: 'true' } } : {};
  draft.call(deletes, itemPath(list, '{id}'), because, false, { method: 'DELETE', ...forced });
}

/** Returns the method that changes a record, if OPTIONS allows that one is added and changed. */
async function editAllowed(
  { prober, root }: Surveyed,
  { path, single, found: { rows, fields } }: Listed,
): Promise<string | undefined> {
  const list = bareOf(path);
  if (!single || !(await allowedAt(prober, root, list)).includes('POST')) return undefined;
  const id = String(rows[0]?.[fields.get('id')?.place ?? 'id'] ?? '');
  const allowed = await allowedAt(prober, root, itemPath(list, encodeURIComponent(id)));
  return ['PATCH', 'PUT', 'POST'].find((method) => allowed.includes(method));
}

const itemPath = (list: string, mark: string) =>
  `${list.replace(/\/$/, '')}/${mark}${list.endsWith('/') ? '/' : ''}`;

/**
 * Returns a call that adds or changes a record, without its path, as this make of host accepts it. Laravel parses form
 * bodies only in POST requests, so a change with files stays a POST, and its body states the method as `_method`.
 */
function callOf(write: Write, listed: Listed, { wrap, ...make }: Make): object {
  const { row, edit, isForm, list, mark } = write;
  const saysMethod = wrap === 'method' && edit && isForm;
  const { body, uploads } = bodyOf(write, listed, { wrap, ...make });
  const send = wrap === 'json_api' ? 'json_api' : row.upload && !isForm ? 'json' : undefined;
  const added = {
    ...(saysMethod && { _method: edit }),
    ...(wrap === 'json_api' && { 'data.type': lastOf(list), ...typesOf(listed, body) }),
  };
  return {
    ...(edit && edit !== 'POST' && !saysMethod && { method: edit }),
    ...(send && { send }),
    ...(wrap === 'data' && isForm && { json_part: 'data' }),
    body: wrap === 'json_api' && edit ? { ...body, [mark]: 'data.id' } : body,
    ...(Object.keys(uploads).length > 0 && { uploads }),
    ...(Object.keys(added).length > 0 && { add_body: added }),
  };
}

/** Returns the types of the relationships that a body names, as the rows have them (JSON:API 1.1, Resource Linkage). */
function typesOf({ found: { rows } }: Listed, body: Record<string, string>): Record<string, unknown> {
  const types = Object.values(body).flatMap((name) => {
    const place = /^data\.(relationships\..*)\.id$/.exec(name)?.[1];
    const type = place && rows.map((row) => at(row, `${place}.type`)).find((each) => !isNothing(each));
    return type ? [[`data.${place}.type`, type] as const] : [];
  });
  return Object.fromEntries(types);
}

/**
 * True if the pictures of the rows are records with ids of their own. A host like that does not accept them as files
 * of a form.
 */
function hasPicturesWithIds({ found: { rows, fields } }: Listed): boolean {
  return [...fields].some(([name, { place }]) => {
    const outer = place.slice(0, place.lastIndexOf('.'));
    return (
      /image$/.test(name) && place.includes('.') && rows.some((row) => !isNothing(at(row, `${outer}.id`)))
    );
  });
}

/**
 * Returns the fields and files of a write: `body` has the host's name of each field by the contract's name, `uploads`
 * the same for the files that are uploaded before the write.
 */
function bodyOf({ row, edit, isForm }: Write, listed: Listed, make: Make) {
  const body: Record<string, string> = {};
  const uploads: Record<string, string> = {};
  for (const ours of sentNames(row).filter((each) => each !== 'updated_at')) {
    const { place, says } = listed.found.fields.get(ours === 'tech_image' ? 'tech_img' : ours) ?? {};
    const file = row.upload?.files.find((each) => each.name === ours);
    const isList = file !== undefined && file.maxCount !== 1;
    // A field with several pictures is left out of a call that changes a record, because the uploaded files would
    // replace all of its pictures.
    if (file && make.upload && place && !(isList && edit)) uploads[ours] = make.upload.field;
    // If the host recognises drafts by a missing date, the flag is not sent, and drafts can only be made at the host
    // itself.
    const isByDate = typeof says === 'object' && says.values?.[0] === null;
    if (!place || isByDate || (file && !isForm)) continue;
    const name = nameAtHost(place, file !== undefined, isForm, listed, make);
    const whole = isList && make.wrap !== 'data' ? `${name}[]` : name;
    if (!Object.values(body).includes(whole)) body[ours] = whole;
  }
  return { body, uploads };
}

/** Returns the name under which a field of an answer is sent to this make of host. */
function nameAtHost(
  place: string,
  isFile: boolean,
  isForm: boolean,
  { envelope, path }: Listed,
  { wrap }: Make,
): string {
  const [first = '', ...inner] = place.split('.');
  // False if the inner value is only the value of the outer field, as in title.rendered; true in links.linkedin.
  const isPart = inner.length > 0 && !/^(rendered|raw|html|text|value|0|data|id|uuid)$/.test(inner[0] ?? '');
  const file = first.replace(/(?<=.)[_-]?(url|path|src)$/i, '');
  const plain = isFile ? file : plainName(place, isPart);
  const [kind] = (envelope.one || lastOf(path).replace(/s$/, '')).split('.');
  if (wrap === 'kind') return `${kind}.${plain}`;
  if (wrap === 'json_api') return first === 'relationships' ? `data.${place}` : `data.attributes.${plain}`;
  if (wrap !== 'data') return plain;
  const name = isFile ? file : isPart ? place : first;
  return isForm ? (isFile ? `files.${name}` : name) : `data.${name}`;
}

/**
 * Returns service_id for service.id, title for title.rendered, linkedin for links.linkedin. Custom fields of WordPress
 * (`acf`) are written where they are read.
 */
function plainName(place: string, isPart: boolean): string {
  const [first = '', ...inner] = place.split('.');
  const last = inner.at(-1) ?? '';
  if (/^(id|uuid)$/.test(last)) return `${first}_id`;
  return first === 'acf' ? place : isPart ? last : first;
}
