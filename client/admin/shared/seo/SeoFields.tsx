import { type ReactNode, useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { summaryText } from '#shared/summary-text.ts';
import { ownScript } from '#shared/text-direction.ts';
import { useSite } from '../../../site-info.ts';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import { EntityField, safeAddress, useOwnForm } from '../EntityForm.tsx';
import { FormSection } from '../FormSection.tsx';
import { useHostSupportsVersions } from '../version-support.ts';
import styles from './SeoFields.module.css';

interface SeoFieldsProps {
  /** Path of the public page. */
  path: string;
  /** URL of the generated image that replaces a missing share image; undefined if the page does not exist yet. */
  made?: string;
}

/**
 * The SEO fields of a page, for lists, search engines and link previews. Renders nothing if the host does not accept
 * them.
 */
export function SeoFields(props: SeoFieldsProps) {
  if (!useHostSupportsVersions()) return null;
  return (
    <FormSection title="Search and sharing (optional)">
      <EntityField
        name="excerpt"
        hint="The text for lists, feeds and previews. Without it, they use the first words."
        multiline
        rows={2}
        counter
      />
      <EntityField name="search_title" hint="Results show about 60 characters." counter />
      <EntityField
        name="search_description"
        hint="Results show about 155 characters."
        multiline
        rows={2}
        counter
      />
      <EntityField
        name="share_image"
        hint="{file}. 1200 × 630 pixels fit link previews best."
        stored="The share image of this page"
      />
      <Previews {...props} />
    </FormSection>
  );
}

/** Previews of a search result and of a shared link. Rendered with low priority, so that typing is not delayed. */
function Previews({ path, made }: SeoFieldsProps) {
  const { noun, row, form } = useOwnForm();
  const values = useWatch({ control: form.control });
  const chosen = useObjectUrl(values.share_image ?? undefined);
  const html = useDeferredValue<string>(values.description);
  const words = values.search_description.trim() || values.excerpt.trim() || summaryText(html);
  const heading = values.search_title.trim() || values[noun.title].trim() || 'Title';
  const url = window.location.origin + path;
  const stored = values.remove_share_image ? undefined : safeAddress(row?.share_image);
  const image = chosen ?? stored ?? made;
  return (
    <div className={styles.previews}>
      <SearchSnippet title={heading} text={words} url={url} />
      <PreviewCard caption="As a link that is shared">
        {image && <img className={styles.image} src={image} alt="" loading="lazy" />}
        <p className="small">{new URL(url).host}</p>
        <p className={styles.title} {...ownScript(heading)}>
          {heading}
        </p>
        <p className={styles.text} {...ownScript(words)}>
          {words}
        </p>
      </PreviewCard>
    </div>
  );
}

/** Approximate number of characters that a search result has room for, in its title and in its text. */
const titleLength = 60;
const textLength = 155;

/** Shows a page as a result in a search engine. `title` is the page's title without the company's name. */
export function SearchSnippet({ title, text, url }: { title: string; text: string; url: string }) {
  const { name } = useSite();
  const { host, pathname } = new URL(url);
  return (
    <PreviewCard caption="As a search result">
      <p className={styles.site}>
        <span className="strong">{name}</span>
        <span className="soft">{[host, ...pathname.split('/').filter(Boolean)].join(' › ')}</span>
      </p>
      <p className={styles.result} {...ownScript(title)}>
        {cut(`${title} · ${name}`, titleLength)}
      </p>
      <p className={styles.summary} {...ownScript(text)}>
        {text ? cut(text, textLength) : 'The first words of the description appear here.'}
      </p>
    </PreviewCard>
  );
}

function cut(text: string, length: number) {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length - 1);
  return `${text.slice(0, end > length / 2 ? end : length - 1)} …`;
}

/** Shows how a page will look in another product: in a search engine, or in an app in which its link is shared. */
function PreviewCard({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {children}
    </figure>
  );
}
