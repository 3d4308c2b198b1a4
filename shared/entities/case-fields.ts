import { limits } from '../limits.ts';
import { creditsInput, creditsLength } from '../schemas/credits.ts';
import { extensionLine, extensionLines, extensionText, extensionYear } from './field.ts';

// Left out of lists: the page shows these below its text, of which lists have only the beginning.
const not = ['lists'] as const;

/** The facts that the page of a project shows beside its text, all optional. A host may lack these fields. */
export const caseFields = {
  client: extensionLine(limits.client, { label: 'Client', searched: true }),
  year: extensionYear({ label: 'Year' }),
  services: extensionLines(limits.services, limits.service, { label: 'Services', searched: true }),
  result: extensionLine(limits.result, { label: 'Result', searched: true }),
  quote: extensionText(limits.quote, { label: 'Client quote', not }),
  quote_by: extensionLine(limits.quoteBy, { label: 'Quote by', not }),
  credits: { ...extensionText(creditsLength, { label: 'Credits', not }), input: creditsInput.optional() },
};
