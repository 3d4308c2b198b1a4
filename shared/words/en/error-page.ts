/** Words of the plain pages that the server answers errors with; others are those of `frame`. */
export const errorPage = {
  'errorPage.badAddress': 'This address doesn’t work',
  'errorPage.notSent': 'Nothing was sent',
  'errorPage.notHere': 'That doesn’t work here',
  'errorPage.refused': 'That doesn’t work',
  'errorPage.failed': 'Something went wrong',
  'errorPage.openForm': 'Open the form',
} as const;
