import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/is-record.ts';
import type { HostFile } from '../../../hosts/host-file/schema.ts';
import { openHostCalls } from '../../moving/host/calls.ts';
import { adaptedHost } from '../adapted-host.ts';
import { dig, type Finding } from '../finding.ts';
import type { Prober } from './prober.ts';

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
 * Implements `--try-writes`: creates a draft through the proposed file, finds it in the list, changes it, reads it
 * and deletes it. Returns a finding for each step.
 */
export async function tryWrites(
  prober: Prober,
  file: HostFile,
  who: { email: string; password: string } | undefined,
  misspelledHeader: string,
): Promise<Finding[]> {
  const steps: Finding[] = [];
  const note = (subject: string, isGood: boolean, text: string) =>
    void steps.push({ group: 'known', result: isGood ? 'there' : 'wrong', subject, text });
  const title = `Draft of the doctor, ${new Date().toISOString()}`;
  const byHand = `delete “${title}” at the host yourself`;
  const values = [
    ['description', '<p>A draft. It is deleted at once.</p>'],
    ['is_active', '0'],
  ] as const;
  const { upstream, has } = adaptedHost(prober.upstream, file, []);
  if (!who || !has(contract.saveBlog)) {
    const why = who ? 'the file has no call that saves a post' : 'no one is signed in';
    note('save a draft', false, `${why}, so none was saved`);
    return steps;
  }
  const waiting = { say() {}, async wait() {} };
  const paths = { loginPath: contract.login.path, logoutPath: contract.logout.path, misspelledHeader };
  try {
    const calls = await openHostCalls(upstream, who, { ...paths, has, ...waiting });
    const send = async (subject: string, ...said: Parameters<typeof calls.send>) => {
      const answer = await calls.send(...said);
      const refused = 'refused' in answer ? answer.refused : undefined;
      const hint = refused?.startsWith('415')
        ? `: it may accept no form; then set "send": "json" in calls.${said[0]}`
        : '';
      note(subject, refused === undefined, refused === undefined ? 'done' : refused + hint);
      return 'refused' in answer ? undefined : answer;
    };
    const draft = { values: [['blog_title', title], ...values] } as const;
    const saved =
      (await send('save a draft with a picture', 'saveBlog', { ...draft, files: [picture] })) ??
      (await send('save one without a picture', 'saveBlog', draft));
    if (!saved) return steps;
    if (file.media.upload)
      note('its picture', true, `${picture.fileName} stays in its media: delete it there`);
    prober.forget();
    const rows = dig(await calls.get('blogs', { query: { page: 1 } }), ['data']);
    const mine = (Array.isArray(rows) ? rows.filter(isRecord) : []).find((row) => row.blog_title === title);
    const found = mine ? `is_active is ${String(mine.is_active)}` : 'it is not on the first page';
    note('find it in the list of posts', mine !== undefined, found);
    const id = (mine?.id ?? dig(saved.data, ['id'])) as Id | undefined;
    if (id === undefined) note('change and delete it', false, `its id is not known: ${byHand}`);
    if (id === undefined) return steps;
    const changed = [['blog_id', String(id)], ['blog_title', `${title}, changed`], ...values] as const;
    await send('change it', 'editBlog', { id, values: changed });
    const now = dig(await calls.get('singlePost', { id }), ['blog_title']);
    note('read it as it was changed', now === `${title}, changed`, `its title is “${String(now)}”`);
    if (!(await send('delete it', 'deleteBlog', { id, values: [] }))) note('clean up', false, byHand);
  } catch (error) {
    note('go on', false, `${(error as Error).message} ${byHand}, if it is there`);
  }
  prober.forget();
  return steps;
}
