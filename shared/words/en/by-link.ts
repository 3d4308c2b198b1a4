/** Words of pages that people without an account open by a link with a secret: previews, and links that do not work. */
export const byLink = {
  'preview.label': 'About this preview',
  'preview.draft':
    '<strong>Preview.</strong> A draft as it was on {moment}; it is not public at this address.',
  'preview.own': 'Only for you: it works until {moment}.',
  'preview.shared': 'The link works until {moment}.',
  'preview.formOff': 'The form is switched off.',
  'deadLink.title': 'This link doesn’t work',
  'deadLink.why': 'It may have expired or been revoked, or it may be incomplete.',
  'deadLink.ask': 'Please ask the person who sent it to you for a new one.',
} as const;
