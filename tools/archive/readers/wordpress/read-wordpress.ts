import { isKnownRoute } from '#shared/routes.ts';
import { cleanText } from '../clean-text.ts';
import type { ForeignContent, ForeignRedirect } from '../foreign-content.ts';
import type { Noter, Notes } from '../notes.ts';
import { lineOf, type PostRow, postRow, tooLong } from '../post-row.ts';
import { itemOf, type WordPressItem } from './items.ts';
import { momentsOf } from './moments.ts';
import { postText } from './post-text.ts';
import { readXml, type XmlLimits } from './read-xml.ts';
import { isPost, isShown, newPathOf, surveyWordPress, titleOf, type WordPressSurvey } from './survey.ts';

/** Maximum number of bytes of a field other than the text and the excerpt of a post. */
const fieldBytes = 64 * 1024;
const mostFields = 5_000;

/**
 * Reads the export files of a WordPress site ("Tools, Export", WXR 1.0 to 1.2). The files are read twice: first to
 * collect what posts refer to, then to convert post after post. Memory therefore holds one text at a time, and short
 * data for each post and picture. Rejects with ArchiveProblem.
 */
export async function readWordPress(
  files: readonly string[],
  textBytes: number,
  notes: Notes,
): Promise<ForeignContent> {
  const limits: XmlLimits = { textBytes, fieldBytes, fields: mostFields };
  const survey = await surveyWordPress(files, limits, notes);

  async function* items(): AsyncGenerator<WordPressItem> {
    const seen = new Set<string>();
    for (const file of files)
      for await (const part of readXml(file, limits)) {
        if (part.name !== 'item') continue;
        const item = itemOf(part);
        if (!isPost(item) || !/^[1-9]\d{0,14}$/.test(item.id) || seen.has(item.id)) continue;
        seen.add(item.id);
        yield item;
      }
  }

  return {
    madeBy: 'WordPress',
    address: survey.home,
    feed: `${pathOf(survey.home)}/feed`,
    lines: survey.lines,
    async *posts(noterFor) {
      for await (const item of items()) {
        const row = rowOf(item, survey, textBytes, noterFor(item.id, titleOf(item)));
        if (row)
          yield {
            row,
            redirects: isShown(item) ? redirectsOf(item, survey, noterFor(item.id, titleOf(item))) : [],
          };
      }
    },
  };
}

function rowOf(
  item: WordPressItem,
  survey: WordPressSurvey,
  textBytes: number,
  note: Noter,
): PostRow | undefined {
  const { id, type, status, password, slug, link } = item;
  if (item.contentTooLong) {
    note(tooLong(textBytes));
    return undefined;
  }
  const content = cleanText(item.content);
  for (const wrong of content.wrong) note(`its text ${wrong}`);
  const moments = momentsOf(item, survey.offset);
  if (moments.guessed) note('its date has no time zone: read as UTC');
  noteStatus(item, moments.published, note);
  const isLater = status === 'future';
  const excerpt = lineOf(cleanText(item.excerpt).text);
  const of = (kind: string) =>
    item.terms.filter((term) => term.kind === kind).map(({ slug, name }) => ({ slug, name: lineOf(name) }));
  return postRow(
    {
      id,
      title: titleOf(item),
      text: () => postText(id, content.text, survey, note),
      shown: isShown(item),
      // The date of publication of a scheduled post is in the future, so the date of its last change is used as its
      // date of creation.
      created: isLater ? moments.changed : moments.published,
      updated: moments.changed,
      image: featured(item, survey, note),
      texts: {
        excerpt,
        search_title: searchWords(item, '_yoast_wpseo_title', 'rank_math_title'),
        search_description: searchWords(item, '_yoast_wpseo_metadesc', 'rank_math_description'),
      },
      custom: (name) => item.meta.get(name),
      extra: {
        source: 'wordpress',
        source_id: id,
        source_type: type,
        source_status: status,
        ...(slug && { slug: decoded(slug) }),
        ...(link && { address: link }),
        ...(item.author && {
          authors: [{ login: item.author, name: survey.authors.get(item.author) ?? item.author }],
        }),
        categories: of('category'),
        tags: of('post_tag'),
        ...(item.sticky && { sticky: true }),
        ...(password !== '' && { had_password: true }),
        ...(isLater && moments.published && { publish_at: moments.published.toISOString() }),
      },
    },
    textBytes,
    note,
  );
}

function noteStatus(
  { type, status, password }: WordPressItem,
  published: Date | undefined,
  note: Noter,
): void {
  if (type === 'page') note('is a page: imported as an inactive post, since this site has no such pages');
  else if (password !== '') note('was protected by a password: imported as inactive');
  else if (status === 'private') note('was private: imported as inactive');
  else if (status === 'future')
    note(
      `was scheduled${published ? ` for ${published.toISOString()}` : ''}: imported as inactive, schedule it again`,
    );
}

function featured(item: WordPressItem, { attachments, site }: WordPressSurvey, note: Noter) {
  const id = item.meta.get('_thumbnail_id') ?? '';
  if (!/^[1-9]/.test(id)) return undefined;
  const attachment = attachments.get(id);
  const url = attachment && site.resolve(attachment.address);
  if (url) return { address: url.href, alt: attachment.alt };
  note(`its picture (media ${id}) is not in the files: export the media as well`);
  return undefined;
}

/**
 * Returns the first of these values. A value with variables such as `%%title%%`, which a plug-in would have replaced,
 * is not used.
 */
function searchWords(item: WordPressItem, ...keys: string[]): string | undefined {
  const found = keys.map((key) => item.meta.get(key)?.trim()).find(Boolean);
  return found && !found.includes('%') ? lineOf(found) : undefined;
}

/** Decodes a slug. WordPress stores slugs in other scripts percent-encoded. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Returns redirects from all old URLs of a post: its link, its link with each former slug, its URL with the post's
 * number, and its URL with only the slug.
 */
function redirectsOf(item: WordPressItem, { site, slugs }: WordPressSurvey, note: Noter): ForeignRedirect[] {
  const to = newPathOf(item.id);
  const link = item.link === '' ? undefined : site.resolve(item.link);
  const path = link && site.isOwn(link) ? link.pathname : '/';
  const former = item.formerSlugs
    .filter((slug) => slug !== '' && item.slug !== '' && path.includes(`/${item.slug}`))
    .map((slug) => path.replace(`/${item.slug}`, () => `/${slug}`));
  const short = slugs.get(item.slug) === 1 ? [`/${item.slug}`] : [];
  if (isKnownRoute(path) && path !== '/')
    note(`its old address ${path} is a page of this site: no redirect was added`);
  const all = [path, ...former, `/?p=${item.id}`, ...short].map(withoutSlash);
  return [...new Set(all)]
    .filter((from) => from !== '/' && !isKnownRoute(from) && from !== to)
    .map((from) => ({ from, to }));
}

/** Returns the path of the folder in which the old site is; '' if it is at the root of its domain. */
function pathOf(home: string | null): string {
  return withoutSlash(URL.parse(home ?? '')?.pathname ?? '/').replace(/^\/$/, '');
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
