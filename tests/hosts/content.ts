import sharp from 'sharp';

/** What a field holds: `file` is one file, `files` a list of files, `one` the id of another record. */
type Kind = 'text' | 'flag' | 'number' | 'moment' | 'file' | 'files' | 'one';

/** A record as the host stores it: moments in milliseconds, files by their keys in `files`. */
export type HostRow = Record<string, unknown> & { id: number | string };

interface Resource {
  fields: Record<string, Kind>;
  /** Fields without which a record is refused. */
  needs?: readonly string[];
  /** Flag without which visitors do not see a record. */
  shown?: string;
  /** True if visitors send these records, and only admins read them. */
  visitorsSend?: true;
  /** Field for the id of the record in whose path a record is sent. */
  within?: string;
  /** Values of a new record. */
  fresh?: Record<string, unknown>;
}

export const resources: Record<string, Resource> = {
  posts: {
    fields: {
      title: 'text',
      body: 'text',
      is_published: 'flag',
      published_at: 'moment',
      cover: 'file',
      tags: 'text',
    },
    needs: ['title', 'body', 'cover'],
    shown: 'is_published',
    fresh: { cover: null, published_at: null, tags: '' },
  },
  services: {
    fields: { name: 'text', icon: 'file', technologies: 'files' },
    needs: ['name', 'icon'],
    fresh: { technologies: [] },
  },
  projects: {
    fields: {
      name: 'text',
      description: 'text',
      service: 'one',
      position: 'number',
      website: 'text',
      images: 'files',
    },
    needs: ['name', 'description', 'service'],
    fresh: { images: [], website: null },
  },
  vacancies: {
    fields: { title: 'text', employment: 'text', location: 'text', description: 'text', is_open: 'flag' },
    needs: ['title'],
    shown: 'is_open',
  },
  applications: {
    fields: {
      name: 'text',
      email: 'text',
      phone: 'text',
      motivation: 'text',
      state: 'text',
      resume: 'file',
      resume_name: 'text',
      vacancy: 'one',
    },
    needs: ['name', 'email'],
    visitorsSend: true,
    within: 'vacancy',
    fresh: { state: 'received', resume_name: 'cv.pdf' },
  },
  people: {
    fields: { name: 'text', role: 'text', bio: 'text', photo: 'file', active: 'flag' },
    needs: ['name'],
    shown: 'active',
  },
  messages: {
    fields: { name: 'text', email: 'text', text: 'text' },
    needs: ['name', 'text'],
    visitorsSend: true,
  },
  media: { fields: { url: 'file' } },
};

export interface Content {
  posts: number;
  projects: number;
}

export interface HostData {
  rows: Record<string, HostRow[]>;
  files: Map<string, Buffer>;
  /** Adds a record with an id that no other record has had. */
  add(name: string, fields: Record<string, unknown>): HostRow;
  /** Stores the bytes of a file, and returns its key. A key is returned unchanged. */
  keep(value: unknown): string;
  /** Returns a number that was not given before. */
  next(): number;
}

/** Every third post is a draft, every second has a cover, and every third a picture in its text. */
export async function contentFor(
  url: string,
  idOf: (number: number, name: string) => HostRow['id'],
  { posts, projects }: Content,
): Promise<HostData> {
  const files = new Map<string, Buffer>();
  const rows: Record<string, HostRow[]> = Object.fromEntries(
    Object.keys(resources).map((name) => [name, []]),
  );
  let count = 0;
  const next = () => (count += 1);
  const numbers = new Map<string, number>();
  const add: HostData['add'] = (name, fields) => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    const made = Date.UTC(2024, 0, number);
    const times = { created_at: made, updated_at: made };
    const row = { id: idOf(number, name), ...resources[name]?.fresh, ...times, ...fields };
    rows[name]?.push(row);
    return row;
  };
  const keep = (value: unknown) => {
    if (typeof value === 'string') return value;
    const key = `${next()}.png`;
    files.set(key, value as Buffer);
    return key;
  };
  /** Stores a picture, of another colour each time. */
  const drawn = async () => {
    const background = { r: (count * 53) % 256, g: count >> 8, b: 128 };
    return keep(
      await sharp({ create: { width: 48, height: 32, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  };
  for (const name of ['Brand & film', 'Print', 'Web']) add('services', { name, icon: await drawn() });
  for (let at = 1; at <= posts; at += 1) {
    const inText = at % 3 === 1 ? `<p><img src="${url}/storage/${await drawn()}"></p>` : '';
    const isShown = at % 3 !== 0;
    add('posts', {
      title: `Post ${at}: Größe, “quoted”`,
      body: `<p>Grüße, naïve façade, اردو</p>${inText}`,
      is_published: isShown,
      published_at: isShown ? Date.UTC(2024, 2, 2 * at, 12) : null,
      cover: at % 2 === 1 ? await drawn() : null,
      tags: 'design',
    });
  }
  for (let at = 1; at <= projects; at += 1)
    add('projects', {
      name: `Work ${at}`,
      description: '<p>Made.</p>',
      service: rows.services?.[(at - 1) % 3]?.id,
      position: at,
      website: `https://work.example/${at}`,
      images: [
        { id: next(), key: await drawn() },
        { id: next(), key: await drawn() },
      ],
    });
  for (const [title, location, is_open] of [
    ['Art director', 'Hamburg', true],
    ['Developer', 'Kiel', true],
    ['Closed one', 'Kiel', false],
  ])
    add('vacancies', { title, location, is_open, employment: 'full_time', description: '<p>Do it.</p>' });
  for (const name of ['Jana Admin', 'Mira Şahin', 'Ole Weg'])
    add('people', { name, active: name !== 'Ole Weg', role: 'Designer', bio: '', photo: await drawn() });
  return { rows, files, add, keep, next };
}
