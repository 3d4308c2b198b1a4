import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { summaryText } from '#shared/summary-text.ts';
import { ownScript } from '#shared/text-direction.ts';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import { EntityField, safeAddress, useOwnForm } from '../EntityForm.tsx';
import { FormSection } from '../FormSection.tsx';
import { PreviewCard } from '../PreviewCard.tsx';
import { SearchSnippet } from '../SearchSnippet.tsx';
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
