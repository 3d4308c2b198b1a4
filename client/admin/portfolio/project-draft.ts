import { deskMessages } from '#shared/desk-messages.ts';
import { project } from '#shared/entities/project.ts';
import type { Project } from '#shared/schemas/project.ts';
import { entityDraft } from '../shared/entity-form.ts';
import type { FormDraft } from '../shared/publish/preview-calls.ts';
import type { ProjectValues } from './project-form.ts';

/** Makes the draft of a project that a preview shows, without a new video. Rejects with `ApiError` for an image that cannot be read. */
export async function projectDraft(values: ProjectValues, stored: Project | undefined): Promise<FormDraft> {
  return {
    draft: await entityDraft(project.fields, values, stored),
    note: values.video ? deskMessages['preview.noVideo'] : undefined,
  };
}
