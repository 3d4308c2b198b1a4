import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/json.ts';
import { nameAtHost } from '../../hosts/adapt/requests.ts';
import { readAt } from '../../hosts/host-file/pieces.ts';
import { openHostCalls } from '../archive/host/calls.ts';
import { type CheckOptions, type Finding, fatal, inGroup, there, wrong } from './finding.ts';
import type { AdaptedHost } from './host.ts';

/** A picture of one pixel, for hosts that do not accept a post without a picture. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = {
  ...({ kind: 'file', name: 'blog_image', fileName: 'draft-of-the-doctor.png', type: 'image/png' } as const),
  source: pixel,
  size: pixel.length,
};

/**
 * Implements `--try-writes`: creates a draft through host.json, finds it in the list, changes it, reads it and deletes
 * it. Returns a finding for each step.
 */
export async function tryWrites(
  adapted: AdaptedHost,
  {
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    VIEW_BLOG_AUTH_HEADER: misspelledHeader,
  }: CheckOptions['config'],
) {
  const who = password ? { email, password } : undefined;
  const steps: Finding[] = [];
  const note = (subject: string, isGood: boolean, text: string) =>
    void steps.push(inGroup('writes')(subject, (isGood ? there : fatal)(text)));
  const title = `Draft of the doctor, ${new Date().toISOString()}`;
  const byHand = `delete “${title}” at the host yourself`;
  const { upstream, has, map } = adapted;
  const values = [
    ['description', '<p>A draft. It is deleted at once.</p>'],
    ['is_active', '0'],
    ...(map.fieldsOf('blog')?.has('excerpt') ? [['excerpt', 'A draft.'] as const] : []),
  ] as const;
  if (!who || !has(contract.saveBlog)) {
    const why = who ? 'the file has no call that saves a post' : 'no one is signed in';
    note('save a draft', false, `${why}, so none was saved`);
    return steps;
  }
  const paths = { loginPath: contract.login.path, logoutPath: contract.logout.path, misspelledHeader };
  try {
    const calls = await openHostCalls(upstream, who, { ...paths, has, say() {}, async wait() {} });
    const send = async (subject: string, ...said: Parameters<typeof calls.send>) => {
      const answer = await calls.send(...said);
      const { method, path } = contract[said[0]];
      if (!('refused' in answer)) {
        note(subject, true, 'done');
        steps.push(inGroup('known')(`${method} ${path}`, there('tried with a draft (--try-writes)')));
      } else note(subject, false, answer.refused + hintFor(adapted, said[0], answer.refused));
      return 'refused' in answer ? undefined : answer;
    };
    const draft = { values: [['blog_title', title], ...values] } as const;
    const whole = await send('save a draft with a picture', 'saveBlog', { ...draft, files: [picture] });
    const saved = whole ?? (await send('save one without a picture', 'saveBlog', draft));
    if (!saved) return steps;
    if (map.file.media.upload)
      note('its picture', true, `${picture.fileName} stays in its media: delete it there`);
    const rows = readAt(await calls.get('blogs', { query: { page: '1' } }), 'data');
    const mine = (Array.isArray(rows) ? rows.filter(isRecord) : []).find((row) => row.blog_title === title);
    const unseen =
      'it is not on the first page. The site shows lists in the order of the host: if this one is not the newest first, add a sort to calls.blogs and calls.activeBlogs, such as "add_query": { "sort": "-created_at" }';
    note(
      'find it in the list of posts',
      mine !== undefined,
      mine ? `is_active is ${String(mine.is_active)}` : unseen,
    );
    if (whole && mine && !mine.blog_image)
      steps.push(
        inGroup('writes')(
          'its picture',
          wrong(
            'is not in the answer: the host may take it under another name',
            'name the field in host.json (blog_image in body, or in uploads, of calls.saveBlog and calls.editBlog), and its place in answers (fields.blog.blog_image)',
          ),
        ),
      );
    const id = (mine?.id ?? readAt(saved.data, 'id')) as Id | undefined;
    if (id === undefined) note('change and delete it', false, `its id is not known: ${byHand}`);
    if (id === undefined) return steps;
    const read = async () => {
      const post = await calls.get('singlePost', { id });
      return isRecord(post) ? post : {};
    };
    const before = await read();
    const changed = [['blog_id', String(id)], ['blog_title', `${title}, changed`], ...values] as const;
    await send('change it', 'editBlog', { id, values: changed });
    const now = await read();
    const had = ['description', 'excerpt', 'blog_image'].filter((name) => before[name]);
    const lost = had.filter((name) => !now[name]);
    note(
      'read it as it was changed',
      now.blog_title === `${title}, changed` && lost.length === 0,
      lost.length > 0
        ? `the change emptied ${lost.join(', ')}: the host takes what is not sent for empty. Give calls.editBlog a "method" that changes only what is sent, such as PATCH, or say what the site reads and sends again: ${JSON.stringify({ resend: resendOf(adapted, lost, had) })} (the name in the body, then its place in the record; add the host's own fields)`
        : `its title is “${String(now.blog_title)}”`,
    );
    if (!(await send('delete it', 'deleteBlog', { id, values: [] }))) note('clean up', false, byHand);
    await calls.signOut();
  } catch (error) {
    note('go on', false, `${(error as Error).message} ${byHand}, if it is there`);
  }
  return steps;
}

/** Returns the entry of host.json with which the lost fields of a post are sent again; null for a picture that is kept. */
function resendOf({ map }: AdaptedHost, lost: readonly string[], had: readonly string[]) {
  const { fields, call } = map.calledFor(contract.saveBlog) ?? {};
  const named = had.filter((name) => lost.includes(name) || name === 'blog_image');
  const names = named.map((name) => {
    const reference = call?.uploads?.[name];
    const place = reference ?? fields?.get(name)?.path ?? name;
    return [reference ?? call?.body?.[name] ?? place, lost.includes(name) ? place : null];
  });
  return Object.fromEntries(names);
}

/** Returns the lines of host.json that mend a refusal; '' if none are known. */
function hintFor({ map }: AdaptedHost, name: CallName, refused: string) {
  if (refused.startsWith('415'))
    return `: it may accept no form; then set "send": "json" (or "json_api") in calls.${name}`;
  const mapped = map.calledFor(contract[name]);
  if (!/^4(00|22)/.test(refused) || !mapped) return '';
  // Without `body` the fields are sent under the names of the answers, and many hosts take others.
  const body = ['blog_title', 'description', 'is_active', 'blog_image'].map((ours) => [
    ours,
    nameAtHost(mapped, ours) ?? ours,
  ]);
  return `. It was sent with these names. If the host takes others, name all of them in calls.${name}: ${JSON.stringify({ path: mapped.call.path, body: Object.fromEntries(body) })}`;
}
