import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { bodyOf } from '../../../server/bff/hosts/call-body.ts';
import type { HostFile } from '../../../server/bff/hosts/host-file/schema.ts';
import { readJson } from '../../../server/bff/upstream/json-answer.ts';
import type { SentPart } from '../../../server/forms/read-form.ts';
import { adaptedHost } from '../adapted-host.ts';
import { dig, type Finding, isObject } from '../finding.ts';
import type { Prober } from './prober.ts';
import type { SignedIn } from './sign-in.ts';

/** A picture of one pixel, for hosts that take no post without one. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const picture: Extract<SentPart, { kind: 'file' }> = {
  kind: 'file',
  name: 'blog_image',
  fileName: 'draft-of-the-doctor.png',
  type: 'image/png',
  source: pixel,
  size: pixel.length,
};

/** `--try-writes`: saves a draft through the proposed file, changes it, reads it and deletes it. */
export async function tryWrites(
  prober: Prober,
  file: HostFile,
  signedIn: SignedIn | undefined,
): Promise<Finding[]> {
  const steps: Finding[] = [];
  const say = (subject: string, isGood: boolean, text: string) =>
    void steps.push({ group: 'known', result: isGood ? 'there' : 'wrong', subject, text });
  const { upstream, has } = adaptedHost(prober.upstream, file, []);
  if (!signedIn) say('save a draft', false, 'nobody is signed in, so that none was saved');
  else if (!has(contract.saveBlog)) say('save a draft', false, 'the file names no call that saves a post');
  if (steps.length > 0) return steps;

  type Name = 'saveBlog' | 'editBlog' | 'deleteBlog' | 'blogs' | 'singlePost';
  async function ask(name: Name, id: Id | undefined, values: [string, string][] = [], hasPicture = false) {
    const row: ContractRow = contract[name];
    const { method } = row;
    const sent = method === 'POST' ? bodyOf(row, values, hasPicture ? [picture] : []) : undefined;
    const headers = { ...sent?.headers, authorization: `Bearer ${signedIn?.token}` };
    const path = callPath(row, { ...(id !== undefined && { id }) }) + (name === 'blogs' ? '?page=1' : '');
    try {
      const { status, ...answer } = await upstream.request({ ...sent, method, path, row, headers });
      const json: unknown = await readJson({ status, ...answer }).catch(() => undefined);
      const isGood = status < 300;
      const words = isGood ? undefined : (dig(json, ['errors']) ?? dig(json, ['message']));
      const text = `${status} ${words ? JSON.stringify(words).slice(0, 200) : ''}`.trim();
      const isForm = String(sent?.headers?.['content-type']).startsWith('multipart/');
      const why = status === 415 && isForm ? `: it takes no form; say "send": "json" in calls.${name}` : '';
      return { isGood, json, text: text + why };
    } catch (error) {
      return { isGood: false, json: undefined, text: (error as Error).message };
    }
  }

  const title = `Draft of the doctor, ${new Date().toISOString()}`;
  const draft = (name: string): [string, string][] => [
    ['blog_title', name],
    ['description', '<p>A draft. It is deleted at once.</p>'],
    ['is_active', '0'],
  ];
  let saved = await ask('saveBlog', undefined, draft(title), true);
  const stays = file.media.upload ? `; ${picture.fileName} stays in its media: delete it there` : '';
  say('save a draft with a picture', saved.isGood, saved.text + (saved.isGood ? stays : ''));
  if (!saved.isGood) {
    saved = await ask('saveBlog', undefined, draft(title));
    say('save one without a picture', saved.isGood, saved.text);
  }
  if (!saved.isGood) return steps;
  prober.forget();
  const rows = dig((await ask('blogs', undefined)).json, ['data', 'data']);
  const mine = (Array.isArray(rows) ? rows.filter(isObject) : []).find((row) => row.blog_title === title);
  const found = mine ? `is_active is ${String(mine.is_active)}` : 'it is not on the first page';
  say('find it in the list of posts', mine !== undefined, found);
  const id = (mine?.id ?? dig(saved.json, ['data', 'id'])) as Id | undefined;
  const byHand = `delete “${title}” at the host yourself`;
  if (id === undefined) say('change and delete it', false, `its id is not known: ${byHand}`);
  if (id === undefined) return steps;
  const changed = await ask('editBlog', id, [['blog_id', String(id)], ...draft(`${title}, changed`)]);
  say('change it', changed.isGood, changed.text);
  const read = await ask('singlePost', id);
  const now = dig(read.json, ['data', 'blog_title']);
  const isChanged = now === `${title}, changed`;
  say(
    'read it as it was changed',
    isChanged,
    now === undefined ? read.text : `its title is “${String(now)}”`,
  );
  const gone = await ask('deleteBlog', id);
  say('delete it', gone.isGood, gone.isGood ? gone.text : `${gone.text}: ${byHand}`);
  prober.forget();
  return steps;
}
