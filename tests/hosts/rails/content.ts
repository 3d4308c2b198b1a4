import { picture } from '../support/pictures.ts';
import { momentOf, textOf, titleOf } from '../support/words.ts';
import type { User } from './framework.ts';

/** A record of any table; columns as in ActiveRecord, files by the name that CarrierWave stores. */
export interface Row {
  id: number;
  created_at: string;
  updated_at: string;
  [column: string]: unknown;
}

export const tableNames = [
  'posts',
  'categories',
  'projects',
  'images',
  'job_openings',
  'team_members',
  'contact_messages',
] as const;
export type TableName = (typeof tableNames)[number];

export interface RailsData {
  users: User[];
  tables: Record<TableName, Row[]>;
  /** Files under /uploads, by path. */
  files: Map<string, Buffer>;
}

export const iso = (time: number) => new Date(time).toISOString();

/** Like ActiveSupport's `parameterize`: a slug is made once, from a title, and never changes. */
export function parameterize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

/** CarrierWave stores a file and its smaller versions in the same folder. */
export const uploadedAt = (model: string, mount: string, id: number, name: string) =>
  `/uploads/${model}/${mount}/${id}/${name}`;
export const versionsOf: Record<string, readonly string[]> = {
  post: ['', 'medium_', 'thumb_'],
  project_image: ['', 'large_', 'thumb_'],
  team_member: ['', 'thumb_'],
};

export const owner = { email: 'admin@studio.example', password: 'correct-horse-1' };

/** Creates a studio's content; every seventh post is a draft. */
export async function seed(counts: { posts: number; projects: number }): Promise<RailsData> {
  const users = [
    ['Mara Lindqvist', owner.email, 'admin', owner.password] as const,
    ['Ines Carvalho', 'ines@studio.example', 'editor', null] as const,
  ].map(([name, email, role, password], at) => ({
    ...{ id: at + 1, name, email, role, password, jti: `seed-jti-${at + 1}` },
  }));
  const tables = Object.fromEntries(tableNames.map((name) => [name, [] as Row[]])) as RailsData['tables'];
  const data: RailsData = { users, tables, files: new Map() };
  let pictures = 0;
  const add = (table: TableName, number: number, row: object): Row => {
    const id = tables[table].length + 1;
    const made = { id, ...row, created_at: iso(momentOf(number)), updated_at: iso(momentOf(number)) };
    tables[table].push(made);
    return made;
  };
  const attach = async (model: string, row: Row, mount: string, name: string) => {
    row[mount] = name;
    for (const version of versionsOf[model] ?? []) {
      pictures += 1;
      data.files.set(
        uploadedAt(model, mount, row.id, `${version}${name}`),
        await picture(300 + pictures, 'png'),
      );
    }
  };

  for (let number = 1; number <= counts.posts; number += 1) {
    const isDraft = number % 7 === 0;
    const title = titleOf(number);
    const inText = `/uploads/editor/${number}/still.png`;
    const post = add('posts', number, {
      ...{ title, slug: parameterize(title), excerpt: number % 8 === 0 ? null : `Of ${number}.` },
      status: isDraft ? 'draft' : 'published',
      published_at: isDraft ? null : iso(momentOf(number) + 60_000),
      ...{ author_id: 1 + (number % 2), cover: null, meta_title: null, meta_description: null },
      body: textOf(number, number % 3 === 1 ? inText : undefined),
    });
    if (number % 3 === 1) data.files.set(inText, await picture(number, 'png'));
    if (number % 5 !== 0) await attach('post', post, 'cover', `cover-${number}.png`);
  }
  for (const [at, name] of ['Brand Films', 'Documentary', 'Animation'].entries())
    add('categories', at, {
      ...{ name, slug: parameterize(name), description: `${name} of ours.`, position: at + 1 },
    });
  for (let number = 1; number <= counts.projects; number += 1) {
    const title = titleOf(100 + number);
    const project = add('projects', number, {
      ...{ title, slug: parameterize(title), client: 'A client', year: 2019, summary: `Of ${number}.` },
      ...{ description: textOf(100 + number), video_url: `https://vimeo.com/${31_400_000 + number}` },
      ...{ featured: number % 4 === 0, position: number, category_id: 1 + (number % 3) },
    });
    for (let position = 1; position <= 1 + (number % 3); position += 1) {
      const image = add('images', number, {
        ...{ project_id: project.id, caption: null, position, file: null },
      });
      await attach('project_image', image, 'file', `still_${position}.png`);
    }
  }
  for (const [title, employment_type, active] of [
    ['Video Editor', 'full_time', true] as const,
    ['Motion Designer', 'freelance', true] as const,
    ['Production Intern', 'internship', true] as const,
    ['Studio Manager', 'part_time', false] as const,
  ])
    add('job_openings', 1, {
      ...{ title, slug: parameterize(title), location: 'Amsterdam', employment_type },
      ...{ description: textOf(1), closes_on: '2035-06-30', active },
    });
  for (const [at, name] of ['Mara Lindqvist', 'Yuki Sato'].entries()) {
    const member = add('team_members', at, {
      ...{ name, role: 'Director', bio: 'Likes light.', linkedin_url: null, position: at + 1, photo: null },
    });
    await attach('team_member', member, 'photo', `${parameterize(name)}.png`);
  }
  add('contact_messages', 1, {
    ...{ name: 'Lena Vogel', email: 'lena@example.org', subject: null, message: 'We would like a film.' },
  });
  return data;
}
