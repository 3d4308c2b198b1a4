/** Words of the team's page. */
export const team = {
  'team.elsewhere': 'Across the company',
  'team.people': '{count} people',
  'team.loading': 'Loading the team…',
  'team.more': 'More<hidden> about <name></name></hidden>',
  'team.work': 'Work by {name}',
  'team.moreWork': 'and {count} more',
  'team.on': '<hidden><name></name> on </hidden>{site}',
  'team.positions': 'See open positions',
  'team.failed': 'We can’t show the team right now',
  'team.none': 'No team members to show yet',
  'team.noneText': 'Our team will appear here soon. Until then, write to us and we will answer.',
  'team.contact': 'Contact us',
} as const;
