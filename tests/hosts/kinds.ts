import type { Credentials } from '#shared/schemas/session.ts';
import { start as startLaravel } from './laravel/start.ts';
import { start as startNest } from './nest/start.ts';
import { start as startPrefixed } from './prefixed/start.ts';
import type { RunningHost } from './support/server.ts';

/** A post as a host stores it, in field names that all hosts share. */
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

/** One of the three hosts while it runs; tests read its stored data, not its answers. */
export interface AnyHost extends Pick<RunningHost<never>, 'url' | 'requests' | 'stop'> {
  name: HostName;
  /** The credentials as people type them: a user name may replace the email address. */
  admin: Credentials;
  /** Addresses in the host's host.json, and the addresses of this run. */
  addresses: Record<string, string>;
  /** Returns all posts in order of creation. */
  posts(): HostPost[];
  projects(): HostProject[];
  categories(): { id: string; title: string }[];
  /** Ends all sessions. */
  endTokens(): void;
}

interface Settings {
  posts?: number;
  projects?: number;
  /** Calls a minute for each client; the Nest host has no limit. */
  perMinute?: number;
}

const kinds = { laravel: openLaravel, nest: openNest, prefixed: openPrefixed };

export type HostName = keyof typeof kinds;

export const hostNames = Object.keys(kinds) as HostName[];

export type HostNamed<Name extends HostName> = Awaited<ReturnType<(typeof kinds)[Name]>>;

/** Starts a host. The prefixed host accepts 60 calls a minute by default. */
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
