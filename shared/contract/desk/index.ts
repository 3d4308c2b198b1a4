import { accountRows } from './account.ts';
import { activityRows } from './activity.ts';
import { answerRows } from './answers.ts';
import { candidateMailRows } from './candidate-mails.ts';
import { findRows } from './find.ts';
import { accountLinkRows, peopleRows } from './people.ts';
import { pictureRows } from './pictures.ts';
import { previewRows } from './previews.ts';
import { redirectRows } from './redirects.ts';
import { sampleRows } from './sample.ts';
import { scheduleRows } from './schedule.ts';
import { secondStepRows } from './second-step.ts';
import { siteRows } from './site.ts';
import { stageRows } from './stages.ts';
import { trashRows } from './trash.ts';
import { versionRows } from './versions.ts';

/**
 * Calls of the admin area that visitors never make and that not every host has. Their scripts are separate from those
 * of public pages.
 */
export const deskRows = {
  ...activityRows,
  ...secondStepRows,
  ...trashRows,
  ...accountRows,
  ...findRows,
  ...candidateMailRows,
  ...versionRows,
  ...previewRows,
  ...scheduleRows,
  ...peopleRows,
  ...accountLinkRows,
  ...answerRows,
  ...stageRows,
  ...pictureRows,
  ...redirectRows,
  ...siteRows,
  ...sampleRows,
};
