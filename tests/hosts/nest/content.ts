import { createHash } from 'node:crypto';
import { picture } from '../support/pictures.ts';
import { momentOf, textOf, titleOf } from '../support/words.ts';

/** Entities as TypeORM loads them; files as paths below /uploads. */
export interface NestData {
  articles: Article[];
  categories: Category[];
  works: Work[];
  contacts: { fullName: string; emailAddress: string; text: string }[];
  /** Files under /uploads, by name. */
  files: Map<string, Buffer>;
  /** Ids of the valid tokens. */
  tokens: Set<string>;
}

interface Entity {
  uuid: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface Article extends Entity {
  headline: string;
  contentHtml: string;
  coverImageUrl: string | null;
  isPublished: boolean;
  publishedAt: Date | null;
  author: { uuid: string; fullName: string };
  tags: string[];
}

interface Category extends Entity {
  name: string;
  imageUrl: string;
  sortIndex: number;
}

export interface Work extends Entity {
  title: string;
  descriptionHtml: string;
  categoryId: string;
  liveUrl: string | null;
  sortIndex: number;
  gallery: { uuid: string; url: string }[];
}

/** Returns a UUID of version 4 for each name, always the same. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const owner = {
  user: { id: uuidOf('owner'), fullName: 'Tomás Rivera', email: 'tomas@studio-nest.example', role: 'ADMIN' },
  username: 'tomas',
  password: 'n3st-p4ssphrase',
};

export async function seed(counts: { posts: number; projects: number }): Promise<NestData> {
  const files = new Map<string, Buffer>();
  const uploaded = async (name: string, number: number) => {
    files.set(name, await picture(number, name.endsWith('.webp') ? 'webp' : 'png'));
    return `/uploads/${name}`;
  };
  const dates = (number: number) => ({
    createdAt: new Date(momentOf(number) + 123),
    updatedAt: new Date(momentOf(number) + 90_456),
  });
  const data: NestData = { articles: [], categories: [], works: [], contacts: [], files, tokens: new Set() };

  for (let number = 1; number <= counts.posts; number += 1) {
    const uuid = uuidOf(`article ${number}`);
    const inText = number % 3 === 0 ? await uploaded(`inline-${number}.png`, 1000 + number) : undefined;
    const isPublished = number % 6 !== 0;
    data.articles.push({
      uuid,
      headline: titleOf(number),
      contentHtml: textOf(number, inText),
      coverImageUrl: number % 4 === 3 ? null : await uploaded(`cover-${number}.webp`, number),
      isPublished,
      publishedAt: isPublished ? new Date(momentOf(number) + 3_600_000) : null,
      author: { uuid: owner.user.id, fullName: owner.user.fullName },
      tags: number % 2 ? ['process', 'type'] : [],
      ...dates(number),
    });
  }
  for (const [index, name] of ['Identity', 'Digital products', 'Motion & film'].entries()) {
    data.categories.push({
      uuid: uuidOf(name),
      name,
      imageUrl: await uploaded(`category-${index}.webp`, 2000 + index),
      sortIndex: index,
      ...dates(index),
    });
  }
  for (let number = 1; number <= counts.projects; number += 1) {
    data.works.push({
      uuid: uuidOf(`work ${number}`),
      title: titleOf(100 + number),
      descriptionHtml: textOf(100 + number),
      categoryId: data.categories[number % 3]?.uuid ?? '',
      liveUrl: number % 2 ? `https://live-${number}.example.com` : null,
      sortIndex: number,
      gallery: [
        { uuid: uuidOf(`image ${number} a`), url: await uploaded(`work-${number}-a.webp`, 3000 + number) },
        { uuid: uuidOf(`image ${number} b`), url: await uploaded(`work-${number}-b.png`, 4000 + number) },
      ],
      ...dates(number),
    });
  }
  return data;
}
