import { useEffect, useRef } from 'react';
import { jsonInScript } from '#shared/json.ts';
import { breadcrumbsJsonLd, type Crumb } from '#shared/json-ld/breadcrumbs.ts';
import { shareImageSize, studioShareImage } from '#shared/share-image.ts';
import { frame } from '#shared/words/en/frame.ts';
import { localeOf } from '#shared/words/language.ts';
import { useOrigin, useSite } from '../site-info.ts';
import { useWords } from '../words.ts';
import { useWasHydrated } from './use-is-hydrating.ts';

interface PageHeadProps {
  /** Title of the page without the company's name; by default the company's name with its tagline, if any. */
  title?: string;
  /** Description in one or two sentences; by default the company's description. */
  description?: string;
  /** Canonical path of the page on this site. Includes the query if it belongs to the canonical URL. */
  path: string;
  /** Number of the page of a list; a later one than the first has it in its title and its canonical URL. */
  page?: number;
  /** Path of the image in link previews of the page (shared/share-image.ts); by default the studio's image. */
  image?: string;
  /** A description of the picture on that image. */
  imageAlt?: string;
  type?: 'website' | 'article';
  /** ISO time at which an article was published. */
  published?: string;
  /** For pages that search engines should not index, such as search results. */
  noindex?: boolean;
}

/**
 * Metadata of a public page for search engines and link previews: title, description, canonical URL, Open Graph and
 * Twitter card. React puts the tags into the head, on the server too.
 */
export function PageHead({
  title: firstTitle,
  description,
  path: firstPath,
  page = 1,
  image = studioShareImage,
  imageAlt,
  type = 'website',
  published,
  noindex = false,
}: PageHeadProps) {
  const words = useWords(frame);
  const { name, tagline, description: ofCompany, language } = useSite();
  const isLater = page > 1 && firstTitle !== undefined;
  const title = isLater ? words('pages.titleOfPage', { title: firstTitle, page }) : firstTitle;
  const path = isLater ? `${firstPath}?page=${page}` : firstPath;
  const origin = useOrigin();
  const text = description || ofCompany;
  const named = (between: string) => (tagline ? name + between + tagline : name);
  return (
    <>
      <title>{title ? `${title} · ${name}` : named(' · ')}</title>
      <meta name="description" content={text} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={origin + path} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={name} />
      {/* The protocol's own default is English. */}
      {language !== 'en' && <meta property="og:locale" content={localeOf(language).replace('-', '_')} />}
      <meta property="og:title" content={title ?? name} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + image} />
      {image.startsWith('/share/') && (
        <>
          <meta property="og:image:width" content={String(shareImageSize.width)} />
          <meta property="og:image:height" content={String(shareImageSize.height)} />
        </>
      )}
      <meta
        property="og:image:alt"
        content={
          title && image !== studioShareImage ? title + (imageAlt ? `: ${imageAlt}` : '') : named(': ')
        }
      />
      {published && <meta property="article:published_time" content={published} />}
      {/* The card takes its title and description from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={origin + image} />
    </>
  );
}

type TopLevelPageHeadProps = Required<Pick<PageHeadProps, 'title' | 'description' | 'path'>> &
  Pick<PageHeadProps, 'page'>;

/** Metadata and breadcrumbs of a page that is directly below the home page. */
export function TopLevelPageHead(head: TopLevelPageHeadProps) {
  return (
    <>
      <PageHead {...head} />
      <Breadcrumbs trail={[{ name: head.title, path: head.path }]} />
    </>
  );
}

/**
 * Breadcrumbs of the page, for search engines. `trail` ends with the page itself. The home page is added at the
 * beginning.
 */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const words = useWords(frame);
  const origin = useOrigin();
  return <JsonLd data={() => breadcrumbsJsonLd(trail, origin, words('nav.home'))} />;
}

/**
 * Structured data for search engines, as a script element that is not run. The CSP therefore does not restrict it.
 * `<` is escaped, so that no text in the data can end the element. Hydration leaves the server's text as it is, so
 * `data` is not called for it.
 */
export function JsonLd({ data }: { data: () => object }) {
  const isServed = useIsServed();
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: isServed ? '' : jsonInScript(data()) }}
    />
  );
}

/** Returns true in the render in the browser that hydrates what the server has rendered. */
function useIsServed() {
  const wasHydrated = useWasHydrated();
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = true;
  }, []);
  if (!wasHydrated || isDone.current || typeof document === 'undefined') return false;
  return document.querySelector('script[type="application/ld+json"]') !== null;
}

/** The title of the page, followed by the studio's name. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSite();
  return <title>{`${children} · ${name}`}</title>;
}
