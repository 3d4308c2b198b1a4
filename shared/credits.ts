import { type Id, readId } from './id.ts';
import { readTabbedLines, tabbedText } from './tabbed-lines.ts';

/*
 * This file imports no schemas, because it is part of the scripts of public pages.
 */

/** A person who worked on a project. */
export interface Credit {
  /** The person's part in the work; '' if it is not known. */
  role: string;
  name: string;
  /** The id of a team member; undefined for anyone else. */
  member?: Id;
}

/**
 * Reads the credits of a project from their stored text (docs/decisions/0071): a line for each
 * person, with the name, the role and the id of a team member, separated by tabs. Role and id may be missing.
 */
export function readCredits(text: string | null | undefined): Credit[] {
  return readTabbedLines(text).flatMap(([name = '', role = '', id]) => {
    if (name === '' && role === '') return [];
    const member = readId(id);
    return [{ role, name, ...(member !== undefined && { member }) }];
  });
}

/** Returns the text in which credits are stored and sent. */
export function creditsText(credits: readonly Credit[]) {
  return tabbedText(credits.map(({ role, name, member = '' }) => [name, role, String(member)]));
}

/** Groups credits by role, in the order of the first person of each. People without a role come last. */
export function byRole(credits: readonly Credit[]) {
  const roles = new Map<string, Credit[]>();
  for (const credit of credits) roles.set(credit.role, [...(roles.get(credit.role) ?? []), credit]);
  const groups = [...roles].map(([role, people]) => ({ role, people }));
  return [...groups.filter(({ role }) => role !== ''), ...groups.filter(({ role }) => role === '')];
}

/** Returns the id of the element of a team member on the team page, to which credits link. */
export function memberAnchor(id: Id) {
  return `member-${id}`;
}
