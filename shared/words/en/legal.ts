/** Words that the legal pages have in common, also around a text of the company's own. */
export const legal = {
  'legal.contents': 'On this page',
  'legal.updated': '<entity></entity>, last updated <day></day>',
  'legal.failed': 'We can’t show this text right now',
} as const;
