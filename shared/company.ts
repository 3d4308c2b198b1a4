/**
 * Who the studio is: what header, footer and page titles say of it. Phone, mail and social links are placeholders (SPEC §1) until
 * the owner puts in the real ones.
 */
export const company = {
  name: 'Naqsh Studio',
  tagline: 'Media and software, made in Peshawar',
  address: ['Peshawar', 'Pakistan'],
  phone: '+92 91 000 0000',
  email: 'hello@naqsh.example',
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/' },
  ],
} as const;

/** The phone number as a `tel:` link takes it. */
export const phoneHref = `tel:${company.phone.replace(/[^\d+]/g, '')}`;
