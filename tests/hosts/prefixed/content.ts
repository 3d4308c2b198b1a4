import { picture } from '../support/pictures.ts';
import { momentOf, textOf, titleOf } from '../support/words.ts';

/**
 * Rows of its tables. Ids are numbers in the database and texts in every answer, as the database driver returns them.
 */
export interface PrefixedData {
  news: News[];
  groups: Group[];
  works: Work[];
  staff: Person[];
  /** Files under /cms/media, by path. */
  media: Map<string, Buffer>;
  /** Files on the CDN, by path. */
  cdn: Map<string, Buffer>;
  /** Valid tokens, with their accounts. */
  tokens: Map<string, Account>;
}

interface Row {
  id: number;
  /** Time in Unix seconds. */
  created: number;
  changed: number;
}

export interface News extends Row {
  title: string;
  teaser: string;
  text: string;
  image: string;
  is_active: boolean;
  author: string;
  tags: string;
}

export interface Group extends Row {
  name: string;
  image: string;
}

export interface Work extends Row {
  group_id: number;
  name: string;
  text: string;
  link: string;
  sort: number;
  pictures: { id: number; file: string }[];
}

export interface Person extends Row {
  fullname: string;
  job: string;
  about: string;
  photo: string;
  sort: number;
  is_active: boolean;
}

export interface Account {
  mail: string;
  level: 'editor' | 'customer';
}

export const accounts = {
  editor: {
    username: 'redaktion',
    password: 'Gr0wn-over-years',
    mail: 'redaktion@firma.example',
    level: 'editor',
  },
  customer: {
    username: 'kunde17',
    password: 'kunde17-geheim',
    mail: 'kunde@firma.example',
    level: 'customer',
  },
} as const;

export async function seed(
  cdnUrl: string,
  counts: { posts: number; projects: number },
): Promise<PrefixedData> {
  const media = new Map<string, Buffer>();
  const cdn = new Map<string, Buffer>();
  /** File names are eight hexadecimal digits, unrelated to the row. */
  const stored = async (disk: Map<string, Buffer>, folder: string, number: number, end: 'jpg' | 'png') => {
    const name = `${((number * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}.${end}`;
    disk.set(`${folder}/${name}`, await picture(number, end === 'jpg' ? 'jpeg' : 'png'));
    return name;
  };
  const written = (number: number) => {
    const created = Math.floor(momentOf(number) / 1000);
    return { created, changed: created + 90 };
  };
  const inText = async (number: number) => `${cdnUrl}/inline/${await stored(cdn, 'inline', number, 'png')}`;
  const data: PrefixedData = { news: [], groups: [], works: [], staff: [], media, cdn, tokens: new Map() };

  for (let number = 1; number <= counts.posts; number += 1) {
    data.news.push({
      id: number + 16,
      title: titleOf(number),
      teaser: `What became of ${titleOf(number)}`,
      text: textOf(number, number % 2 ? await inText(1000 + number) : undefined),
      image: number % 5 === 2 ? '' : await stored(media, 'news', number, number % 3 ? 'jpg' : 'png'),
      is_active: number % 8 !== 0,
      author: number % 2 ? 'jm' : 'redaktion',
      tags: number % 3 ? 'print,web' : '',
      ...written(number),
    });
  }
  for (const [index, name] of ['Fotografie', 'Webseiten & Shops', 'Druck'].entries()) {
    const id = index + 2;
    data.groups.push({ id, name, image: await stored(media, 'groups', 2000 + id, 'png'), ...written(id) });
  }
  for (let number = 1; number <= counts.projects; number += 1) {
    data.works.push({
      id: number + 300,
      group_id: 2 + (number % 3),
      name: titleOf(100 + number),
      text: textOf(100 + number, number % 4 === 0 ? await inText(1500 + number) : undefined),
      link: number % 2 ? `http://kunde-${number}.example.com` : '',
      sort: number * 5,
      pictures: [
        { id: number * 2 + 899, file: await stored(cdn, 'works', 3000 + number, 'jpg') },
        { id: number * 2 + 900, file: await stored(cdn, 'works', 4000 + number, 'png') },
      ],
      ...written(number),
    });
  }
  for (const [index, fullname] of ['Jürgen Maß', 'Sadia Malik', 'Karl Ott'].entries()) {
    const id = index + 5;
    data.staff.push({
      id,
      fullname,
      job: ['Inhaber', 'Fotografin', 'Setzer'][index] ?? '',
      about: index === 2 ? '' : `${fullname} ist seit ${1998 + index * 9} dabei.`,
      photo: await stored(media, 'staff', 5000 + id, 'jpg'),
      sort: id,
      is_active: index !== 2,
      ...written(id),
    });
  }
  return data;
}
