import type { Language } from '#shared/words/language.ts';

/** A page of the company's own, as the form holds it. */
export interface OwnPageValues {
  id: string;
  path: string;
  title: string;
  text: string;
  search_title?: string;
  search_description?: string;
  place: string;
  published: boolean;
}

/** Returns a new draft with an id of its own, which begins with these values. */
function newOwnPage(start: Partial<OwnPageValues> = {}) {
  const id = Math.random().toString(36).slice(2, 12);
  const title = start.title ?? '';
  return { id, path: pathOfTitle(title), title, text: '', place: 'footer', published: false, ...start };
}

/**
 * Returns the ways to begin a page, in the language of the site. One whose address a page already has is left out,
 * because an address belongs to one page.
 */
export function startsFor(
  language: Language,
  pages: readonly OwnPageValues[],
): { label: string; create: () => OwnPageValues }[] {
  const taken = new Set(pages.map(({ path }) => path.toLowerCase()));
  const free = startKinds.filter(({ name }) => !taken.has(pathOfTitle(pageStarts[language][name].title)));
  return [
    ...free.map(({ name, label, place }) => ({
      label,
      create: () => newOwnPage({ ...pageStarts[language][name], place }),
    })),
    { label: 'Empty page', create: () => newOwnPage() },
  ];
}

/** Returns the path for a title: "About us!" gives /about-us. */
function pathOfTitle(title: string) {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `/${words.join('-').slice(0, 60).replace(/-$/, '')}`;
}

/** Returns the path of a draft with another title. It follows the title until it is written by hand: then undefined. */
export function followingPath(page: OwnPageValues, title: string) {
  const follows = !page.published && page.path === pathOfTitle(page.title);
  return follows ? pathOfTitle(title) : undefined;
}

/** Returns the path of the own page to which a field such as `own_pages.2.title` belongs. */
export function ownAddressAt(site: Record<string, unknown>, field: string) {
  const index = /^own_pages\.(\d+)(?:\.|$)/.exec(field)?.[1];
  return index === undefined ? undefined : ownPagesIn(site)[Number(index)]?.path;
}

/** Returns the company's own pages that the values of the form contain. */
export function ownPagesIn({ own_pages: pages }: Record<string, unknown>) {
  return Array.isArray(pages) ? (pages as OwnPageValues[]) : [];
}

/** A text with which a page of the company's own can begin, true of any company, with placeholders. */
interface PageStart {
  title: string;
  text: string;
}

/** The pages that most companies need, with their place, and their names on the buttons. */
const startKinds = [
  { name: 'about', label: 'About us', place: 'menu' },
  { name: 'imprint', label: 'Imprint', place: 'footer' },
  { name: 'faq', label: 'FAQ', place: 'footer' },
  { name: 'press', label: 'Press', place: 'footer' },
] as const;

/** The texts in each language that a site can have. */
const pageStarts: Record<Language, Record<(typeof startKinds)[number]['name'], PageStart>> = {
  en: {
    about: {
      title: 'About us',
      text:
        '<p>Who is behind {company}, and how to reach us.</p>' +
        '<h2>Who we are</h2><p>This site and the work on it are by {legal_entity}.</p>' +
        '<h2>Where we are</h2><p>{address}</p>' +
        '<h2>How to reach us</h2><p>Email: {email}</p><p>Phone: {phone}</p>',
    },
    imprint: {
      title: 'Imprint',
      text:
        '<h2>Published by</h2><p>{legal_entity}</p><p>{address}</p>' +
        '<h2>Contact</h2><p>Email: {email}</p><p>Phone: {phone}</p>' +
        '<h2>Content</h2><p>{legal_entity} answers for the content of this site. Other sites that it links to answer for their own.</p>',
    },
    faq: {
      title: 'FAQ',
      text:
        '<h2>How do I reach you?</h2><p>Write to {email}.</p><p>Or call {phone}.</p>' +
        '<h2>Where are you?</h2><p>{address}</p>' +
        '<h2>What do you do with my data?</h2><p>Our <a href="/privacy-policy">privacy policy</a> says it.</p>',
    },
    press: {
      title: 'Press',
      text:
        '<p>Are you writing about {company}? Here are the facts, and the way to ask for more.</p>' +
        '<h2>Facts</h2><p>Name: {company}</p><p>Legal entity: {legal_entity}</p><p>Address: {address}</p>' +
        '<h2>Contact for the press</h2><p>Email: {email}</p><p>Phone: {phone}</p>',
    },
  },
  ur: {
    about: {
      title: 'ہمارے بارے میں',
      text:
        '<p>{company} کے پیچھے کون ہے، اور ہم سے رابطہ کیسے ہو سکتا ہے۔</p>' +
        '<h2>ہم کون ہیں</h2><p>یہ سائٹ اور اس پر موجود کام {legal_entity} کا ہے۔</p>' +
        '<h2>ہم کہاں ہیں</h2><p>{address}</p>' +
        '<h2>ہم سے رابطہ</h2><p>ای میل: {email}</p><p>فون: {phone}</p>',
    },
    imprint: {
      title: 'ناشر کی معلومات',
      text:
        '<h2>ناشر</h2><p>{legal_entity}</p><p>{address}</p>' +
        '<h2>رابطہ</h2><p>ای میل: {email}</p><p>فون: {phone}</p>' +
        '<h2>مواد</h2><p>اس سائٹ کے مواد کی ذمہ داری {legal_entity} پر ہے۔ جن دوسری سائٹوں کے لنک یہاں ہیں، ان کا مواد ان کی اپنی ذمہ داری ہے۔</p>',
    },
    faq: {
      title: 'عام سوالات',
      text:
        '<h2>آپ سے رابطہ کیسے کروں؟</h2><p>{email} پر لکھیں۔</p><p>یا {phone} پر فون کریں۔</p>' +
        '<h2>آپ کہاں ہیں؟</h2><p>{address}</p>' +
        '<h2>آپ میری معلومات کا کیا کرتے ہیں؟</h2><p>یہ ہماری <a href="/privacy-policy">رازداری کی پالیسی</a> میں لکھا ہے۔</p>',
    },
    press: {
      title: 'پریس',
      text:
        '<p>کیا آپ {company} کے بارے میں لکھ رہے ہیں؟ یہاں حقائق ہیں، اور مزید پوچھنے کا راستہ بھی۔</p>' +
        '<h2>حقائق</h2><p>نام: {company}</p><p>قانونی ادارہ: {legal_entity}</p><p>پتہ: {address}</p>' +
        '<h2>پریس کے لیے رابطہ</h2><p>ای میل: {email}</p><p>فون: {phone}</p>',
    },
  },
};
