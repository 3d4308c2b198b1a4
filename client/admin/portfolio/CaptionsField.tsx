import { Controller } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { useFileChoice } from '../shared/use-file-choice.ts';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import styles from './ProjectFields.module.css';
import type { ProjectFormState } from './project-form.ts';

interface CaptionsFieldProps {
  state: ProjectFormState;
  /** True if captions are stored. */
  stored: boolean;
}

/** The captions of the video. Renders nothing if the host does not accept them. */
export function CaptionsField(props: CaptionsFieldProps) {
  return useHostSupportsVersions() ? <OwnField {...props} /> : null;
}

function OwnField({ state: { form, busy }, stored }: CaptionsFieldProps) {
  const removes = form.watch('remove_captions');
  const choose = useFileChoice(
    'captions',
    (file) => form.setValue('captions', file, { shouldDirty: true }),
    (problem) => form.setError('captions', { type: 'file', message: problem }),
  );
  const remove = (
    <Button
      variant="quiet"
      className={styles.removeCaptions}
      disabled={busy}
      onClick={() => form.setValue('remove_captions', !removes, { shouldDirty: true })}
    >
      {removes ? 'Keep the captions' : 'Remove the captions'}
    </Button>
  );
  return (
    <Controller
      control={form.control}
      name="captions"
      render={({ field }) => (
        <FileField
          label="Captions (.vtt)"
          hint={`Optional. ${fileHint('captions')}, in the language of the text.`}
          look="document"
          accept={acceptOf('captions')}
          file={field.value ?? undefined}
          onSelect={(file) => void choose(file)}
          current={stored && !removes ? 'The stored captions' : undefined}
          actions={stored && !field.value && remove}
          disabled={busy}
          error={form.formState.errors.captions?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
