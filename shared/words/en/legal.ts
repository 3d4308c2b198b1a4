/** Words that the legal pages have in common, also around a text of the company's own. */
export const legal = {
  'legal.contents': 'On this page',
  'legal.updated': '<entity></entity>, last updated <day></day>',
  'legal.failed': 'We can’t show this text right now',
  'legal.privacyText':
    'How {name} handles personal data on this website: what we collect, why, how long we keep it, and your rights.',
  'legal.termsText': 'The terms that apply when you use the website of {name}.',
} as const;
