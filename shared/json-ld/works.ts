import { type Credit, readCredits } from '../credits.ts';
import { momentOf } from '../dates.ts';
import type { Blog } from '../entities/post.ts';
import type { Project } from '../entities/project.ts';
import { pathTo } from '../paths.ts';
import { shareImagePath } from '../share-image.ts';
import type { SiteInfo } from '../site/site-info.ts';
import { summaryText } from '../summary-text.ts';
import { publisher } from './organization.ts';

type Told = Partial<Pick<Blog, 'excerpt' | 'search_description' | 'share_image'>>;
type Post = Told &
  Pick<Blog, 'id' | 'blog_title' | 'description' | 'blog_image' | 'created_at' | 'updated_at'>;
type ShownProject = Told &
  Pick<Project, 'id' | 'title' | 'description' | 'images' | 'created_at' | 'updated_at' | 'year' | 'credits'>;

/**
 * The longest headline, in characters: search results cut a longer one
 * (developers.google.com/search/docs/appearance/structured-data/article).
 */
const headlineLength = 110;

/** Returns a post as schema.org markup (developers.google.com/search/docs/appearance/structured-data/article). */
export function blogPostingJsonLd(post: Post, info: SiteInfo) {
  const url = info.origin + pathTo('viewBlog', { id: post.id });
  const maker = publisher(info);
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    headline: [...post.blog_title].slice(0, headlineLength).join(''),
    description: descriptionOf(post) || undefined,
    image: images([post.share_image, post.blog_image], shareImagePath('post', post.id), info.origin),
    datePublished: isoOf(post.created_at),
    dateModified: isoOf(post.updated_at ?? post.created_at),
    author: maker,
    publisher: maker,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
  } as const;
}

/** Returns a project as schema.org markup: a work made by the company. `category` is the title of its category. */
export function creativeWorkJsonLd(project: ShownProject, category: string | undefined, info: SiteInfo) {
  const url = info.origin + pathTo('portfolioItem', { id: project.id });
  const contributors = readCredits(project.credits).map(contributor);
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    name: project.title,
    description: descriptionOf(project) || undefined,
    image: images(
      [project.share_image, ...project.images.map(({ image }) => image)],
      shareImagePath('project', project.id),
      info.origin,
    ),
    genre: category || undefined,
    dateCreated: project.year ? String(project.year) : isoOf(project.created_at),
    dateModified: isoOf(project.updated_at),
    creator: publisher(info),
    contributor: contributors.length > 0 ? contributors : undefined,
    url,
  } as const;
}

/** Returns a person as schema.org markup, with their role in the work if it is known (schema.org/Role). */
function contributor({ role, name }: Credit) {
  const person = { '@type': 'Person', name } as const;
  return role === '' ? person : ({ '@type': 'Role', roleName: role, contributor: person } as const);
}

/** Returns what search engines are told of a work: what its form says for them, or else how its text begins. */
export function descriptionOf(work: Told & { description: string }) {
  return work.search_description || work.excerpt || summaryText(work.description);
}

const isoOf = (text: string | undefined) => momentOf(text)?.toISOString();

/**
 * Returns the absolute URLs of those pictures that are on this site; the URL of the picture `ours` if there are none.
 */
function images(given: readonly (string | null | undefined)[], ours: string, origin: string) {
  const own = given.filter((image) => image?.startsWith('/') && !image.startsWith('//'));
  return (own.length > 0 ? own : [ours]).map((image) => origin + image);
}
