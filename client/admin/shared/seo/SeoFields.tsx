import { useDeferredValue } from 'react';
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { seoFields } from '#shared/entities/seo-fields.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import { limits } from '#shared/limits.ts';
import { summaryText } from '#shared/summary-text.ts';
import { ownScript } from '#shared/text-direction.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../../ui/fields/file-problem.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import type { EntityValues } from '../entity-form.ts';
import { FormSection } from '../FormSection.tsx';
import { PreviewCard } from '../PreviewCard.tsx';
import { PictureActions } from '../pictures/PictureActions.tsx';
import { SearchSnippet } from '../SearchSnippet.tsx';
import { useFileChoice } from '../use-file-choice.ts';
import { useHostSupportsVersions } from '../version-support.ts';
import styles from './SeoFields.module.css';

export type SeoValues = EntityValues<typeof seoFields>;

interface SeoFieldsProps {
  form: UseFormReturn<SeoValues>;
  busy: boolean;
  /** Path of the public page. */
  path: string;
  /** Title and description that the page uses if the SEO fields are empty. */
  title: string;
  description: string;
  /** URL of the stored share image. */
  stored?: string | null;
  /** URL of the generated image that replaces a missing share image; undefined if the page does not exist yet. */
  made?: string;
}

/**
 * The SEO fields of a page, for lists, search engines and link previews. Renders nothing if the host does not accept
 * them.
 */
export function SeoFields(props: SeoFieldsProps) {
  return useHostSupportsVersions() ? <Fields {...props} /> : null;
}

function Fields({ form, busy, stored, ...page }: SeoFieldsProps) {
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
  const removes = form.watch('remove_share_image');
  const shown = stored && !removes && isAllowedImage(stored) ? stored : undefined;
  const choose = useFileChoice(
    'image',
    (file) => form.setValue('share_image', file),
    (problem) => form.setError('share_image', { type: 'file', message: problem }),
  );
  const text = { dir: 'auto', autoComplete: 'off', counter: true } as const;
  return (
    <FormSection title="Search and sharing (optional)">
      <TextField
        {...text}
        label="Excerpt"
        hint="The text for lists, feeds and previews. Without it, they use the first words."
        multiline
        rows={2}
        maxLength={limits.excerpt}
        {...bind('excerpt')}
      />
      <TextField
        {...text}
        label="Search title"
        hint="Results show about 60 characters."
        maxLength={limits.searchTitle}
        {...bind('search_title')}
      />
      <TextField
        {...text}
        label="Search description"
        hint="Results show about 155 characters."
        multiline
        rows={2}
        maxLength={limits.searchDescription}
        {...bind('search_description')}
      />
      <Controller
        control={form.control}
        name="share_image"
        render={({ field }) => (
          <FileField
            label="Share image"
            hint={`${fileHint('image')}. 1200 × 630 pixels fit link previews best.`}
            accept={acceptOf('image')}
            file={field.value ?? undefined}
            onSelect={choose}
            actions={<PictureActions file={field.value} onSelect={choose} disabled={busy} />}
            previewUrl={shown}
            current={shown ? 'The share image of this page' : undefined}
            disabled={busy}
            error={errors.share_image?.message}
            ref={field.ref}
          />
        )}
      />
      {stored && (
        <Button
          variant="quiet"
          className={styles.remove}
          disabled={busy}
          onClick={() => form.setValue('remove_share_image', !removes, { shouldDirty: true })}
        >
          {removes ? 'Keep the share image' : 'Remove the share image'}
        </Button>
      )}
      <Previews control={form.control} stored={shown} {...page} />
    </FormSection>
  );
}

type PreviewsProps = Pick<SeoFieldsProps, 'path' | 'title' | 'description' | 'stored' | 'made'> & {
  control: Control<SeoValues>;
};

/** Previews of a search result and of a shared link. Rendered with low priority, so that typing is not delayed. */
function Previews({ control, path, title, description, stored, made }: PreviewsProps) {
  const values = useWatch({ control }) as SeoValues;
  const chosen = useObjectUrl(values.share_image ?? undefined);
  const html = useDeferredValue(description);
  const words = values.search_description.trim() || values.excerpt.trim() || summaryText(html);
  const heading = values.search_title.trim() || title.trim() || 'Title';
  const url = window.location.origin + path;
  const image = chosen ?? stored ?? made;
  return (
    <div className={styles.previews}>
      <SearchSnippet title={heading} text={words} url={url} />
      <PreviewCard caption="As a link that is shared">
        {image && <img className={styles.image} src={image} alt="" loading="lazy" />}
        <p className={styles.host}>{new URL(url).host}</p>
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
