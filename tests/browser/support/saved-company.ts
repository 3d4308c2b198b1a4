import type { Engine } from '../../support/engines.ts';

/** A company that is not the sample. */
export const company = {
  name: 'Backhaus Ost',
  tagline: 'Bread before sunrise',
  description: 'Backhaus Ost bakes bread for the east of the town.',
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
};

/** Saves a site over the stored one. */
export async function saveCompany({ admin }: Engine, site: object) {
  const { body } = await admin.call('getSite');
  await admin.read('updateSite', { site, updated_at: body.data.updated_at });
}
