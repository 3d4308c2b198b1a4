import type { Migration } from 'kysely/migration';
import { knownCalls } from './0001-known-calls.ts';
import { jobs } from './0002-jobs.ts';
import { applicants } from './0003-applicants.ts';
import { team } from './0004-team.ts';
import { messages } from './0005-messages.ts';
import { softDelete } from './0006-soft-delete.ts';
import { outbox } from './0007-outbox.ts';
import { secrets } from './0008-secrets.ts';
import { sample } from './0009-sample.ts';
import { lastEdits } from './0010-last-edits.ts';
import { formerTitles } from './0011-former-titles.ts';
import { restorableParts } from './0012-restorable-parts.ts';
import { messageFolders } from './0013-message-folders.ts';
import { search } from './0014-search.ts';
import { counts } from './0015-counts.ts';
import { messageCounts } from './0016-message-counts.ts';
import { idempotency } from './0017-idempotency.ts';
import { housekeeping } from './0018-housekeeping.ts';
import { doomedSince } from './0019-doomed-since.ts';
import { adminRoles } from './0020-roles.ts';
import { people } from './0021-people.ts';
import { secondStep } from './0022-second-step.ts';
import { versions } from './0023-versions.ts';
import { previewsAndSchedules } from './0024-previews-and-schedules.ts';
import { keptMails } from './0025-kept-mails.ts';
import { desk } from './0026-desk.ts';
import { deletions } from './0027-deletions.ts';
import { searchTexts } from './0028-search-texts.ts';
import { pictures } from './0029-pictures.ts';
import { extra } from './0031-extra.ts';
import { publicIds } from './0032-public-ids.ts';
import { caseFacts } from './0033-case-facts.ts';
import { plainSigns } from './0036-plain-signs.ts';
import { heldMails } from './0037-held-mails.ts';
import { closedAreRead } from './0038-closed-are-read.ts';
import { lettersSearched } from './0039-letters-searched.ts';
import { addsColumn } from './added-columns.ts';

/** Every migration by its name, in the order in which they run. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-known-calls': knownCalls,
  '0002-jobs': jobs,
  '0003-applicants': applicants,
  '0004-team': team,
  '0005-messages': messages,
  '0006-soft-delete': softDelete,
  '0007-outbox': outbox,
  '0008-secrets': secrets,
  '0009-sample': sample,
  '0010-last-edits': lastEdits,
  '0011-former-titles': formerTitles,
  '0012-restorable-parts': restorableParts,
  '0013-message-folders': messageFolders,
  '0014-search': search,
  '0015-counts': counts,
  '0016-message-counts': messageCounts,
  '0017-idempotency': idempotency,
  '0018-housekeeping': housekeeping,
  '0019-doomed-since': doomedSince,
  '0020-roles': adminRoles,
  '0021-people': people,
  '0022-second-step': secondStep,
  '0023-versions': versions,
  '0024-previews-and-schedules': previewsAndSchedules,
  '0025-kept-mails': keptMails,
  '0026-desk': desk,
  '0027-deletions': deletions,
  '0028-search-texts': searchTexts,
  '0029-pictures': pictures,
  '0031-extra': extra,
  '0032-public-ids': publicIds,
  '0033-case-facts': caseFacts,
  '0034-captions': addsColumn('projects', 'captions', 'text'),
  '0035-figures': addsColumn('projects', 'figures', 'text'),
  '0036-plain-signs': plainSigns,
  '0037-held-mails': heldMails,
  '0038-closed-are-read': closedAreRead,
  '0039-letters-searched': lettersSearched,
};
