import { logWords } from '#shared/contract/log-words.ts';
import { type ActivityLine, type ActivityResource, activityResources } from '#shared/schemas/activity.ts';
import { trashKinds } from '#shared/schemas/trash.ts';
import type { May } from '../access.tsx';
import { recordAddress } from '../screens.ts';

/** Display names of the kinds of records. */
export const resourceLabels = {
  ...Object.fromEntries(trashKinds.map(({ resource, label }) => [resource, label])),
  admin: 'Account',
  intake_item: 'Waiting form',
  picture: 'Picture',
  redirect: 'Redirect',
} as Record<ActivityResource, string>;

/** Returns the text as a kind of record; undefined if there is no such kind. */
export function resourceOf(text: string | null | undefined): ActivityResource | undefined {
  return activityResources.find((each) => each === text);
}

/** Returns the person who acted: by name or email address, or by a general text if the person is no longer known. */
export function whoOf({ who }: Pick<ActivityLine, 'who'>) {
  if (!who) return 'Unknown person';
  return who.name || who.email || 'A former colleague';
}

const wrongProofs: Record<string, string> = { secondStep: 'second step', passkeyLogin: 'passkey' };

/** Describes the action in words that follow the person's name. */
export function whatOf({ action, outcome }: Pick<ActivityLine, 'action' | 'outcome'>) {
  const words = logWords(action);
  if (outcome === 'refused') return `tried to sign in with a wrong ${wrongProofs[action] ?? 'password'}`;
  return outcome === 'unknown' ? `${words}, or tried to (no answer)` : words;
}

/** Returns the URL of the record's screen; undefined for a record without a screen. */
export function linkTo({ resource, id }: Pick<ActivityLine, 'resource' | 'id'>, may: May) {
  const kind = resourceOf(resource);
  if (!kind || id === null || !may('getHistory', kind)) return undefined;
  return recordAddress(kind, id);
}
