import { setTimeout as sleep } from 'node:timers/promises';
import { image } from '../support/files.ts';
import { blogForm } from '../support/forms.ts';
import { formData, openClient, tooSoon } from '../support/product.ts';

const versions = 3;
export const pictures = await Promise.all([60, 90, 120].map((width) => image('png', width, 40)));

/** A post by its title's first word: the last version that was acknowledged, and the last that was sent. */
interface Written {
  acknowledged: number;
  sent: number;
  isScheduled: boolean;
}

/**
 * Clients that write as fast as they are answered, until `stop`: posts in several versions, each with a picture of its
 * own, their schedules, and applications. `urls` are the processes of one site, one of which a write is sent to.
 */
export async function openWriters(urls: readonly string[], lanes = 6) {
  const client = await openClient(urls[0] ?? '');
  await tooSoon();
  const posts = new Map<string, Written>();
  const applications = new Map<string, boolean>();
  const problems: string[] = [];
  let acknowledged = 0;
  let cut = 0;
  let isOver = false;

  /** True if the write was acknowledged; false if its connection ended before the answer. */
  const isTaken = async (what: string, sending: Promise<Response>) => {
    try {
      const answer = await sending;
      await answer.clone().arrayBuffer();
      if (answer.ok) acknowledged += 1;
      else problems.push(`${what} was answered with ${answer.status} ${await answer.text()}`);
      return answer.ok;
    } catch (error) {
      // Any other error is one of this program.
      if (!/fetch failed|terminated/.test(String(error))) throw error;
      cut += 1;
      await sleep(100);
      return false;
    }
  };
  const write = async (at: string, name: string) => {
    const post: Written = { acknowledged: -1, sent: -1, isScheduled: false };
    posts.set(name, post);
    let id: string | undefined;
    for (let version = 0; version < versions; version += 1) {
      const texts = { blog_title: `${name} ${version}`, is_active: '0', description: `<p>${version}</p>` };
      const body = formData(await blogForm(texts));
      body.set(
        'blog_image',
        new File([new Uint8Array(pictures[version] ?? [])], 'p.png', { type: 'image/png' }),
      );
      if (id !== undefined) body.set('blog_id', id);
      post.sent = version;
      const sending = client.post(at, id === undefined ? '/api/saveBlog' : '/api/editBlog', body);
      if (!(await isTaken('a post', sending))) return;
      post.acknowledged = version;
      id ??= String((await (await sending).json()).data.id);
    }
    const publishAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    post.isScheduled = await isTaken(
      'a schedule',
      client.post(at, `/api/scheduleBlog/${id}`, { publish_at: publishAt }),
    );
  };
  const apply = async (at: string, name: string) => {
    const email = `${name}@applicant.example`;
    applications.set(email, false);
    applications.set(email, await isTaken('an application', client.apply(at, email)));
  };
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let round = 0; !isOver; round += 1) {
        const at = urls[(lane + round) % urls.length] ?? '';
        await (round % 3 === 0 ? write : apply)(at, `w${lane}-${round}`);
      }
    }),
  );
  running.catch(() => {
    isOver = true;
  });
  return {
    client,
    posts,
    applications,
    problems,
    counts: () => ({ acknowledged, cut }),
    /** Waits until this many more writes are acknowledged. */
    async more(count: number) {
      for (const end = acknowledged + count; acknowledged < end && !isOver; ) await sleep(5);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
