import { Controller } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import type { Project } from '#shared/schemas/project.ts';
import { FilesField } from '../../../ui/fields/FilesField.tsx';
import { fileHint } from '../../../ui/fields/file-problem.ts';
import { VideoField } from '../../../ui/fields/VideoField.tsx';
import { useFileChoice } from '../../shared/use-file-choice.ts';
import { asStoredFiles, safeAddress } from '../stored-files.ts';
import type { StoredImages } from '../use-stored-images.ts';
import type { ProjectFormState } from './use-project-form.ts';

interface ProjectMediaProps {
  state: ProjectFormState;
  /** What is stored; undefined for a new one. */
  project?: Project;
  /** Removes what is stored. */
  storedImages?: Pick<StoredImages, 'remove' | 'removing' | 'forGood'>;
}

/** The images and the video of a project. */
export function ProjectMedia({ state, project, storedImages }: ProjectMediaProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const chooseVideo = useFileChoice(
    'video',
    (file) => form.setValue('video', file),
    (problem) => form.setError('video', { type: 'file', message: problem }),
  );
  const removesVideo = form.watch('remove_video');
  return (
    <>
      <Controller
        control={form.control}
        name="images"
        render={({ field }) => (
          <FilesField
            label="Images"
            hint={`${fileHint('image')} each. The first one represents the project.`}
            files={field.value}
            onChange={field.onChange}
            max={limits.projectImages}
            stored={asStoredFiles(project?.images, 'Image')}
            onRemoveStored={storedImages?.remove}
            removedForGood={storedImages?.forGood}
            removingId={storedImages?.removing}
            disabled={busy}
            error={errors.images?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="video"
        render={({ field }) => (
          <VideoField
            label="Video (optional)"
            hint={fileHint('video')}
            file={field.value ?? undefined}
            onSelect={(file) => void chooseVideo(file)}
            storedUrl={safeAddress(project?.video)}
            storedRemoved={removesVideo}
            onRemoveStored={(removed) => form.setValue('remove_video', removed)}
            disabled={busy}
            error={errors.video?.message}
            ref={field.ref}
          />
        )}
      />
    </>
  );
}
