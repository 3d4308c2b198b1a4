import { jsonInScript } from '#shared/json-in-script.ts';
import { breadcrumbsJsonLd, type Crumb } from '#shared/json-ld/breadcrumbs.ts';
import { shareImageSize, studioShareImage } from '#shared/share-image.ts';
import { useOrigin, useSite } from '../site-info.ts';

interface PageHeadProps {
  /** The page's title without the company's name; the company's name and tagline by default. */
  title?: string | undefined;
  /** One or two sentences; the company's description by default. */
  description?: string | undefined;
  /** The canonical path of the page on this site, with the query that belongs to it. */
  path: string;
  /** Path of the image for links to the page (shared/share-image.ts); the studio's image by default. */
  image?: string | undefined;
  type?: 'website' | 'article';
  /** ISO time; for an article. */
  published?: string | undefined;
  /** For pages that search engines should not index, such as search results. */
  noindex?: boolean;
}

/**
 * A public page's metadata for search engines and link previews: title, description, canonical address, Open Graph
 * and card. React puts the tags into the head, on the server too.
 */
export function PageHead({
  title,
  description,
  path,
  image = studioShareImage,
  type = 'website',
  published,
  noindex = false,
}: PageHeadProps) {
  const { name, tagline, description: ofCompany } = useSite();
  const origin = useOrigin();
  const text = description || ofCompany;
  return (
    <>
      <title>{title ? `${title} · ${name}` : `${name} · ${tagline}`}</title>
      <meta name="description" content={text} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={origin + path} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={name} />
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
        content={title && image !== studioShareImage ? title : `${name}: ${tagline}`}
      />
      {published && <meta property="article:published_time" content={published} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title ?? name} />
      <meta name="twitter:description" content={text} />
      <meta name="twitter:image" content={origin + image} />
    </>
  );
}

interface TopLevelPageHeadProps {
  title: string;
  /** One or two sentences. */
  description: string;
  path: string;
}

/** The head of a page directly below the home page, with one address. */
export function TopLevelPageHead({ title, description, path }: TopLevelPageHeadProps) {
  return (
    <>
      <PageHead title={title} description={description} path={path} />
      <Breadcrumbs trail={[{ name: title, path }]} />
    </>
  );
}

/** The page's breadcrumbs, for search engines. `trail` ends with the page itself; the home page is added in front. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return <JsonLd data={breadcrumbsJsonLd(trail, useOrigin())} />;
}

/**
 * Structured data for search engines. It is a data block, which needs no permission in a content security policy; `<`
 * is escaped, so that no text can end the element.
 */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // Not compared during hydration: a text read from the document may be escaped differently from the server's.
      dangerouslySetInnerHTML={{ __html: jsonInScript(data) }}
    />
  );
}
