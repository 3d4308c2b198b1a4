/** Words of the careers page. */
export const careers = {
  'careers.open': '{count, plural, =1 {See the open position} other {See # open positions}}',
  'careers.spontaneous': 'Apply without a position',
  'careers.departments': 'Departments',
  'careers.positions': '{count, plural, one { position} other { positions}}',
} as const;
