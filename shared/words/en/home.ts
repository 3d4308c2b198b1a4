/** Words of the home page; company texts have their defaults in defaults.ts. */
export const home = {
  'home.allPosts': 'All posts',
  'home.allPositions': 'All positions',
  'home.apps': 'See our apps',
  'home.seeWork': 'See the work',
} as const;
