import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Field } from '#shared/entities/field.ts';
import { roles } from '#shared/roles.ts';
import { isBlank } from '#shared/schemas/fields.ts';
import { answerName, entityFields, sentNames } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import { readAt as at, writeAt } from '../../../hosts/host-file/map-path.ts';
import { fieldsOfKinds } from '../../../server/bff/reads/host-kinds.ts';
import type { Values } from '../../cli/commands.ts';
import { mediaAddresses } from '../media.ts';
import { isNaive, type Json } from './matching.ts';
import { bareOf, lastOf, queryOf } from './prober.ts';
import { type LoginDetection, userIn } from './sign-in.ts';
import type { Listed, Surveyed } from './survey.ts';
import { kinds, type Make } from './table.ts';

export type Draft = ReturnType<typeof createDraft>;

/** Returns undefined for an empty object. JSON.stringify leaves out what is undefined. */
const some = <Value extends object>(value: Value) => (Object.keys(value).length > 0 ? value : undefined);

/** Creates a draft of host.json. What is unsure is a comment at its place, and what to ask is one at the head. */
function createDraft(origin: string, root: string) {
  const questions: string[] = [];
  const file = { '//': questions, version: 1, root: origin + root };
  const put = (place: string, value: unknown) => writeAt(file, place, value);
  return {
    file,
    put,
    ask: (question: string) => void questions.push(question),
    /** Adds a call at a path of the host's origin. The file gets it relative to the root, or else to the origin. */
    call(name: string, path: string, more: object = {}, unsure?: string) {
      const bare = bareOf(path);
      const below = bare.startsWith(`${root}/`) && bare.slice(root.length);
      const add_query = some(queryOf(path));
      const where = below ? { path: below } : { path: bare, from: 'origin' };
      put(`calls.${name}`, { '//': unsure && `Not tried: ${unsure}.`, ...where, add_query, ...more });
    },
  };
}

/** Drafts a host.json from all that is known. */
export async function draftOf(done: Surveyed, told: Values<'doctor'>, given: LoginDetection) {
  const { signedIn, envelope, prober } = done;
  const draft = createDraft(prober.origin, done.root);
  const { put, ask } = draft;
  for (const problem of done.problems) ask(problem);
  put('preset', 'array');
  put('envelope', envelope);
  addDates(done, told.zone ?? done.make.zone, draft);
  addMedia(done, draft);
  for (const listed of Object.values(done.lists)) {
    addFields(listed, draft);
    addReads(done, listed, draft);
    await addWrites(done, listed, draft);
  }
  const { path, nameField: email, passwordField: password, extras } = given;
  const body = email === 'email' && password === 'password' ? undefined : { email, password };
  draft.call('login', path, { body, add_body: some(extras) }, signedIn ? undefined : 'no one signed in');
  if (signedIn) put('token', tokenOf(signedIn));
  if (signedIn?.isProved === false)
    ask('token.send: no read was found that needs the token: ask how it is sent.');
  ask(
    'admins: if customers can also sign in at the host, list your admins, "admins": { "emails": ["…"] }, and say in "token" where the host has the email, "user": { "email": place }: only they may see forms with CVs and the activity log.',
  );
  const { limit, refusals } = prober.rate;
  put('calls_per_minute', limit ?? (refusals > 0 ? 30 : undefined));
  return draft;
}

/** Returns the entries of `wanted` that are different in `held`; undefined if there are none. */
function differing(wanted: Envelope, held: Record<string, unknown>) {
  const differ = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(held[name]),
  );
  return some(Object.fromEntries(differ));
}

/**
 * Adds the places of fields, with what was read there, the fields of the host that no place uses, and those of ours
 * without a place, with the values that a choice has here.
 */
function addFields({ found, inside }: Listed, { put }: Draft) {
  const line = (name: string, sample: unknown = 'nothing') =>
    `${name}: ${JSON.stringify(sample).slice(0, 60)}`;
  const listOf = (title: string, names: string[]) =>
    names.length > 0 ? `${title}: ${names.join(', ')}` : [];
  for (const { entity, fields, rows } of [found, inside]) {
    const differ = [...fields].filter(([name, { says }]) => says !== name);
    const used = [...fields.values()].map(({ place }) => place.split('.')[0]);
    const others = Object.entries(rows[0] ?? {}).filter(([name]) => !used.includes(name));
    const missing = Object.entries<Field>(fieldsOfKinds[entity]).filter(
      ([name]) => entityFields[entity].includes(name) && !fields.has(name),
    );
    const comment = [
      differ.map(([name, { sample }]) => line(name, sample)),
      listOf(
        'not used',
        others.map(([name, value]) => line(name, value)),
      ),
      listOf(
        'nothing was found for',
        missing.map(([name, { words = [] }]) => [name, ...words].join(' | ')),
      ),
    ];
    const places = Object.fromEntries(differ.map(([name, { says }]) => [name, says]));
    if (rows.length > 0) put(`fields.${entity}`, { '//': some(comment.flat()), ...places });
  }
}

/** Roles that customers may have too. Any other role may identify an admin. */
const everybodys = /^(user|customer|client|member|subscriber|guest|authenticated|registered|public)?$/i;

function tokenOf({ from, ways: [send], seen }: NonNullable<Surveyed['signedIn']>) {
  const { role: place, ...who } = userIn(seen);
  const words = [at(seen.json, place) ?? []].flat().filter((word) => !everybodys.test(String(word)));
  // If the host uses a role name of this product, the roles need no translation.
  const isOurs = roles.some((role) => words.includes(role));
  const role = isOurs ? place : { at: place, values: { [roles[0]]: words } };
  return { from, send, user: { ...who, role: words.length > 0 ? role : undefined } };
}

/** Adds the time zone of dates that state none, and the formats of dates and flags, as the answers show them. */
function addDates({ lists, make }: Surveyed, zone: string | undefined, { put, ask }: Draft) {
  const found = Object.values(lists).map((each) => each.found);
  const values = found.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
  const naive = values.find(isNaive);
  if (naive && !zone) ask(`dates.zone: ${naive} has no time zone, and UTC is assumed: ask, and set --zone.`);
  const sampleOf = (name: string) => found.flatMap(({ fields }) => fields.get(name)?.sample ?? [])[0];
  const [made, flag] = [sampleOf('created_at'), sampleOf('is_active')];
  const slashed = values.map(String).filter((value) => /^\d\d?([/-])\d\d?\1\d{4}\b/.test(value));
  const text = isNaive(made) && String(made).includes(' ') ? 'sql' : 'iso';
  const write = Number(made) > 1e11 ? 'unix_ms' : Number(made) > 0 ? 'unix' : text;
  const [date] = slashed;
  // A number above 12 is a day.
  const isMonthFirst = slashed.some((each) => /^\d\d?.(1[3-9]|[23]\d)/.test(each));
  const isDayFirst = slashed.some((each) => /^(1[3-9]|[23]\d)/.test(each));
  put('dates', { zone: zone ?? 'UTC', read: date && (isMonthFirst ? 'mdy' : 'dmy'), write });
  if (date && !isMonthFirst && !isDayFirst)
    ask(`dates.read: in ${date} the day may be first or second, and first is assumed: ask.`);
  // Forms contain only texts, and Laravel does not accept the text "true" as a boolean.
  if (typeof flag === 'boolean' && make.name !== 'laravel') put('booleans', 'booleans');
  if (flag === '1' || flag === '0') put('booleans', 'texts');
}

/** Proposes the paths and origins of pictures. Fetches nothing; the check names pictures that would not show. */
function addMedia({ prober: { origin: own }, root, lists }: Surveyed, { put }: Draft) {
  const found = Object.values(lists).flatMap((each) => [each.found, each.inside]);
  const seen = found.flatMap(({ rows, fields }) =>
    [...fields].flatMap(([name, { place }]) =>
      /image$|^description$/.test(name) ? mediaAddresses({ [name]: rows.map((row) => at(row, place)) }) : [],
    ),
  );
  const urls = seen.flatMap((each) => URL.parse(each, own) ?? []);
  const paths = urls.flatMap(({ origin, pathname }) => (origin === own && folderOf(pathname, root)) || []);
  if (paths.length > 0) put('media.paths', [...new Set(paths)]);
  const origins = new Set(urls.map(({ origin }) => origin).filter((each) => /^https:/.test(each)));
  origins.delete(own);
  for (const [index, origin] of [...origins].entries()) put(`media.origins.cdn${index || ''}`, origin);
}

/** Returns the outermost folder of a file that is not part of the API's own path; undefined if there is none. */
const folderOf = (pathname: string, root: string) =>
  Array.from(pathname.matchAll(/(?<=.)\//g), ({ index }) => pathname.slice(0, index)).find(
    (folder) => !`${root}/`.startsWith(`${folder}/`),
  );

/**
 * Returns the methods that OPTIONS allows for a path (RFC 9110 §9.3.7). Returns '' if the answer for a missing path is
 * the same, since OPTIONS is then no evidence.
 */
async function allowedAt({ prober, nowhere }: Surveyed, path: string) {
  const ask = async (asked: string) => {
    const { headers } = await prober.ask(asked, {}, 'OPTIONS');
    return String(headers.allow ?? '').toUpperCase();
  };
  const said = await ask(path);
  return said === (await ask(nowhere.path)) ? '' : said;
}

/** Adds the reads of a list and of one of its records. */
function addReads({ make, envelope: held }: Surveyed, listed: Listed, { call, put, ask }: Draft) {
  const { single, seen, found, drafts } = listed;
  const { list, one, drafts: all } = kinds[listed.kind];
  const envelope = differing(listed.envelope, held);
  const category = found.fields.get('category_id')?.place.replace(/^relationships\.|\..*/g, '');
  const ofCategory = make.filter
    ? { query: { id: make.filter.replace('*', category ?? '') } }
    : { keep: { category_id: '{id}' } };
  const { place = '', says } = found.fields.get('is_active') ?? {};
  const off = typeof says === 'object' ? says.values?.[0] : undefined;
  const isDraft = (row: object) => [off ?? false, 0, '0'].includes(at(row, place) as string);
  const keep = found.rows.some(isDraft) ? { is_active: 1 } : undefined;
  const shown = list === 'getProjects' ? category && ofCategory : { keep };
  if (shown) call(list, seen.path, { envelope, ...shown });
  if (all) call(all, drafts?.path ?? seen.path, { envelope });
  const made = (row: unknown) => Date.parse(String(at(row, found.fields.get('created_at')?.place)));
  if (list === 'activeBlogs' && made(found.rows[0]) < made(found.rows.at(-1)))
    ask(
      `calls.${list}: ${seen.call} begins with the oldest record, and the site keeps the order of the host: ask for a sort, and add it, such as "add_query": { "sort": "-created_at" }.`,
    );
  if (one && single) call(one, single.path, { envelope: differing({ one: single.one }, held) });
  // The rows of a list of categories are whole, unlike those of other lists.
  else if (one && listed.kind === 'categories') put(`calls.${one}`, { in: list });
}

/** Adds the writes of one entity, as the documentation of the host's make or OPTIONS shows them. */
async function addWrites(done: Surveyed, listed: Listed, draft: Draft) {
  const { upload, takesNoFiles, name: make, edit: documented } = done.make;
  const { adds, changes, deletes } = kinds[listed.kind];
  const list = bareOf(listed.seen.path);
  const item = (id: unknown) => list.replace(/(\/?)$/, `/${id}$1`);
  const mayAdd = !documented && (await allowedAt(done, list)).includes('POST');
  const allowed = mayAdd ? await allowedAt(done, item(listed.single?.id)) : '';
  const method = documented ?? ['PATCH', 'PUT', 'POST'].find((each) => allowed.includes(each));
  if (!method)
    return draft.ask(`calls.${adds}, ${changes}, ${deletes}: the calls are not known: ask for them.`);
  const unsure = documented
    ? `${make} hosts document it`
    : 'OPTIONS allows it; the names are those of the answers';
  const { rows, fields } = listed.found;
  // A host whose pictures are records with ids does not accept them as files of a form.
  const hasIds =
    !documented &&
    [...fields].some(
      ([name, { place }]) =>
        /image .*\./.test(`${name} ${place}`) && !isBlank(at(rows[0], place.replace(/\w*$/, 'id'))),
    );
  if (hasIds)
    draft.ask(
      `calls.${adds}, ${changes}: pictures have ids, so they are probably uploaded first: ask how, and set media.upload and "uploads".`,
    );
  for (const name of [adds, changes]) {
    const row: ContractRow = contract[name];
    const isForm = row.upload !== undefined && !takesNoFiles && !hasIds;
    const mark = name === 'editBlog' ? 'blog_id' : 'id';
    const says = callOf(row, isForm, name === changes ? { mark, method } : undefined, listed, done);
    if (says.uploads) draft.put('media.upload', upload?.call);
    draft.call(name, name === changes ? item(`{${mark}}`) : list, says, unsure);
  }
  // WordPress has a trash for posts but none for categories, so deleting a category needs `force`.
  const add_query = upload && adds === 'addProjectCategory' ? { force: 'true' } : undefined;
  draft.call(deletes, item('{id}'), { method: 'DELETE', add_query }, unsure);
}

type Edit = { mark: string; method: string } | undefined;

/**
 * Returns a call that adds or (`edit`) changes a record, without its path, as this make of host accepts it. `mark` is
 * the contract's name for the id in its path.
 */
function callOf(row: ContractRow, isForm: boolean, edit: Edit, listed: Listed, { make }: Surveyed) {
  // Laravel parses form bodies only in POST requests, so a change with files stays a POST.
  const isPost = make.name === 'laravel' && isForm;
  return {
    method: isPost ? undefined : edit?.method,
    send: make.name === 'json_api' ? 'json_api' : row.upload && !isForm ? 'json' : undefined,
    json_part: make.name === 'strapi' && isForm ? 'data' : undefined,
    ...bodyOf(row, isForm, edit, listed, make, isPost && edit ? { _method: edit.method } : {}),
  };
}

/** Returns what such a call sends: the names of our fields there, the files that are uploaded first, and constants. */
function bodyOf(
  row: ContractRow,
  isForm: boolean,
  edit: Edit,
  { found, seen, single }: Listed,
  { wrap = '', upload, name: make }: Make,
  constants: Json,
) {
  const prefix = wrap.replace(
    '{kind}',
    (single?.one || lastOf(seen.path).replace(/s$/, '')).replace(/\..*/, ''),
  );
  const body: Json = {};
  const uploads: Json = {};
  for (const { ours, place, file } of sentFields(row, found)) {
    const name = sentAs(place, file, make, isForm, prefix);
    // Two fields of ours may have one name there: the first is sent.
    if ((isForm || !file) && !Object.values(body).includes(name)) body[ours] = name;
    // Several pictures are left out of a change, because the uploaded files would replace all that are there.
    if (upload && file && !(edit && file.maxCount !== 1)) uploads[ours] = upload.field;
    // A relationship needs the type of what it names (JSON:API 1.1, Resource Linkage).
    const type = place.replace(/id$/, 'type');
    if (/^relationships\./.test(place)) constants[`data.${type}`] = at(found.rows[0], type);
  }
  if (make === 'json_api') {
    constants['data.type'] = lastOf(seen.path);
    if (edit) body[edit.mark] = 'data.id';
  }
  return { body, uploads: some(uploads), add_body: some(constants) };
}

/** Returns the fields that a call sends and the host has, each with its place and, for a file, what the contract says. */
const sentFields = (row: ContractRow, { fields }: Listed['found']) =>
  sentNames(row).flatMap((ours) => {
    const { place, says } = fields.get(answerName(ours)) ?? {};
    // A post whose date says whether it is a draft can be made one at the host alone.
    const isByDate = typeof says === 'object' && says.values?.[0] === null;
    const file = row.upload?.files.find((each) => each.name === ours);
    return place && !isByDate && ours !== 'updated_at' ? [{ ours, place, file }] : [];
  });

/**
 * Returns the name under which a field of an answer is sent: service_id for service.id, title for title.rendered,
 * linkedin for links.linkedin, cover for cover_url of a file. Custom fields of WordPress (`acf`), relationships of
 * JSON:API and parts of an object of Strapi are written where they are read.
 */
function sentAs(
  place: string,
  file: { maxCount: number } | undefined,
  make: string,
  isForm: boolean,
  prefix: string,
) {
  const [first = '', second = '', last = second] = place.split('.');
  const isStrapi = make === 'strapi';
  const whole = isStrapi && isForm ? '' : prefix;
  const several = isStrapi || file?.maxCount === 1 ? '' : '[]';
  if (file)
    return `${isStrapi ? 'files.' : whole}${first.replace(/(?<=.)[_-]?(url|path|src)$/i, '')}${several}`;
  if (first === 'relationships') return `data.${place}`;
  if (/\.(id|uuid|num|nr)$/.test(place) && !isStrapi) return `${whole}${first}_${last.replace('uuid', 'id')}`;
  if (/^(rendered|raw|html|text|value|0|data|id|uuid|)$/.test(second)) return whole + first;
  return whole + (isStrapi || first === 'acf' ? place : last);
}
