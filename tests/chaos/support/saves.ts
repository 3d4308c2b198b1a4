import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noisyPng, sha256, video } from '../../support/files.ts';
import type { Actor } from './actors.ts';
import type { AdminClient, CallAnswer } from './admin-client.ts';
import { openEngineData } from './engine-data.ts';
import type { Tally } from './tally.ts';

/** The changes whose success was reported to admins, and later changes without an answer. */
export interface Saves {
  actors: Actor[];
  /** Returns where the data of an engine differs. */
  problems(dataDir: string): string[];
  /** Number of writes that were answered. */
  readonly answered: number;
}

const versions = 3;
const jobStatuses = ['closed', 'open', 'filled'] as const;

interface Known {
  /** The last version that was answered; -1 before the first. */
  answered: number;
  /** The last version that was sent. */
  tried: number;
  deleted: 'no' | 'tried' | 'answered';
}

/**
 * Creates admins that save versions of posts with a picture and delete some, add projects with files, and open and
 * close jobs.
 */
export async function makeSaves(
  client: AdminClient,
  tally: Tally,
  { jobs = [], isPublic = true }: { jobs?: readonly number[]; isPublic?: boolean } = {},
): Promise<Saves> {
  const pictures = await Promise.all([60, 90, 120].map((width) => noisyPng(width, 100)));
  const film = new Uint8Array(video('mp4', 60_000));
  const posts = new Map<string, Known>();
  const projects = new Map<string, { answered: boolean }>();
  const jobsNow = new Map<number, Known>();
  let keys = 0;
  let answered = 0;
  let category: number | undefined;

  const count = (kind: string, { status, body }: CallAnswer): boolean => {
    const isDone = status === 200 && body.status === 1;
    tally.count(kind, status, isDone ? undefined : `${kind} with ${status}`);
    if (isDone) answered += 1;
    return isDone;
  };
  const idOf = (answer: CallAnswer) => (answer.body.data as { id?: number } | undefined)?.id;
  const picture = (version: number, name: string) =>
    new File([new Uint8Array(pictures[version % pictures.length] ?? [])], `${name}.png`, {
      type: 'image/png',
    });

  async function writePost(): Promise<void> {
    keys += 1;
    const key = `k${keys}`;
    const known: Known = { answered: -1, tried: -1, deleted: 'no' };
    posts.set(key, known);
    let id: number | undefined;
    for (let version = 0; version < versions; version += 1) {
      const texts = {
        blog_title: `${key} ${version}`,
        is_active: isPublic ? '1' : '0',
        description: `<p>${version}</p>`,
      };
      const form = formOf({ ...texts, ...(id !== undefined && { blog_id: String(id) }) });
      form.append('blog_image', picture(version, key));
      known.tried = version;
      const answer = await client.post(id === undefined ? '/api/saveBlog' : '/api/editBlog', form);
      if (!count('saves', answer)) return;
      known.answered = version;
      id ??= idOf(answer);
    }
    if (keys % 3 !== 0) return;
    known.deleted = 'tried';
    if (count('saves', await client.post(`/api/deleteBlog/${id}`))) known.deleted = 'answered';
  }

  async function writeProject(): Promise<void> {
    if (category === undefined) {
      const form = formOf({ title: 'Chaos' });
      form.append('image', picture(0, 'main'));
      form.append('tech_image[]', picture(1, 'one'));
      const answer = await client.post('/api/addProjectCategory', form);
      if (count('saves', answer)) category = idOf(answer);
      return;
    }
    keys += 1;
    const key = `p${keys}`;
    const known = { answered: false };
    projects.set(key, known);
    const form = formOf({
      title: key,
      category_id: String(category),
      description: '<p>It moves.</p>',
      project_url: '',
      v_order: '1',
    });
    form.append('video', new File([film], 'film.mp4', { type: 'video/mp4' }));
    for (const index of [0, 1]) form.append(`images[${index}]`, picture(index, key));
    known.answered = count('saves', await client.post('/api/addProject', form));
  }

  async function setStatus(): Promise<void> {
    const id = jobs[keys % jobs.length];
    keys += 1;
    if (id === undefined) return;
    const known = jobsNow.get(id) ?? { answered: -1, tried: -1, deleted: 'no' };
    jobsNow.set(id, known);
    known.tried += 1;
    const status = jobStatuses[known.tried % jobStatuses.length];
    if (count('statuses', await client.post(`/api/updateJobStatus/${id}`, { status })))
      known.answered = known.tried;
  }

  const act = (kind: string, everyMs: number, once: () => Promise<void>): Actor => ({
    kind,
    everyMs,
    act: once,
  });
  return {
    get answered() {
      return answered;
    },
    actors: [
      act('saves', 60, writePost),
      act('saves', 60, writePost),
      act('saves', 120, writeProject),
      ...(jobs.length > 0 ? [act('statuses', 60, setStatus)] : []),
      {
        kind: 'admin reads',
        everyMs: 60,
        async act(random) {
          const path = random() < 0.5 ? '/api/blogs?page=1' : '/api/getApplicants?page=1';
          const { status } = await client.get(path);
          tally.count('admin reads', status, status === 200 ? undefined : `${path} with ${status}`);
        },
      },
    ],
    problems(dataDir) {
      const hashes = pictures.map((each) => sha256(each));
      const found: string[] = [];
      const database = openEngineData(dataDir);
      const rows = (query: string) =>
        database.prepare(query).all() as Record<string, string | number | null>[];
      const hashOf = (address: unknown) => sha256(readFileSync(placeOf(dataDir, String(address))));
      try {
        const stored = new Map(
          rows('select * from blogs')
            .filter(({ blog_title: title }) => /^k\d+ \d$/.test(String(title)))
            .map((row) => [String(row.blog_title).split(' ', 1)[0], row]),
        );
        for (const [key, known] of posts) {
          const row = stored.get(key);
          const version = row ? Number(String(row.blog_title).split(' ')[1]) : -1;
          // A write in flight may have been carried out although its client got no answer.
          if (version < known.answered || version > known.tried)
            found.push(`post ${key} has version ${version}, not ${known.answered}`);
          if (!row) continue;
          const isDeleted = row.deleted_at !== null;
          if (isDeleted !== (known.deleted === 'answered') && known.deleted !== 'tried')
            found.push(`post ${key} is ${isDeleted ? '' : 'not '}deleted`);
          if (hashOf(row.blog_image) !== hashes[version % pictures.length])
            found.push(`post ${key} has the picture of another version`);
        }
        const byTitle = new Map(rows('select * from projects').map((row) => [row.title, row]));
        for (const [key, { answered: isAnswered }] of projects) {
          const row = byTitle.get(key);
          if (!row) {
            if (isAnswered) found.push(`project ${key} is lost`);
            continue;
          }
          const images = rows(`select * from project_images where project_id = ${row.id} order by position`);
          const whole = images.length === 2 && images.every((each, at) => hashOf(each.image) === hashes[at]);
          if (!whole || hashOf(row.video) !== sha256(Buffer.from(film)))
            found.push(`project ${key} is not whole`);
        }
        for (const [id, known] of jobsNow) {
          const status = String(rows(`select status from jobs where id = ${id}`)[0]?.status);
          const may = statusesOf(known);
          if (!may.includes(status)) found.push(`job ${id} is ${status}, not ${may[0]}`);
        }
      } finally {
        database.close();
      }
      return found;
    },
  };
}

/** Returns the possible statuses of a job: the last answered one, and those sent after it. */
function statusesOf({ answered, tried }: Known): string[] {
  return Array.from({ length: tried - answered + 1 }, (_, index) => {
    const at = answered + index;
    return at < 0 ? 'open' : (jobStatuses[at % jobStatuses.length] ?? '');
  });
}

function formOf(texts: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return form;
}

function placeOf(dataDir: string, address: string): string {
  return join(dataDir, 'media', address.slice('/storage/'.length));
}
