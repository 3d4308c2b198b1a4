import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { type BrandFileKey, brandFileLimits, type SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { isWideLogo } from '#shared/site/logo-shape.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { dataAddress } from '../../../ui/fields/data-address.ts';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { errorAt } from '../SiteFields.tsx';
import styles from './Look.module.css';
import { textOf, useBrand } from './look-values.ts';

const drawings = ['image/svg+xml', 'image/png'];
const pictures = ['image/jpeg', 'image/png', 'image/webp'];

/** Uploads a file for the site. The server checks it too, and refuses what the site cannot show. */
async function addSiteFile(key: BrandFileKey, file: File) {
  const { type, size } = file;
  const { bytes } = brandFileLimits[key];
  const isPicture = key === 'picture';
  const refuse = (message: string) => new ApiError('request.failed', 0, { message });
  if (!(isPicture ? pictures : drawings).includes(type)) {
    const wanted = isPicture ? 'a JPEG, PNG or WebP' : 'an SVG or PNG';
    throw refuse(`This file has the wrong type. Choose ${wanted} file.`);
  }
  if (size === 0) throw refuse('This file is empty. Choose another one.');
  if (size > bytes)
    throw refuse(`This file has ${readableBytes(size)}; at most ${readableBytes(bytes)} are allowed.`);
  const [, data = ''] = (await dataAddress(file)).split(',');
  return readApi('addSiteFile', { body: { key, type: type.replace(/^image\/|\+xml$/g, ''), data } });
}

export interface LookFiles {
  /** The files that the site names, with those that were added since. */
  files: readonly SiteFileEntry[];
  /** Called when a file was added. */
  onFile: (entry: SiteFileEntry) => void;
}

interface LookFileProps extends LookFiles {
  name: BrandFileKey;
  label: string;
  hint: string;
  /** The error while the file is missing. */
  missing?: string;
}

/** The mutation that uploads a file of the look. */
export const addingSiteFile = ['addSiteFile'];

/** A file of the look. It is sent when it is chosen, and saved with the form. */
export function LookFile({ name: key, label, hint, missing, files, onFile }: LookFileProps) {
  const { form, busy, brand, change } = useBrand();
  const input = useRef<HTMLInputElement>(null);
  const name = textOf(brand[key]);
  const entry = files.find((file) => file.name === name);
  const upload = useMutation({
    mutationKey: addingSiteFile,
    mutationFn: (file: File) => addSiteFile(key, file),
    onSuccess: (added) => {
      onFile(added);
      // A first logo brings the setting that fits its shape; a later one leaves what the owner has set. A narrow logo is
      // a symbol, so the header needs the name next to it.
      const isFirst = key === 'logo' && name === '';
      const withName = isWideLogo(added) ? undefined : true;
      change({ [key]: added.name, ...(isFirst && { logo_with_name: withName }) });
    },
    onSettled: () => {
      // Clears the input, so that the same file can be chosen again after it was changed.
      if (input.current) input.current.value = '';
    },
  });
  const { message, fieldErrors } = translateError(upload.error);
  const stored = entry ? `${entry.width} × ${entry.height} pixels` : name || undefined;
  const disabled = busy || upload.isPending;
  const remove = () => {
    upload.reset();
    // The schema refuses keys of a logo without a logo.
    change(key === 'logo' ? { logo: '', logo_dark: '', logo_with_name: undefined } : { [key]: '' });
    input.current?.focus();
  };

  return (
    <FileField
      ref={input}
      label={label}
      hint={hint}
      error={upload.error ? (fieldErrors[key] ?? message) : (missing ?? errorAt(form, `brand.${key}`))}
      name={`brand.${key}`}
      accept={(key === 'picture' ? pictures : drawings).join(',')}
      look={key === 'picture' ? 'image' : 'drawing'}
      previewUrl={entry?.src}
      current={upload.isPending ? `Sending ${upload.variables.name}` : stored}
      disabled={disabled}
      onSelect={(file) => file && upload.mutate(file)}
      actions={
        name && (
          <Button
            variant="quiet"
            className={styles.stored}
            disabled={disabled}
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={remove}
          >
            Remove
          </Button>
        )
      }
    />
  );
}
