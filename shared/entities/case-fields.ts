import { readId } from '../id.ts';
import { limits } from '../limits.ts';
import type { TabbedLines } from '../schemas/fields.ts';
import {
  extensionLine,
  extensionLines,
  extensionTabbedLines,
  extensionText,
  extensionYear,
} from './field.ts';

// Left out of lists: only the page of the project shows these.
const not = ['lists'] as const;

/** A person who worked on a project (shared/credits.ts). */
export const creditLines: TabbedLines = {
  items: 'credits',
  most: limits.credits,
  parts: [
    { name: 'name', max: limits.creditName },
    { name: 'role', max: limits.creditRole, optional: true },
    { name: 'id', max: 64, optional: true, tidy: (id) => String(readId(id) ?? '') },
  ],
};

/** A number that tells of a project, such as 9 festivals. */
export const figureLines: TabbedLines = {
  items: 'figures',
  most: limits.figures,
  parts: [
    { name: 'value', max: limits.figureValue },
    { name: 'label', max: limits.figureLabel },
  ],
};

/** The facts that the page of a project shows beside its text, all optional. A host may lack these fields. */
export const caseFields = {
  client: extensionLine(limits.client, { label: 'Client', searched: true }),
  year: extensionYear({ label: 'Year' }),
  services: extensionLines(limits.services, limits.service, { label: 'Services', searched: true }),
  result: extensionLine(limits.result, { label: 'Result', searched: true }),
  figures: extensionTabbedLines(figureLines, { label: 'Figures', not }),
  quote: extensionText(limits.quote, { label: 'Client quote' }),
  quote_by: extensionLine(limits.quoteBy, { label: 'Quote by' }),
  credits: extensionTabbedLines(creditLines, { label: 'Credits', not }),
};
