import { roles } from '#shared/roles.ts';
import { type Envelope, presets } from '../../../hosts/host-file/envelope.ts';
import { createDraft, type Draft } from './draft.ts';
import { differing, inPresets } from './envelope.ts';
import { at, isNaive, isNothing } from './json.ts';
import { kinds, type Make } from './makes.ts';
import type { FoundFields } from './matching.ts';
import { addMedia } from './media.ts';
import { isUrlEncoded, type LoginDetection, type SignedIn, userIn } from './sign-in.ts';
import type { Listed, Surveyed } from './survey.ts';
import { addContractCalls, addWrites } from './writes.ts';

interface Given {
  zone?: string | undefined;
  mediaOrigins: readonly string[];
  way: LoginDetection;
  /** Questions for the developers of the host. */
  questions: Set<string>;
}

/** Drafts a host.json from all that is known, with the evidence for each line. */
export async function writeDown(
  done: Surveyed,
  { zone, mediaOrigins, way, questions }: Given,
): Promise<Draft> {
  const { base, make, prober, root, signedIn, lists } = done;
  const { preset, envelope } = inPresets(done.envelope, make.preset);
  const draft = createDraft(prober.origin, root, questions);
  const { put } = draft;
  put('root', prober.origin + root, done.because);
  put('preset', preset, 'closest to the envelope of this host');
  for (const [name, value] of Object.entries(envelope))
    put(`envelope.${name}`, value, 'as in lists, single records and refusals');
  addDates(done, zone ?? make.zone, draft);
  if (signedIn) addToken(signedIn, draft);
  for (const listed of Object.values(lists)) addFields(listed, base !== undefined, draft);
  addMedia(done, mediaOrigins, draft);
  if (base !== undefined) await addContractCalls(done, base, draft);
  else
    for (const listed of Object.values(lists)) {
      addReads(done, listed, { ...presets[preset], ...envelope }, draft);
      await addWrites(done, listed, draft);
    }
  if (make.upload && Object.values(draft.file.calls).some((call) => at(call, 'uploads')))
    put('media.upload', make.upload.call, `${make.name} hosts document it`, false);
  addSignIn(signedIn?.way ?? way, signedIn !== undefined, draft);
  const { limit, refusals } = prober.rate;
  if (limit || refusals > 0)
    put('calls_per_minute', limit ?? 30, limit ? 'the host says so in its answers' : 'it answered 429');
  return draft;
}

function addFields({ kind, found, inside, seen }: Listed, isContract: boolean, { put, ask }: Draft): void {
  // If the host follows the contract, a name that differs from the contract's is used for a field only if a value was
  // seen under that name.
  for (const { entity, fields } of inside ? [found, inside] : [found])
    for (const [name, { says, sample, because }] of fields)
      if (says !== name && !(isContract && isNothing(sample))) put(`fields.${entity}.${name}`, says, because);
  const [row = {}] = found.rows;
  const there = Object.keys(row).slice(0, 20).join(', ');
  for (const name of kinds[kind].needs)
    if (there && !found.fields.has(name) && !(name in row))
      ask(`fields.${found.entity}.${name}: no field of ${seen.call} matches (${there}): name the right one`);
}

/** Adds the reads of a list and of one of its records, for a host that does not follow the contract. */
function addReads(surveyed: Surveyed, listed: Listed, held: Envelope, { call, ask }: Draft): void {
  const { make, paged, prober } = surveyed;
  const { kind, path, single, seen, found, drafts } = listed;
  const { list, one, all } = kinds[kind];
  const { one: _one, ...ofList } = listed.envelope;
  const differs = make.envelope ? {} : differing(ofList, held);
  const envelope = Object.keys(differs).length > 0 ? { envelope: differs } : {};
  const because = `${seen.call} answered ${found.rows.length} rows; ${paged}`;
  const [outer = '', inner = ''] = found.fields.get('category_id')?.place.split('.') ?? [];
  const filter = make.filter?.replace('*', outer === 'relationships' ? inner : outer);
  const ofCategory = filter ? { query: { id: filter } } : { keep: { category_id: '{id}' } };
  const ofVisitors = hasDrafts(listed) ? { keep: { is_active: 1 } } : {};
  if (kind !== 'projects') call(list, path, because, true, { ...envelope, ...ofVisitors });
  else if (outer) call(list, path, because, true, { ...envelope, ...ofCategory });
  if (kind === 'posts' && isOldestFirst(found))
    ask(
      `calls.${list}: ${seen.call} begins with the oldest record, and the site shows the order of the host: ask for a sort, and add it, such as "add_query": { "sort": "-created_at" }`,
    );
  if (all) {
    const isElsewhere = drafts && `${drafts.call} answered it with the token`;
    call(all, drafts?.path ?? path, isElsewhere ?? because, true, envelope);
    if (!drafts && !hasDrafts(listed) && !prober.spent.why)
      ask(`calls.${all}: no list shows drafts to a signed-in admin: ask for one and its path`);
  }
  if (!one || !single) return;
  const more = single.one === held.one ? {} : { envelope: { one: single.one } };
  call(one, single.path, `${single.seen.call} answered the record with this id`, true, more);
}

function isOldestFirst({ rows, fields }: FoundFields): boolean {
  const place = fields.get('created_at')?.place ?? '';
  const [first = 0, last = 0] = [rows[0], rows.at(-1)].map((row) => Date.parse(String(at(row, place))));
  return first < last;
}

/** True if the visitors' list contains drafts. */
function hasDrafts({ found: { fields, rows } }: Listed): boolean {
  const shown = fields.get('is_active');
  const off = (typeof shown?.says === 'object' ? shown.says.values?.[0] : undefined) ?? false;
  return shown !== undefined && rows.some((row) => [off, 0, '0'].includes(at(row, shown.place) as string));
}

function addSignIn(way: LoginDetection, isTried: boolean, { call, ask }: Draft): void {
  const { nameField = 'email', passwordField = 'password', extras = {} } = way;
  const isOurs = nameField === 'email' && passwordField === 'password';
  call('login', way.path, isTried ? `${way.because}; a sign-in there worked` : way.because, isTried, {
    ...(isUrlEncoded(way) && { send: 'urlencoded' }),
    ...(!isOurs && { body: { email: nameField, password: passwordField } }),
    ...(Object.keys(extras).length > 0 && { add_body: extras }),
  });
  ask(
    'admins: if customers can also sign in at the host, list your admins, "admins": { "emails": ["…"] }: only they may see forms with CVs and the activity log',
  );
}

/** Roles that customers may have too. Any other role may identify an admin. */
const everybodys = /^(user|customer|client|member|subscriber|guest|authenticated|registered|public)$/i;

function addToken({ from, ways, sendBecause, way, seen, isByName }: SignedIn, { put }: Draft): void {
  put('token.from', from, `${seen.call} answered it there`);
  const usual = 'the usual way; no read was found that needs the token';
  put('token.send', ways[0], sendBecause ?? usual, sendBecause !== undefined);
  const { role: place, ...who } = userIn(seen);
  const words = [place && at(seen.json, place)].flat();
  const own = words.filter((word) => !isNothing(word) && !everybodys.test(String(word)));
  // If the host uses a role name of this product, the roles need no translation.
  const isOurs = roles.some((role) => own.includes(role));
  const role = isOurs ? place : { at: place, values: { [roles[0]]: own } };
  const found = { ...who, ...(own.length > 0 && { role }) };
  if (Object.keys(found).length > 0)
    put('token.user', found, `${seen.call} returned it for the signed-in user`);
  if (isByName) put('login_name', 'user_name', 'a user name was typed');
  if (way.headers) put('headers', way.headers, `${seen.call} is refused without it`);
}

/** Adds the time zone of dates that state none, and the formats of dates and flags, as the answers show them. */
function addDates({ lists, make }: Surveyed, zone: string | undefined, { put, ask }: Draft): void {
  const found = Object.values(lists).map((each) => each.found);
  const entries = found.flatMap(({ rows }) => rows.flatMap((row) => Object.entries(row)));
  const [name, naive] = (make.zone ? [] : entries).find((entry) => isNaive(entry[1])) ?? [];
  if (naive && !zone)
    ask(
      `dates.zone: ${name} is ${JSON.stringify(naive)} and has no time zone; UTC is assumed: ask for the zone, and set --zone`,
    );
  const reason = naive ? 'no other zone was given' : 'no date without a zone was seen';
  put('dates.zone', zone ?? 'UTC', zone ? 'it was given, or is known for this make of host' : reason);
  const sampleOf = (each: string) =>
    found.map(({ fields }) => fields.get(each)?.sample).find((sample) => !isNothing(sample));
  const made = sampleOf('created_at');
  put('dates.write', dateFormatOf(made), `created_at is ${JSON.stringify(made) ?? 'nowhere'}`);
  const flag = sampleOf('is_active');
  const format = flagFormatOf(flag, make);
  if (format) put('booleans', format, `is_active is ${JSON.stringify(flag)}`);
}

function dateFormatOf(sample: unknown): 'unix_ms' | 'unix' | 'sql' | 'iso' {
  const number = Number(sample ?? Number.NaN);
  if (number > 0) return number > 1e11 ? 'unix_ms' : 'unix';
  return isNaive(sample) && String(sample).includes(' ') ? 'sql' : 'iso';
}

function flagFormatOf(sample: unknown, make: Make): 'booleans' | 'texts' | undefined {
  // With Laravel the value is not sent as a boolean: forms contain only texts, and Laravel's validator does not
  // accept the text "true" as a boolean.
  if (typeof sample === 'boolean' && make.name !== 'laravel') return 'booleans';
  return sample === '1' || sample === '0' ? 'texts' : undefined;
}
