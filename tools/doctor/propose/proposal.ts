import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Field } from '#shared/entities/field.ts';
import { roles } from '#shared/roles.ts';
import { isBlank } from '#shared/schemas/fields.ts';
import { answerName, entityFields, sentNames } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { readAt as at, writeAt } from '../../../hosts/host-file/pieces.ts';
import { fieldsOfKinds } from '../../../server/bff/reads/host-kinds.ts';
import type { Config } from '../../../server/config.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { checkUpstream } from '../checks.ts';
import { fatal, findingsOf, inGroup, isHealthy } from '../finding.ts';
import { adaptedHost, causeOf, header } from '../host.ts';
import { mediaAddresses, prefixOf } from '../media.ts';
import { findAll, isNaive, type Json, kinds, type Make, placesIn, signOuts } from './matching.ts';
import {
  bareOf,
  createProber,
  itemOf,
  type LoginDetection,
  lastOf,
  queryOf,
  signIn,
  tokenHeadersOf,
} from './prober.ts';
import { type Listed, recognise, type Surveyed, survey } from './survey.ts';

type Draft = ReturnType<typeof createDraft>;

/** Returns undefined for an empty object. JSON.stringify leaves out what is undefined. */
const some = <Value extends object>(value: Value) => (Object.keys(value).length > 0 ? value : undefined);

/** Creates a draft of host.json. What is unsure is a comment at its place, and what to ask is one at the head. */
function createDraft({ prober: { origin }, root, problems }: Surveyed) {
  const questions = [...problems];
  const file = { '//': questions, version: 1, root: origin + root };
  const put = (place: string, value: unknown) => writeAt(file, place, value);
  return {
    file,
    put,
    ask: (question: string) => void questions.push(question),
    /** Adds a call at a path of the host's origin. The file gets it relative to the root, or else to the origin. */
    call(name: string, path: string, more: object = {}, unsure?: string) {
      const bare = bareOf(path);
      const where = bare.startsWith(`${root}/`)
        ? { path: bare.slice(root.length) }
        : { path: bare, from: 'origin' };
      const add_query = some(queryOf(path));
      put(`calls.${name}`, { '//': unsure && `Not tried: ${unsure}.`, ...where, add_query, ...more });
    },
  };
}

/** Drafts a host.json from all that is known. */
async function draftOf(done: Surveyed, given: LoginDetection) {
  const { signedIn, prober } = done;
  const draft = createDraft(done);
  const { put, ask } = draft;
  put('preset', 'array');
  put('envelope', done.envelope);
  addDates(done, draft);
  addMedia(done, draft);
  for (const listed of Object.values(done.lists)) {
    addFields(listed, draft);
    addReads(done, listed, draft);
    await addWrites(done, listed, draft);
  }
  const { path, field: email, secret: password } = given;
  draft.call(
    'login',
    path,
    { body: { email, password }, add_body: some(done.make.extras) },
    signedIn ? undefined : 'no one signed in',
  );
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
 * without a place. Those without which a record is left out, or counts as published, are asked for.
 */
function addFields({ found, inside }: Listed, { put, ask }: Draft) {
  const line = (name: string, sample: unknown = 'nothing') =>
    `${name}: ${JSON.stringify(sample).slice(0, 60)}`;
  for (const { entity, fields, rows } of [found, inside]) {
    const differ = [...fields].filter(([name, { says }]) => says !== name);
    const used = [...fields.values()].map(({ place }) => place.split('.')[0]);
    const others = Object.entries(rows[0] ?? {}).flatMap(([name, value]) =>
      used.includes(name) ? [] : line(name, value),
    );
    const missing = Object.entries<Field>(fieldsOfKinds[entity]).filter(
      ([name]) => rows.length > 0 && entityFields[entity].includes(name) && !fields.has(name),
    );
    const unasked = missing.flatMap(([name, { words = [] }]) => {
      if (!neededFields.test(name)) return [name, ...words].join(' | ');
      const choices = name === 'is_active' ? ['1', '0'] : words;
      const values = Object.fromEntries(choices.map((word) => [word, '…']));
      const place = JSON.stringify(choices.length > 0 ? { at: '…', values } : '…');
      ask(
        `fields.${entity}.${name}: nothing was found: ask, and add "${name}": ${place} to fields.${entity}, or "${name}": { "always": … } if it is the same for all.`,
      );
      return [];
    });
    const comment = [
      ...differ.map(([name, { sample }]) => line(name, sample)),
      `not used: ${others.join(', ') || 'none'}`,
      `nothing was found for: ${unasked.join(', ') || 'none'}`,
    ];
    const places = Object.fromEntries(differ.map(([name, { says }]) => [name, says]));
    if (rows.length > 0) put(`fields.${entity}`, { '//': comment, ...places });
  }
}

/** Fields without which a record is left out, or counts as published or open. */
const neededFields = /^(blog_title|title|name|category_id|is_active|status)$/;

/** Roles that customers may have too. Any other role may identify an admin. */
const everybodys = /^(user|customer|client|member|subscriber|guest|authenticated|registered|public)?$/i;

function tokenOf({ from, ways: [send], seen }: NonNullable<Surveyed['signedIn']>) {
  const { role: place, ...who } = findAll('user.', placesIn(seen.json));
  const words = [at(seen.json, place) ?? []].flat().filter((word) => !everybodys.test(String(word)));
  // If the host uses a role name of this product, the roles need no translation.
  const isOurs = roles.some((role) => words.includes(role));
  const role = isOurs ? place : { at: place, values: { [roles[0]]: words } };
  return { from, send, user: { ...who, role: words.length > 0 ? role : undefined } };
}

/** Adds the time zone of dates that state none, and the formats of dates and flags, as the answers show them. */
function addDates({ lists, make, told }: Surveyed, { put, ask }: Draft) {
  const found = Object.values(lists).map((each) => each.found);
  const values = found.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
  const naive = values.find(isNaive);
  const zone = told.zone || make.zone;
  if (naive && !zone) ask(`dates.zone: ${naive} has no time zone, and UTC is assumed: ask, and set --zone.`);
  const [made, flag] = ['created_at', 'is_active'].map(
    (name) => found.flatMap(({ fields }) => fields.get(name)?.sample ?? [])[0],
  );
  const isSql = isNaive(made) && String(made).includes(' ');
  const write = Number(made) > 1e11 ? 'unix_ms' : Number(made) > 0 ? 'unix' : isSql ? 'sql' : 'iso';
  const slashed = values.map(String).filter((value) => /^\d\d?([/-])\d\d?\1\d{4}\b/.test(value));
  // A number above 12 is a day.
  const isMonthFirst = slashed.some((each) => /^\d\d?.(1[3-9]|[23]\d)/.test(each));
  const isKnown = isMonthFirst || slashed.some((each) => /^(1[3-9]|[23]\d)/.test(each));
  const [date] = slashed;
  put('dates', { zone: zone || 'UTC', read: date && (isMonthFirst ? 'mdy' : 'dmy'), write });
  if (date && !isKnown)
    ask(`dates.read: in ${date} the day may be first or second, and first is assumed: ask.`);
  // Forms contain only texts, and Laravel does not accept the text "true" as a boolean.
  if (typeof flag === 'boolean' && make.name !== 'laravel') put('booleans', 'booleans');
  if (flag === '1' || flag === '0') put('booleans', 'texts');
}

/** Proposes the paths and origins of pictures. Fetches nothing; the check names pictures that would not show. */
function addMedia({ prober, root, lists }: Surveyed, { put }: Draft) {
  const own = new URL(root, prober.origin);
  const found = Object.values(lists).flatMap((each) => [each.found, each.inside]);
  const seen = found.flatMap(({ rows, fields }) =>
    [...fields].flatMap(([name, { place }]) =>
      /image$|^description$/.test(name) ? mediaAddresses({ [name]: rows.map((row) => at(row, place)) }) : [],
    ),
  );
  const prefixes = [...new Set(seen.map((each) => prefixOf(each, own, [])))];
  const paths = prefixes.filter((each) => each.startsWith('/'));
  if (paths.length > 0) put('media.paths', paths);
  for (const [index, each] of prefixes.filter((each) => each.startsWith('https:')).entries())
    put(`media.origins.cdn${index || ''}`, each);
}

/**
 * Returns the methods that OPTIONS allows for a path (RFC 9110 §9.3.7), and the types of bodies that it accepts (RFC
 * 5789 §3.1). Returns '' if the answer for a missing path is the same, since OPTIONS is then no evidence.
 */
async function allowedAt({ prober, nowhere }: Surveyed, path: string) {
  const ask = async (asked: string) => {
    const { headers } = await prober.ask(asked, {}, 'OPTIONS');
    return `${headers.allow ?? ''} ${headers['accept-patch'] ?? ''}`.toUpperCase();
  };
  const said = await ask(path);
  return said === (await ask(nowhere.path)) ? '' : said;
}

/** Adds the reads of a list and of one of its records. */
function addReads({ make, envelope: held }: Surveyed, listed: Listed, { call, put, ask }: Draft) {
  const { single, seen, rows, found, drafts } = listed;
  const { list, one, drafts: all } = kinds[listed.kind];
  const envelope = differing(listed.envelope, held);
  const category = found.fields.get('category_id')?.place.replace(/^relationships\.|\..*/g, '');
  const ofCategory = make.filter
    ? { query: { id: make.filter.replace('*', category ?? '') } }
    : { keep: { category_id: '{id}' } };
  const { place = '', says } = found.fields.get('is_active') ?? {};
  const off = typeof says === 'object' ? says.values?.[0] : undefined;
  const isDraft = (row: object) => [off ?? false, 0, '0'].includes(at(row, place) as string);
  const keep = rows.some(isDraft) ? { is_active: 1 } : undefined;
  const shown = list === 'getProjects' ? category && ofCategory : { keep };
  if (shown) call(list, seen.path, { envelope, ...shown });
  if (all) call(all, drafts?.path ?? seen.path, { envelope });
  const made = (row: unknown) => Date.parse(String(at(row, found.fields.get('created_at')?.place)));
  if (list === 'activeBlogs' && made(rows[0]) < made(rows.at(-1)))
    ask(
      `calls.${list}: ${seen.call} begins with the oldest record, and the site keeps the order of the host: ask for a sort, and add it, such as "add_query": { "sort": "-created_at" }.`,
    );
  if (one && single) call(one, single.path, { envelope: differing({ one: single.one }, held) });
  // The rows of a list of categories are whole, unlike those of other lists.
  else if (one && listed.kind === 'categories') put(`calls.${one}`, { in: list });
}

/** The contract's name for the id in a change. */
const idIn = (name: string) => (name === 'editBlog' ? 'blog_id' : 'id');

/** Adds the writes of one entity, as the documentation of the host's make or OPTIONS shows them. */
async function addWrites(done: Surveyed, listed: Listed, draft: Draft) {
  const { upload, name: make, edit: documented } = done.make;
  const { adds, changes, deletes } = kinds[listed.kind];
  const list = bareOf(listed.seen.path);
  const mayAdd = !documented && (await allowedAt(done, list)).includes('POST');
  const allowed = mayAdd ? await allowedAt(done, itemOf(list, listed.single?.id)) : '';
  const method = documented || ['PATCH', 'PUT', 'POST'].find((each) => allowed.includes(each));
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
  for (const [name, edit] of [[adds], [changes, method]] as const) {
    const row: ContractRow = contract[name];
    const takesFiles = !upload && make !== 'json_api' && !hasIds && !allowed.includes('/JSON');
    const isForm = row.upload !== undefined && takesFiles;
    const says = callOf(row, isForm, edit, listed, done.make);
    if (says.uploads) draft.put('media.upload', upload?.call);
    draft.call(name, edit ? itemOf(list, `{${idIn(name)}}`) : list, says, unsure);
  }
  // WordPress has a trash for posts but none for categories, so deleting a category needs `force`.
  const add_query = upload && adds === 'addProjectCategory' ? { force: 'true' } : undefined;
  draft.call(deletes, itemOf(list, '{id}'), { method: 'DELETE', add_query }, unsure);
}

/**
 * Returns a call that adds or (`edit`, the method) changes a record, without its path, as this make of host accepts it.
 */
function callOf(row: ContractRow, isForm: boolean, edit: string | undefined, listed: Listed, make: Make) {
  const { body, uploads, add_body } = bodyOf(row, isForm, edit !== undefined, listed, make);
  const isJsonApi = make.name === 'json_api';
  // Laravel parses form bodies only in POST requests, so a change with files stays a POST.
  const isPost = make.name === 'laravel' && isForm;
  if (isPost && edit) add_body._method = edit;
  if (isJsonApi) add_body['data.type'] = lastOf(listed.seen.path);
  if (isJsonApi && edit) body[idIn(row.name)] = 'data.id';
  return {
    method: isPost ? undefined : edit,
    send: isJsonApi ? 'json_api' : row.upload && !isForm ? 'json' : undefined,
    json_part: make.name === 'strapi' && isForm ? 'data' : undefined,
    body,
    uploads: some(uploads),
    add_body: some(add_body),
  };
}

/** Returns what such a call sends: the names of our fields there, the files that are uploaded first, and constants. */
function bodyOf(
  row: ContractRow,
  isForm: boolean,
  isEdit: boolean,
  { found, seen, single }: Listed,
  { wrap, upload, name: make }: Make,
) {
  const record = (single?.one || lastOf(seen.path).replace(/s$/, '')).replace(/\..*/, '');
  const [body, uploads, add_body]: [Json, Json, Json] = [{}, {}, {}];
  for (const ours of sentNames(row)) {
    const { place, says } = found.fields.get(answerName(ours)) ?? {};
    // A post whose date says whether it is a draft can be made one at the host alone.
    const isByDate = typeof says === 'object' && says.values?.[0] === null;
    if (!place || isByDate || ours === 'updated_at') continue;
    const file = row.upload?.files.find((each) => each.name === ours);
    const name = sentAs(place, file, make, isForm, wrap.replace('{kind}', record));
    // Two fields of ours may have one name there: the first is sent.
    if ((isForm || !file) && !Object.values(body).includes(name)) body[ours] = name;
    // Several pictures are left out of a change, because the uploaded files would replace all that are there.
    if (upload && file && !(isEdit && file.maxCount !== 1)) uploads[ours] = upload.field || place;
    // A relationship needs the type of what it names (JSON:API 1.1, Resource Linkage).
    const type = place.replace(/id$/, 'type');
    if (/^relationships\./.test(place)) add_body[`data.${type}`] = at(found.rows[0], type);
  }
  return { body, uploads, add_body };
}

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

/**
 * Subjects of findings that must be right before the site counts as working: the sign-in, the reads of pages, and the
 * pages of lists.
 */
export const needed =
  /^(POST \/api\/login|GET \/api\/((singlePost|getSingleCategory)\/\{id\}|getProjectCategory|blogs)|host\.json: envelope\..*)$/;

/**
 * Examines an unknown host, drafts a host.json for it, and checks the host through this draft. `told` is what the
 * person states: paths from the origin, the zone, and other origins with pictures.
 */
export async function examineUnknown(
  url: URL,
  told: Values<'doctor'>,
  who: { name: string; password: string } | undefined,
  site: Config,
) {
  const prober = createProber(url, site.UPSTREAM_TIMEOUT_MS);
  const { status, headers } = await prober.ask(url.pathname);
  const to = header(headers, 'location');
  if (status === 0) throw new StartError(`${url.href}: ${await causeOf(prober.error, prober.upstream)}`);
  if (URL.canParse(to) && new URL(to).origin !== url.origin)
    throw new StartError(
      `${url.href} redirects to ${to}, and redirects to another origin are not followed: use that address`,
    );
  const known = await recognise(prober, url, told);
  const { way, signedIn, refused } = await signIn(prober, known, told, who);
  const done = await survey(known, prober, told, signedIn);
  if (Object.keys(done.lists).length === 0)
    throw new StartError(
      [
        `${prober.origin}${known.root} has no index of WordPress and no list whose rows have an id (id, uuid, num, …_id) with a usual name (posts, projects, services …) there or below /api: name the lists with --posts /path, --projects /path and --categories /path, and an id of another name with --id`,
        ...done.problems,
      ].join('\n'),
    );
  const draft = await draftOf(done, way);
  if (who?.name.includes('@') === false) draft.put('login_name', 'user_name');
  await addLogout(done, way, draft);
  console.error('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const { paths: mediaPaths = [] } = file.media;
  const findings = await findingsOf([
    checkUpstream(prober.upstream, {
      config: {
        ...site,
        UPSTREAM_MEDIA_PATHS: mediaPaths,
        ADMIN_EMAIL: who?.name ?? '',
        ADMIN_PASSWORD: signedIn && who?.password,
      },
      // The origins come from answers of the host: no request is sent to them before the person has saved the file.
      adapted: { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false },
      triesWrites: told['try-writes'] === true,
    }),
    refused
      ? [
          inGroup('sign-in')(
            'POST /api/login',
            fatal(
              refused,
              'ask what a sign-in sends and where its answer has the token; --login /path, from the origin, names another, and --login-fields name,password its fields (calls.login.body of the file)',
            ),
          ),
        ]
      : [],
  ]);
  await prober.upstream.close();
  const isReady =
    isHealthy(findings) &&
    findings.every(({ subject, result }) => result === 'there' || !needed.test(subject)) &&
    done.problems.length === 0 &&
    signedIn?.isProved === true;
  return { file: draft.file, findings, isReady };
}

/** Ends the session by the sign-out that is named as the sign-in is, and adds this call. */
async function addLogout(
  { prober, signedIn }: Surveyed,
  { path: login, secret }: LoginDetection,
  draft: Draft,
) {
  if (!signedIn) return;
  // A session is deleted, also at Rails with Devise, which takes the password inside of `user`.
  const method = /(sessions?|sessie|sesion)\/?$/.test(login) || secret.includes('.') ? 'DELETE' : undefined;
  const path = signOuts.reduce((all, [enter, leave]) => all.replace(enter, leave), login);
  const verb = method ?? 'POST';
  if (method || path !== login) {
    const { status } = await prober.send(verb, path, tokenHeadersOf(signedIn.ways[0], signedIn.token));
    if (status >= 200 && status < 300) return draft.call('logout', path, { method });
  }
  draft.put('calls.logout', 'absent');
  draft.ask(`calls.logout: not found (${verb} ${path}), so a token stays valid: ask how to end one.`);
}
