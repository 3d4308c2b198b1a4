import { roles } from '#shared/roles.ts';
import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { type Envelope, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { addApplicants } from './applicants.ts';
import { datesOf } from './dates.ts';
import { inPresets } from './envelope.ts';
import { at } from './json-places.ts';
import { lesserCalls } from './lesser-calls.ts';
import { isPicture } from './looks.ts';
import { findMediaPlaces, mediaFieldsOf, picturesInText, withBase } from './media-places.ts';
import { type AddCall, addListsToWorkIn, addReads, addressOf } from './reads.ts';
import { lastKnown } from './rows.ts';
import type { Session } from './session.ts';
import { entityOfKind, type KnownResource, type Surveyed } from './survey.ts';
import type { SignedIn, WayIn } from './way-in.ts';
import { habitsOf, proposeWrites } from './writes.ts';

/** One line of the proposed file: what it says, and from which call that is known. */
export interface Evidence {
  at: string;
  value: unknown;
  because: string;
  /** False for what could not be tried, since it changes something. */
  tried: boolean;
}

export interface Proposal {
  file: Record<string, unknown>;
  evidence: Evidence[];
  /** What is missing or unsure, with what to ask the host's developers for. */
  questions: string[];
}

export interface Known {
  done: Surveyed;
  way?: WayIn;
  signedIn?: SignedIn;
  session?: Session;
  logout?: WayIn['logout'];
  zone?: string;
  mediaOrigins: readonly string[];
  perMinute: number;
}

/** Puts down what is known as host.json. */
export async function propose(known: Known): Promise<Proposal> {
  const { done, session } = known;
  const evidence: Evidence[] = [];
  const questions: string[] = [];
  const note = (place: string, value: unknown, because: string, tried = true) =>
    void evidence.push({ at: place, value, because, tried });

  const { preset, envelope } = inPresets(done.envelope);
  const held: Envelope = { ...presets[preset], ...envelope };
  const habits = habitsOf(done, preset);
  note('root', done.prober.origin + done.root, `lists answer below it`);
  note('preset', preset, 'it is the nearest to how this host wraps its answers');
  for (const [name, value] of Object.entries(envelope))
    note(`envelope.${name}`, value, envelopeBecause(done, name));

  const media = await mediaOf(known, questions);
  for (const each of media.evidence) note(each.at, each.value, each.because);
  const fields = fieldsOf(done, media.bases, session, habits.isLaravel, note);
  const calls: Record<string, Record<string, unknown>> = {};
  const addCall = (
    name: string,
    path: string,
    because: string,
    more: Record<string, unknown> = {},
    tried = true,
  ) => {
    calls[name] = { ...addressOf(path, done.root), ...more };
    note(`calls.${name}`, calls[name], because, tried);
  };
  addReads(known, held, addCall, calls, questions);
  await addApplicants(done, session, held, { addCall, calls, questions, fields });
  for (const resource of Object.values(done.resources)) {
    for (const write of await proposeWrites(done, resource, habits)) {
      const { path, query, ...more } = write.says;
      addCall(
        write.name,
        String(path),
        write.because,
        { ...(query !== undefined && { query }), ...more },
        false,
      );
      if (write.unsent && write.unsent.length > 0)
        questions.push(
          `calls.${write.name}: PUT takes ${write.unsent.join(', ')} as well, and this site sends none of them: ask whether they stay as they are then, or each change here empties them`,
        );
      if (write.takesNoFiles)
        questions.push(
          `calls.${write.name}: the host takes no files there; ask how a picture is sent with it`,
        );
    }
  }
  addListsToWorkIn(addCall, calls, questions, done);
  for (const lesser of await lesserCalls(done)) {
    addCall(lesser.name, lesser.path, lesser.because, lesser.more, false);
    if (lesser.question) questions.push(lesser.question);
  }
  addWayIn(known, addCall, questions, note);

  const dates = datesOf(done, known.zone, questions);
  for (const each of dates.evidence) note(each.at, each.value, each.because);
  const booleans = booleansOf(done, habits.isPhp);
  if (booleans) note('booleans', booleans.value, booleans.because);
  const { limit, refusals } = done.prober.spent;
  const perMinute = limit ?? (refusals > 0 ? Math.max(10, Math.floor(known.perMinute / 2)) : undefined);
  if (perMinute !== undefined)
    note(
      'calls_per_minute',
      perMinute,
      limit ? 'the host says so in its answers' : 'it answered 429 to less than twice as many',
    );
  const token = tokenOf(known, note);

  return {
    file: {
      version: 1,
      root: done.prober.origin + done.root,
      preset,
      ...(Object.keys(envelope).length > 0 && { envelope }),
      ...(booleans && { booleans: booleans.value }),
      dates: { zone: dates.zone, write: dates.write },
      ...(token && { token }),
      ...(known.signedIn?.isByName && { login_name: 'user_name' }),
      ...((media.paths.length > 0 || Object.keys(media.origins).length > 0) && {
        media: {
          ...(media.paths.length > 0 && { paths: media.paths }),
          ...(Object.keys(media.origins).length > 0 && { origins: media.origins }),
        },
      }),
      ...(perMinute !== undefined && { calls_per_minute: perMinute }),
      fields,
      calls,
    },
    evidence,
    questions,
  };
}

type Note = (place: string, value: unknown, because: string, tried?: boolean) => void;
function fieldsOf(
  done: Surveyed,
  bases: ReadonlyMap<string, string>,
  session: Session | undefined,
  isLaravel: boolean,
  note: Note,
): Record<string, Record<string, FieldPlace>> {
  const fields: Record<string, Record<string, FieldPlace>> = {};
  const add = (entity: EntityName, found: KnownResource['fields']) => {
    const own: Record<string, FieldPlace> = {};
    for (const [name, { says, because, noneIsNull }] of found) {
      // An empty text is no address to most validators. Laravel makes null of it by itself.
      const meant =
        noneIsNull && !isLaravel && typeof says === 'string' ? { at: says, values: { '': null } } : says;
      const whole = withBase(meant, bases.get(`${entity}.${name}`));
      if (whole === name) continue;
      own[name] = whole;
      note(`fields.${entity}.${name}`, whole, because);
    }
    if (Object.keys(own).length > 0) fields[entity] = own;
  };
  for (const resource of Object.values(done.resources)) {
    const entity = entityOfKind[resource.kind];
    add(entity, resource.kind === 'post' ? lastKnown(resource, session) : resource.fields);
    for (const [inner, found] of Object.entries(resource.inside)) if (found) add(inner as EntityName, found);
  }
  const base = bases.get('project_image.image');
  if (base !== undefined && !fields.project_image) fields.project_image = { image: { base } };
  return fields;
}

async function mediaOf({ done, mediaOrigins }: Known, questions: string[]) {
  const all = Object.values(done.resources);
  const fields = all.flatMap((resource) => [
    ...mediaFieldsOf(entityOfKind[resource.kind], resource.path, resource.fields, resource.rows, at),
    ...Object.entries(resource.inside).flatMap(([entity, found]) => {
      const inside = resource.kind === 'project' ? 'images' : 'tech_img';
      const place = resource.fields.get(inside)?.place ?? '';
      const rows = resource.rows
        .flatMap((row) => at(row, place))
        .filter((row) => typeof row === 'object' && row !== null);
      return found
        ? mediaFieldsOf(entity as EntityName, resource.path, found, rows as Record<string, unknown>[], at)
        : [];
    }),
  ]);
  const pictures = all.flatMap(({ rows, fields: found, kind }) => {
    const place = kind === 'project' ? found.get('images')?.place : undefined;
    return place
      ? rows.flatMap((row) => at(row, place)).filter((each): each is string => typeof each === 'string')
      : [];
  });
  const works = done.resources.project?.path;
  const bare = pictures.filter((each) => isPicture(each) && !/^(https?:)?\/\/|^\//i.test(each));
  if (works !== undefined && bare.length > 0)
    fields.push({ entity: 'project_image', field: 'image', list: works, samples: bare });
  const inTexts = [
    ...all.flatMap(({ rows }) => picturesInText(rows)),
    ...pictures.filter((each) => /^(https?:)?\/\/|^\//i.test(each)),
  ];
  const found = await findMediaPlaces(done.prober, { root: done.root, fields, inTexts, named: mediaOrigins });
  questions.push(...found.missing);
  return found;
}

function booleansOf({ resources }: Surveyed, isPhp: boolean): { value: string; because: string } | undefined {
  const samples = Object.values(resources).flatMap(({ fields, path }) =>
    [...fields]
      .filter(([name]) => name === 'is_active')
      .map(([, { sample, place }]) => ({ sample, place: `${place} of ${path}` })),
  );
  const truth = samples.find(({ sample }) => typeof sample === 'boolean');
  // A form of PHP has texts alone, and "true" is no boolean to its validators.
  if (truth && !isPhp) return { value: 'booleans', because: `${truth.place} is ${truth.sample}` };
  const text = samples.find(({ sample }) => sample === '1' || sample === '0');
  return text ? { value: 'texts', because: `${text.place} is "${text.sample}"` } : undefined;
}

/** Who signed in for the doctor may write here: their word is a role of ours, and others come in once somebody has added theirs. */
function roleOf(json: unknown, place: string): unknown {
  const said = at(json, place);
  // Of several words one may be everybody's.
  const words = Array.isArray(said) ? said.filter((word) => !everybodys.test(String(word))) : [said];
  if (words.length === 0) return undefined;
  const role = roles.find((each) => words.includes(each)) ?? roles[0];
  return { at: place, values: { [role]: words.length === 1 ? words[0] : words } };
}

/** Words for whoever has an account. */
const everybodys = /^(user|customer|client|member|subscriber|guest|authenticated|registered|public)$/i;

function tokenOf({ signedIn, session }: Known, note: Note): Record<string, unknown> | undefined {
  if (!signedIn || !session) return undefined;
  const { from, user, because } = signedIn;
  note('token.from', from, because);
  note('token.send', session.send, session.because, session.isTried);
  const { role: place, ...others } = user;
  const role = place && roleOf(signedIn.seen.json, place);
  const who = { ...others, ...(role !== undefined && { role }) };
  const isTold = Object.keys(who).length > 0;
  if (isTold) note('token.user', who, `${signedIn.seen.call} answered texts there`);
  return { from, send: session.send, ...(isTold && { user: who }) };
}

function addWayIn({ way, signedIn, logout }: Known, addCall: AddCall, questions: string[], note: Note): void {
  const known = signedIn?.way ?? way;
  if (!known) {
    questions.push('calls.login: no call was found that signs in: ask for its path, and say --login /path');
    return;
  }
  const isOurs = known.nameField === 'email' && known.passwordField === 'password';
  addCall(
    'login',
    known.path,
    signedIn ? `${known.because}; a sign-in there worked` : known.because,
    {
      ...(known.send === 'urlencoded' && { send: known.send }),
      ...(!isOurs && known.nameField && { body: { email: known.nameField, password: known.passwordField } }),
      ...(Object.keys(known.extras).length > 0 && { add_body: known.extras }),
    },
    signedIn !== undefined,
  );
  if (logout)
    addCall(
      'logout',
      logout.path,
      logout.because,
      logout.method === 'POST' ? {} : { method: logout.method },
      false,
    );
  else note('calls.logout', 'absent', 'the site forgets the token; the host is not told', false);
}

function envelopeBecause({ resources, refusals }: Surveyed, name: string): string {
  const list = resources.post ?? Object.values(resources)[0];
  if (name === 'one')
    return list?.single ? `${list.single.seen.call} has the thing there` : 'the usual place';
  if (['success', 'status', 'message', 'errors'].includes(name))
    return `${refusals.find(({ json }) => json !== undefined)?.call ?? 'a refusal'} answered so`;
  return name === 'paging'
    ? (list?.pages.because ?? '')
    : `${list?.seen.call ?? 'a list'} has it there${list?.pages.paging === 'none' ? '' : ', and page 2 agrees'}`;
}
