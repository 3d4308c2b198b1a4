/** Words of the page of apps. */
export const apps = {
  'apps.none': 'No apps yet',
  'apps.noneText': 'Our first app will appear here. Until then, see what else we make.',
  'apps.portfolio': 'Go to the portfolio',
  'apps.store': '<hidden><name></name> on </hidden>{store}',
  'apps.noStore': 'Not available in a store right now.',
  'apps.by': 'By <developer></developer>',
  'apps.delete': 'Delete your account<hidden> for <name></name></hidden>',
} as const;
