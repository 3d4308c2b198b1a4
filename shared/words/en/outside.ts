/** Words of what only the server makes: feeds, share images, plain error pages, and pages by a link with a secret. */
export const outside = {
  'feed.jobs': '{name}: open positions',
  'feed.jobsText': 'Jobs that are open at {name}.',
  'share.post': 'Publishing',
  'share.project': 'Portfolio',
  'share.category': 'Portfolio',
  'share.job': 'Open position',
  'errorPage.badAddress': 'This address doesn’t work',
  'errorPage.notSent': 'Nothing was sent',
  'errorPage.notHere': 'That doesn’t work here',
  'errorPage.refused': 'That doesn’t work',
  'errorPage.failed': 'Something went wrong',
  'errorPage.openForm': 'Open the form',
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
