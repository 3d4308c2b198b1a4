import { z } from 'zod';
import { limits } from '../../limits.ts';
import { plainEmail, plainLink, plainPhone } from '../../plain-text.ts';
import { postalOrderOf } from '../../site/postal-order.ts';
import { isEmail, isPhone, isWebAddress } from '../../text-formats.ts';
import { languageNames } from '../../words/language.ts';
import { brandSchema } from './brand.ts';
import { legalSchema, ownPagesSchema } from './own-texts.ts';
import { pagesSchema } from './pages.ts';
import { isTimeZone, lengths, line, shortList, sitePath, text, unknownKeys } from './pieces.ts';

/**
 * The schema of the file about the company (`site.json` in DATA_DIR). The error texts of this schema are for the
 * operator who wrote the file.
 */

const counts = { social: 12, hours: 7, apps: 50, stores: 6, accountData: 20 };

const webAddress = z
  .string(text)
  .overwrite(plainLink)
  .max(limits.url, `must have at most ${limits.url} characters`)
  .refine(isWebAddress, 'must be an http:// or https:// address');

/** A picture as a path of this site, because the content security policy allows pictures of this origin only. */
const ownPicture = sitePath('/storage/app.png');

const address = z.strictObject(
  {
    street: line(lengths.line).optional(),
    city: line(lengths.line),
    region: line(lengths.line).optional(),
    postal_code: line(20).optional(),
    country: line(lengths.line),
  },
  unknownKeys('must be an object with city and country'),
);

/** Adds the place of the postal code, which depends on the country. */
function inOrder(given: z.infer<typeof address>) {
  const order = given.postal_code === undefined ? undefined : postalOrderOf(given.country);
  return { ...given, ...(order && { postal_order: order }) };
}

const app = z.strictObject(
  {
    name: line(lengths.name),
    /** The app's id in URLs (`#id` on /apps, `?app=id` on /delete-account). */
    id: z
      .string(text)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must have small letters, digits and single hyphens only')
      .max(60, 'must have at most 60 characters'),
    summary: line(lengths.summary),
    /** The developer's name in the app stores. */
    developer: line(lengths.name),
    icon: ownPicture.optional(),
    stores: shortList(
      z.strictObject(
        { store: line(40), url: webAddress },
        unknownKeys('must be an object with store and url'),
      ),
      counts.stores,
    ).default([]),
    /**
     * App stores require these lists: the data that is deleted with an account, and the data that is retained, for
     * how long and why.
     */
    deleted_data: shortList(line(lengths.line), counts.accountData).optional(),
    kept_data: shortList(line(lengths.line), counts.accountData).default([]),
  },
  unknownKeys('must be an object'),
);

/** The fields of site.json. */
export const siteFileSchema = z.strictObject(
  {
    /** The language of the public pages and of the mails to visitors. The admin area is English. */
    language: z.enum(languageNames, `must be one of: ${languageNames.join(', ')}`).default('en'),
    name: line(lengths.name),
    /** The name in the wordmark; by default the full name. */
    short_name: line(lengths.shortName).optional(),
    tagline: line(lengths.tagline).optional(),
    /** One or two sentences for search engines and link previews; by default built from what is known. */
    description: line(lengths.description).optional(),
    address: address.transform(inOrder).optional(),
    phone: line(limits.phone).overwrite(plainPhone).refine(isPhone, 'must be a phone number').optional(),
    /** The time zone in which the closing day of a job ends. */
    time_zone: z
      .string(text)
      .refine(isTimeZone, 'must be the name of a time zone such as Asia/Karachi or Europe/Berlin (IANA)')
      .default('UTC'),
    /** The currency that is preset for the pay of new jobs. */
    currency: z
      .string(text)
      .regex(/^[A-Z]{3}$/, 'must be three capital letters such as PKR (ISO 4217)')
      .optional(),
    email: line(limits.email).overwrite(plainEmail).refine(isEmail, 'must be an email address'),
    /** When the company answers, such as "You hear from us within a week". Shown where people send a form. */
    reply_time: line(lengths.proof).optional(),
    /** Opening hours, one entry per line. */
    hours: shortList(line(lengths.line), counts.hours).default([]),
    social: shortList(
      z.strictObject({ name: line(40), url: webAddress }, unknownKeys('must be an object with name and url')),
      counts.social,
    ).default([]),
    /** The legal entity that the legal texts name; by default `name`. */
    legal_entity: line(lengths.line).optional(),
    apps: shortList(app, counts.apps)
      .refine(haveOwnIds, {
        error: 'must each have an id of its own',
        // Also runs if other fields of an app are invalid, so that all mistakes are reported together.
        when: ({ value }) => Array.isArray(value),
      })
      .default([]),
    /** The look of the company. */
    brand: brandSchema.prefault({}),
    /** The texts of the company's pages. */
    pages: pagesSchema,
    /** The company's own legal texts; without them the product's texts are shown. */
    legal: legalSchema,
    /** Pages of the company's own, such as About or Imprint. */
    own_pages: ownPagesSchema,
  },
  unknownKeys('must be an object'),
);

/** True if no id occurs twice. The values may not be valid apps yet. */
function haveOwnIds(apps: readonly unknown[]) {
  const ids = apps.map((each) => (each as { id?: unknown } | null)?.id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}
