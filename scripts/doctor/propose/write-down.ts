import { roles } from '#shared/roles.ts';
import { type Envelope, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { parsePath, writeAt } from '../../../server/bff/hosts/host-file/map-path.ts';
import { contractCalls } from './contract-host.ts';
import { differing, inPresets } from './envelope.ts';
import { at, isNaive, isNothing } from './json.ts';
import { kinds } from './known-hosts.ts';
import { findMedia } from './media.ts';
import { isUrlEncoded, type WayIn, wayOut } from './sign-in.ts';
import { bareOf, type Listed, type Surveyed } from './survey.ts';
import { type AddCall, addWrites } from './writes.ts';

/** One line of the proposed file, and the call from which it is known. */
interface Evidence {
  at: string;
  value: unknown;
  because: string;
  /** False for what was not tried, since it changes something. */
  tried: boolean;
}

export interface Proposal {
  file: Record<string, unknown> & { calls: Record<string, unknown> };
  evidence: Evidence[];
  /** Missing or unsure parts, with the question for the host's developers. */
  questions: string[];
}

interface Given {
  zone?: string | undefined;
  mediaOrigins: readonly string[];
  way?: WayIn | undefined;
  contact?: string | undefined;
}

interface Draft extends Proposal {
  put(place: string, value: unknown, because: string, tried?: boolean): void;
}

/** Writes what is known down as host.json, with the evidence of each line. */
export async function writeDown(
  done: Surveyed,
  { zone, mediaOrigins, way, contact }: Given,
): Promise<Proposal> {
  const { host, make, prober, root, signedIn } = done;
  const { preset, envelope } = inPresets(done.envelope, make.preset);
  const file: Proposal['file'] = { version: 1, root: prober.origin + root, preset, calls: {} };
  const evidence: Evidence[] = [];
  const put: Draft['put'] = (place, value, because, tried = true) => {
    writeAt(file, parsePath(place), value);
    evidence.push({ at: place, value, because, tried });
  };
  const questions: string[] = [];
  const draft: Draft = { file, evidence, questions, put };
  const addCall: AddCall = (name, path, because, more = {}, tried = true) =>
    put(`calls.${name}`, { ...addressOf(path, root), ...more }, because, tried);

  put('root', prober.origin + root, host?.because ?? 'its lists answer below it');
  put('preset', preset, 'it is the nearest to how this host wraps its answers');
  for (const [name, value] of Object.entries(envelope))
    put(`envelope.${name}`, value, 'lists, one thing and a refusal have it so');
  addDates(done, zone ?? make.zone, draft);
  addToken(done, draft);
  const media = await findMedia(done, mediaOrigins);
  for (const { at: place, value, because } of media.evidence) put(place, value, because);
  questions.push(...media.missing);
  addFields(done, media.bases, draft);
  if (host) {
    if (host.base.endsWith('/api')) put('unnamed', 'as_contract', host.because);
    const { found, isDeaf } = await contractCalls(prober, host);
    for (const [name, { says, because, tried }] of found) put(`calls.${name}`, says, because, tried);
    // Without an answer to OPTIONS nothing is known of what it says.
    if (isDeaf && !prober.spent.why)
      questions.push(
        'calls: by OPTIONS the host does not tell whether it has the writes that not every host has (deleteProject, addJob, addTeamMember, contactUs …): name those that it has',
      );
  } else {
    const held = { ...presets[preset], ...envelope };
    for (const found of Object.values(done.lists)) addList(done, found, held, addCall, questions);
    const hasUploads = Object.values(file.calls).some((call) => at(call, 'uploads') !== undefined);
    if (make.upload && hasUploads)
      put('media.upload', make.upload.call, `${make.name} hosts document it`, false);
  }
  if (contact) addCall('contactUs', contact, 'named by --contact', {}, false);
  if (way) addSignIn(signedIn?.way ?? way, signedIn !== undefined, addCall, questions);
  if (way)
    questions.push(
      'admins: if customers can sign in at the host as well, name who works here, "admins": { "emails": ["…"] }: forms with CVs and the activity log are for them alone',
    );
  const { limit, refusals } = prober.rate;
  if (limit || refusals > 0)
    put('calls_per_minute', limit ?? 30, limit ? 'the host says so in its answers' : 'it answered 429');
  return { file, evidence, questions };
}

/** A path from the origin as a call says it: below the root, or from the origin; its query apart. */
function addressOf(path: string, root: string): Record<string, unknown> {
  const isBelow = root === '' || path.startsWith(`${root}/`);
  const all = [...new URLSearchParams(path.split('?', 2)[1])];
  const query = all.filter(([, value]) => value === '{id}').map(([name]) => ['id', name]);
  const always = all.filter(([, value]) => value !== '{id}');
  return {
    path: isBelow ? bareOf(path).slice(root.length) : bareOf(path),
    ...(!isBelow && { from: 'origin' }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(always.length > 0 && { add_query: Object.fromEntries(always) }),
  };
}

function addFields(
  { lists, host }: Surveyed,
  bases: ReadonlyMap<string, string>,
  { put, questions }: Draft,
): void {
  for (const { kind, fields, inside, rows, seen } of Object.values(lists)) {
    const { entity, needs } = kinds[kind];
    for (const each of [{ entity, fields }, ...(inside ? [inside] : [])]) {
      for (const [name, { says, sample, because }] of each.fields) {
        const base = bases.get(`${each.entity}.${name}`);
        const object = typeof says === 'string' ? { at: says } : says;
        // At a host of the contract another name counts once a value was seen there.
        const isSure = !host || base !== undefined || !isNothing(sample);
        if (isSure && (base !== undefined || says !== name))
          put(`fields.${each.entity}.${name}`, base === undefined ? says : { ...object, base }, because);
      }
    }
    const [row = {}] = rows;
    const there = Object.keys(row).slice(0, 20).join(', ');
    for (const name of rows.length > 0 ? needs : [])
      if (!fields.has(name) && !(name in row))
        questions.push(
          `fields.${entity}.${name}: no field of ${seen.call} looks like it (${there}): say which one it is`,
        );
  }
  const base = bases.get('project_image.image');
  if (base !== undefined && !lists.projects?.inside)
    put('fields.project_image.image', { base }, 'bare names of files stand in the list of pictures');
}

/** A list of a host that is none of the contract, one thing of it, and the writes that its make documents. */
function addList(
  { make, prober: { spent } }: Surveyed,
  found: Listed,
  held: Envelope,
  addCall: AddCall,
  questions: string[],
): void {
  const { kind, path, single, pages, fields, rows, drafts, seen } = found;
  const { all, list, one, ...names } = kinds[kind];
  const { one: _one, ...ofList } = found.envelope;
  const differs = differing(ofList, held);
  const envelope = Object.keys(differs).length > 0 && !make.envelope ? { envelope: differs } : {};
  const because = `${seen.call} answered ${rows.length} rows; ${pages.because}`;
  const shown = fields.get('is_active');
  const off = (typeof shown?.says === 'object' ? shown.says.values?.[0] : undefined) ?? false;
  const showsDrafts = rows.some((row) => shown && [off, 0, '0'].includes(at(row, shown.place) as string));
  const place = kind === 'projects' ? fields.get('category_id')?.place : undefined;
  const [outer = '', inner = ''] = place?.split('.') ?? [];
  const filter = make.filter?.replace('*', outer === 'relationships' ? inner : outer);
  const ofCategory = filter ? { query: { id: filter } } : { keep: { category_id: '{id}' } };
  if (kind !== 'projects')
    addCall(list, path, because, { ...envelope, ...(showsDrafts && { keep: { is_active: 1 } }) });
  else if (place) addCall(list, path, because, { ...envelope, ...ofCategory });
  if (all) addCall(all, drafts?.path ?? path, drafts?.because ?? because, envelope);
  if (all && !drafts && !showsDrafts && !spent.why)
    questions.push(
      `calls.${all}: no list was found that shows drafts to whoever is signed in: ask for one, or they cannot be edited once they are saved`,
    );
  if (pages.isByCursor)
    questions.push(
      `calls.${list}: its pages are by cursor, which the site cannot ask for: ask for page numbers, an offset, or all rows at once`,
    );
  if (rows.length === 0)
    questions.push(
      `calls.${list}: the list is empty, so that its fields are not known: run the doctor again when there is something in it`,
    );
  if (one && single) {
    const own = single.one === held.one ? {} : { envelope: { one: single.one } };
    addCall(one, single.path, `${single.seen.call} answered the thing with this id`, own);
  }
  const allowed = found.allowed ?? { list: '', one: '' };
  const edit = make.edit ?? ['PATCH', 'PUT', 'POST'].find((method) => allowed.one.includes(method));
  const removes = make.edit !== undefined || allowed.one.includes('DELETE');
  if (edit && (make.edit || allowed.list.includes('POST')))
    addWrites(found, make, { edit, removes }, addCall);
  else if (!spent.why)
    questions.push(
      `calls.${names.add}, ${names.edit}, ${names.remove}: nothing says how they are written: ask for the calls and the names of their fields`,
    );
}

function addSignIn(way: WayIn, isTried: boolean, addCall: AddCall, questions: string[]): void {
  const { nameField = 'email', passwordField = 'password', extras } = way;
  const isOurs = nameField === 'email' && passwordField === 'password';
  const more = {
    ...(isUrlEncoded(way) && { send: 'urlencoded' }),
    ...(!isOurs && { body: { email: nameField, password: passwordField } }),
    ...(extras && { add_body: extras }),
  };
  addCall('login', way.path, isTried ? `${way.because}; a sign-in there worked` : way.because, more, isTried);
  const out = wayOut(way);
  const method = out?.method === 'DELETE' ? { method: 'DELETE' } : {};
  if (out) addCall('logout', out.path, 'the counterpart of the sign-in', method, false);
  else
    questions.push(
      'calls.logout: how a token is ended is not known, so that it lives on at the host after a sign-out: ask for the call',
    );
}

/** Words of everybody who has an account; the others say who works there. */
const everybodys = /^(user|customer|client|member|subscriber|guest|authenticated|registered|public)$/i;

function addToken({ signedIn }: Surveyed, { put }: Draft): void {
  if (!signedIn) return;
  const { from, send, sendBecause, because, user, isByName, way, seen } = signedIn;
  put('token.from', from, because);
  const usual = 'the usual way; no read was found that needs the token';
  put('token.send', send, sendBecause ?? usual, sendBecause !== undefined);
  const { role: place, ...who } = user;
  const words = [place && at(seen.json, place)].flat().filter((word) => !isNothing(word));
  const own = words.filter((word) => !everybodys.test(String(word)));
  // A word of ours needs no translation.
  const isOurs = roles.some((role) => own.includes(role));
  const role = isOurs ? place : { at: place, values: { [roles[0]]: own } };
  const found = { ...who, ...(own.length > 0 && { role }) };
  if (Object.keys(found).length > 0) put('token.user', found, `${seen.call} says so of who signed in`);
  if (isByName) put('login_name', 'user_name', 'a user name was typed');
  if (way.headers) put('headers', way.headers, `${seen.call} is refused without it`);
}

/** A date with a time and without a zone, in any field. */
export function naiveDateIn({ lists, make }: Surveyed): string | undefined {
  const all = Object.values(lists).flatMap(({ rows }) => rows.flatMap((row) => Object.entries(row)));
  const [name, value] = (make.zone ? [] : all).find((entry) => isNaive(entry[1])) ?? [];
  return name && `${name} is ${JSON.stringify(value)}`;
}

function addDates(done: Surveyed, zone: string | undefined, { put, questions }: Draft): void {
  const naive = naiveDateIn(done);
  const said = zone && 'it was said, or is known of such hosts';
  const unsaid = naive ? 'nobody has said another' : 'no date without a zone was seen';
  if (naive && !zone)
    questions.push(
      `dates.zone: ${naive} and says no zone; UTC is taken for it: ask in which zone it is, and say --zone`,
    );
  put('dates.zone', zone ?? 'UTC', said ?? unsaid);
  const sampleOf = (name: string) =>
    Object.values(done.lists)
      .map(({ fields }) => fields.get(name)?.sample)
      .find((each) => !isNothing(each));
  const made = sampleOf('created_at');
  const number = Number(made ?? Number.NaN);
  const isSql = isNaive(made) && String(made).includes(' ');
  const write = number > 1e11 ? 'unix_ms' : number > 0 ? 'unix' : isSql ? 'sql' : 'iso';
  put(
    'dates.write',
    write,
    made === undefined ? 'no date was seen' : `created_at is ${JSON.stringify(made)}`,
  );
  const flag = sampleOf('is_active');
  const because = `is_active is ${JSON.stringify(flag)}`;
  // A form of PHP has texts alone, and "true" is no boolean to its validators.
  if (typeof flag === 'boolean' && done.make.name !== 'laravel') put('booleans', 'booleans', because);
  if (flag === '1' || flag === '0') put('booleans', 'texts', because);
}
