import type { Site } from '../schemas/site.ts';

/**
 * The company as long as DATA_DIR has no site.json. Phone, mail and links are placeholders (SPEC §1) until the owner puts in the
 * real ones. docs/site.sample.json is the same, to begin an own file with.
 */
export const sampleSite: Site = {
  name: 'Naqsh Studio',
  short_name: 'Naqsh',
  tagline: 'Media and software, made in Peshawar',
  description:
    'Naqsh Studio is a media and software studio in Peshawar. Read what we publish and see what we make.',
  address: { city: 'Peshawar', region: 'Khyber Pakhtunkhwa', country: 'Pakistan' },
  phone: '+92 91 000 0000',
  email: 'hello@naqsh.example',
  hours: [],
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ],
  legal_entity: 'Naqsh Studio',
  apps: [
    {
      id: 'qissa',
      name: 'Qissa',
      summary:
        'Stories from Peshawar to read and to hear, in Urdu, Pashto and English, also without a connection.',
      developer: 'Naqsh Studio',
      stores: [
        { store: 'Google Play', url: 'https://play.google.com/store' },
        { store: 'App Store', url: 'https://www.apple.com/app-store/' },
      ],
      deleted_data: [
        'The account: name, e-mail address and password',
        'Stories that you marked, and how far you have read',
        'Comments that you wrote',
      ],
      kept_data: ['Receipts of what you bought, for 6 years, as tax law demands'],
    },
    {
      id: 'bazaar-board',
      name: 'Bazaar Board',
      summary: 'Small shops put up what is new today, and their neighbours see it first.',
      developer: 'Naqsh Studio',
      stores: [{ store: 'Google Play', url: 'https://play.google.com/store' }],
      deleted_data: [
        'The account: phone number, name of the shop and its place',
        'Every notice that you put up, with its pictures',
      ],
      kept_data: [],
    },
  ],
};
