import { jsonInScript } from '#shared/json-in-script.ts';
import { breadcrumbsJsonLd, type Crumb } from '#shared/json-ld/breadcrumbs.ts';
import { shareImageSize, studioShareImage } from '#shared/share-image.ts';
import { useOrigin, useSite } from '../site-info.ts';

interface PageHeadProps {
  /** What the page is called, without the company's name; the company's name and tagline unless told. */
  title?: string | undefined;
  /** One or two sentences; what the company says of itself unless told. */
  description?: string | undefined;
  /** The one address of the page on this site, with the query that belongs to it. */
  path: string;
  /** Path of the image that links to it are shown with (shared/share-image.ts); the studio's unless told. */
  image?: string | undefined;
  type?: 'website' | 'article';
  /** ISO; of an article. */
  published?: string | undefined;
  /** For pages that should not be found, such as the results of a search. */
  noindex?: boolean;
}

/**
 * What a public page says of itself to search engines and to whoever shows a link to it: title, description, canonical address,
 * Open Graph and card. React puts the tags into the head, on the server too.
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

/** The head of a page that stands right below the home page and has one address. */
export function TopLevelPageHead({ title, description, path }: TopLevelPageHeadProps) {
  return (
    <>
      <PageHead title={title} description={description} path={path} />
      <Breadcrumbs trail={[{ name: title, path }]} />
    </>
  );
}

/** Where the page stands, for search engines. `trail` ends with the page itself; the home page comes before it unsaid. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return <JsonLd data={breadcrumbsJsonLd(trail, useOrigin())} />;
}

/**
 * Structured data for search engines. A data block, which no content security policy needs to allow; `<` is written so that no
 * text inside can end the element.
 */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // As it is, and not compared when a browser takes the page over: a text that it has read from the document may be written in
      // other signs than the server's.
      dangerouslySetInnerHTML={{ __html: jsonInScript(data) }}
    />
  );
}
