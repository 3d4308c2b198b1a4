import type { Credentials } from '#shared/schemas/session.ts';
import { start as startLaravel } from './laravel/start.ts';
import { start as startNest } from './nest/start.ts';
import { start as startPrefixed } from './prefixed/start.ts';
import type { RunningHost } from './support/server.ts';

/** A post as it stands at a host, in words that all of them share. */
interface HostPost {
  id: string;
  title: string;
  text: string;
  isActive: boolean;
  picture: Buffer | undefined;
}

interface HostProject {
  id: string;
  title: string;
  text: string;
  categoryId: string;
  pictures: Buffer[];
}

/** One of the three hosts while it runs, looked into by what it keeps and not by what it answers. */
export interface AnyHost extends Pick<RunningHost<never>, 'url' | 'requests' | 'stop'> {
  name: HostName;
  /** As people type them: what stands in the place of an email address may be a user name. */
  admin: Credentials;
  /** Addresses in its host.json, and those of this run. */
  addresses: Record<string, string>;
  /** All of them, in the order in which they were made. */
  posts(): HostPost[];
  projects(): HostProject[];
  categories(): { id: string; title: string }[];
  /** All sessions end. */
  endTokens(): void;
}

interface Settings {
  posts?: number;
  projects?: number;
  /** Calls a minute that each client has; the Nest host counts none. */
  perMinute?: number;
}

const kinds = { laravel: openLaravel, nest: openNest, prefixed: openPrefixed };

export type HostName = keyof typeof kinds;

export const hostNames = Object.keys(kinds) as HostName[];

export type HostNamed<Name extends HostName> = Awaited<ReturnType<(typeof kinds)[Name]>>;

/** Starts a host. The one with a prefix takes 60 calls a minute unless it is told otherwise. */
export function openHost<Name extends HostName>(
  name: Name,
  settings: Settings = {},
): Promise<HostNamed<Name>> {
  return kinds[name](settings) as Promise<HostNamed<Name>>;
}

async function openLaravel(settings: Settings) {
  const host = await startLaravel(settings);
  const { data } = host;
  const file = (path: string | null) => (path === null ? undefined : data.files.get(path));
  return {
    ...host,
    name: 'laravel' as const,
    addresses: { 'http://laravel.example': host.url },
    posts: () =>
      data.posts.map(({ id, title, body: text, is_published: isActive, cover }) => ({
        id: String(id),
        title,
        text,
        isActive,
        picture: file(cover),
      })),
    projects: () =>
      data.projects.map(({ id, name: title, description: text, service_id, images }) => ({
        id: String(id),
        title,
        text,
        categoryId: String(service_id),
        pictures: images.flatMap(({ path }) => file(path) ?? []),
      })),
    categories: () => data.services.map(({ id, name: title }) => ({ id: String(id), title })),
  } satisfies AnyHost;
}

async function openNest(settings: Settings) {
  const host = await startNest(settings);
  const { data, admin } = host;
  const file = (url: string | null) =>
    url === null ? undefined : data.files.get(url.replace('/uploads/', ''));
  return {
    ...host,
    name: 'nest' as const,
    admin: { email: admin.username, password: admin.password },
    addresses: { 'http://nest.example': host.url },
    posts: () =>
      data.articles.map(
        ({ uuid: id, headline: title, contentHtml: text, isPublished: isActive, coverImageUrl }) => ({
          id,
          title,
          text,
          isActive,
          picture: file(coverImageUrl),
        }),
      ),
    projects: () =>
      data.works.map(({ uuid: id, title, descriptionHtml: text, categoryId, gallery }) => ({
        id,
        title,
        text,
        categoryId,
        pictures: gallery.flatMap(({ url }) => file(url) ?? []),
      })),
    categories: () => data.categories.map(({ uuid: id, name: title }) => ({ id, title })),
  } satisfies AnyHost;
}

async function openPrefixed(settings: Settings) {
  const host = await startPrefixed(settings);
  const { data, admin, cdn } = host;
  return {
    ...host,
    name: 'prefixed' as const,
    admin: { email: admin.username, password: admin.password },
    addresses: { 'http://prefixed.example': host.url, 'http://cdn.prefixed.example': cdn.url },
    posts: () =>
      data.news.map(({ id, title, text, is_active: isActive, image }) => ({
        id: String(id),
        title,
        text,
        isActive,
        picture: data.media.get(`news/${image}`),
      })),
    projects: () =>
      data.works.map(({ id, name: title, text, group_id, pictures }) => ({
        id: String(id),
        title,
        text,
        categoryId: String(group_id),
        pictures: pictures.flatMap(({ file }) => data.cdn.get(`works/${file}`) ?? []),
      })),
    categories: () => data.groups.map(({ id, name: title }) => ({ id: String(id), title })),
  } satisfies AnyHost;
}
