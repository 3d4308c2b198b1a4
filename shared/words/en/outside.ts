/** Words of feeds and of share images. */
export const outside = {
  'feed.jobs': '{name}: open positions',
  'feed.jobsText': 'Jobs that are open at {name}.',
  'share.post': 'Publishing',
  'share.project': 'Portfolio',
  'share.job': 'Open position',
} as const;
