import { limits } from '../limits.ts';
import { creditsInput, creditsLength } from '../schemas/credits.ts';
import { extensionLine, extensionLines, extensionText, extensionYear } from './field.ts';

/** The facts that the page of a project shows beside its text, all optional. A host may lack these fields. */
export const caseFields = {
  client: extensionLine(limits.client, { label: 'Client', searched: true }),
  year: extensionYear({ label: 'Year' }),
  services: extensionLines(limits.services, limits.service, { label: 'Services', searched: true }),
  result: extensionLine(limits.result, { label: 'Result', searched: true }),
  quote: extensionText(limits.quote, { label: 'Client quote' }),
  quote_by: extensionLine(limits.quoteBy, { label: 'Quote by' }),
  credits: { ...extensionText(creditsLength, { label: 'Credits' }), input: creditsInput.optional() },
};
