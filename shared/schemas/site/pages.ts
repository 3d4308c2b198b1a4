import { z } from 'zod';
import { joinParts } from '../../text-direction.ts';
import type { defaults } from '../../words/en/defaults.ts';
import type { Words } from '../../words/words.ts';
import { lengths, line, shortList, sitePath, unknownKeys } from './pieces.ts';

/**
 * The texts of each page, by the ids of the page and of its section. The ids never change, because the texts in a
 * company's site.json are found by them (docs/decisions/0018-the-company-is-data.md).
 */

const show = z.boolean('must be true or false').optional();
/** True if menus and the sitemap have the page even while it lists nothing. */
const alwaysInMenu = show;
const title = line(lengths.title).optional();
const words = line(lengths.text).optional();

const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, unknownKeys('must be an object')).optional();

/** The texts at the top of a page; every page has them. `description` is for search engines. */
const headTexts = { title, text: words, description: line(lengths.description).optional() };
const head = object(headTexts);
/** The top of the home page, with one line of evidence: numbers, years or clients. */
const homeHead = object({ ...headTexts, proof: line(lengths.proof).optional() });
/** A section whose content comes from the site: posts, jobs, work. */
const list = object({ show, title });
/** A section that invites visitors to do something, such as to write a message. */
const call = object({ show, title, text: words });
/** A section with a list of points; without points the section is left out. `more` is what its points may also have. */
const pointsWith = <More extends z.ZodRawShape>(more: More) =>
  object({
    show,
    title,
    items: shortList(
      z.strictObject(
        { title: line(lengths.title), text: line(lengths.text), ...more },
        unknownKeys('must be an object with title and text'),
      ),
      12,
    ).min(1, 'must have at least one entry'),
  });
const points = pointsWith({});

export const pagesSchema = object({
  home: object({
    head: homeHead,
    selected_work: list,
    about: object({ show, title: line(lengths.title), text: line(lengths.text) }),
    services: pointsWith({ link: sitePath('/portfolio/Film').optional() }),
    process: points,
    latest_posts: list,
    positions: list,
    contact: list,
  }),
  /** `made_with`: the technologies of a category, on its page and those of its projects. */
  portfolio: object({ head, made_with: object({ show }), always_in_menu: alwaysInMenu }),
  publishing: object({ head, always_in_menu: alwaysInMenu }),
  team: object({ head, points, invitation: list, always_in_menu: alwaysInMenu }),
  careers: object({
    show,
    head,
    reasons: points,
    steps: points,
    benefits: points,
    positions: list,
    invitation: object({ show, title, title_none_open: title, text: words }),
  }),
  jobs: object({ show, head, invitation: call }),
  spontaneous: object({ head }),
  contact: object({
    head,
    /** The hint at the field of the message: its contents that the company needs. */
    message_hint: line(lengths.proof).optional(),
    direct: list,
    office: list,
    other_matters: list,
  }),
  apps: object({ head }),
});

export type PagesFile = NonNullable<z.infer<typeof pagesSchema>>;

export interface Head {
  title: string;
  text?: string;
  description: string;
}
export interface Points {
  title: string;
  items: { title: string; text: string; link?: string }[];
}

type DefaultTexts = Words<typeof defaults>;

/** The content of a page. A section that is undefined is left out. */
export type Pages = ReturnType<typeof pagesOf>;

/** The facts of the company on which its default texts depend. */
interface Facts {
  name: string;
  tagline?: string;
  description?: string;
  address?: { city: string; country: string };
  phone?: string;
}

/** Returns the description of the company; if it has none, its name with its tagline or its place. */
export function descriptionOf({ name, tagline, description, address }: Facts) {
  if (description !== undefined) return description;
  return tagline ? `${name}: ${tagline}` : `${joinParts([name, address?.city, address?.country])}.`;
}

/**
 * Returns the texts of a company's pages: its own texts, else default texts that fit any company. A section that has
 * neither, or that the company hides (`show`), is left out. `words` has the default texts in the site's language.
 */
export function pagesOf(file: PagesFile | undefined, facts: Facts, words: DefaultTexts) {
  const { name, tagline, description, address, phone } = facts;
  const described = descriptionOf(facts);
  const { home, portfolio, publishing, team, careers, jobs, spontaneous, contact, apps } = file ?? {};
  return {
    home: {
      head: {
        ...headOf(home?.head, tagline ?? name, described, description),
        description: home?.head?.description ?? described,
        proof: home?.head?.proof,
      },
      selected_work: listOf(home?.selected_work, words('default.selectedWork')),
      about: home?.about && home.about.show !== false ? withoutShow(home.about) : undefined,
      services: pointsOf(home?.services, words('default.services')),
      process: pointsOf(home?.process, words('default.process')),
      latest_posts: listOf(home?.latest_posts, words('default.latestPosts')),
      positions: listOf(home?.positions, words('default.positions')),
      contact: listOf(home?.contact, words('default.getInTouch')),
    },
    portfolio: {
      head: headOf(portfolio?.head, words('default.portfolio'), words('default.portfolioText', { name })),
      always_in_menu: portfolio?.always_in_menu ?? false,
      made_with: portfolio?.made_with?.show ?? true,
    },
    publishing: {
      head: headOf(publishing?.head, words('default.publishing'), words('default.publishingText', { name })),
      always_in_menu: publishing?.always_in_menu ?? false,
    },
    team: {
      always_in_menu: team?.always_in_menu ?? false,
      head: headOf(team?.head, words('default.team'), words('default.teamText', { name })),
      points: pointsOf(team?.points, words('default.who')),
      invitation: listOf(team?.invitation, words('default.join')),
    },
    careers: {
      /** True if the page is not on the site (shared/site/off-pages.ts). */
      off: careers?.show === false,
      head: headOf(careers?.head, words('default.careers'), words('default.careersText', { name })),
      reasons: pointsOf(careers?.reasons, words('default.reasons')),
      steps: pointsOf(careers?.steps, words('default.steps')),
      benefits: pointsOf(careers?.benefits, words('default.benefits')),
      positions: listOf(careers?.positions, words('default.positions')),
      invitation: invitationOf(careers?.invitation, words),
    },
    jobs: {
      off: jobs?.show === false,
      head: headOf(jobs?.head, words('default.positions'), words('default.jobsText', { name })),
      invitation: callOf(jobs?.invitation, words),
    },
    spontaneous: {
      head: headOf(
        spontaneous?.head,
        words('default.spontaneous'),
        words('default.spontaneousText', { name }),
      ),
    },
    contact: {
      head: headOf(contact?.head, words('default.contact'), words('default.contactText', { name })),
      message_hint: contact?.message_hint,
      direct: listOf(contact?.direct, words(phone ? 'default.direct' : 'default.directEmail')),
      office: address && listOf(contact?.office, words('default.office')),
      other_matters: listOf(contact?.other_matters, words('default.otherMatters')),
    },
    apps: { head: headOf(apps?.head, words('default.apps'), words('default.appsText', { name })) },
  };
}

type File<Of> = Of | undefined;

function headOf(file: File<Partial<Head>>, title: string, description: string, text?: string): Head {
  const shown = file?.text ?? text;
  return {
    title: file?.title ?? title,
    ...(shown !== undefined && { text: shown }),
    description: file?.description ?? file?.text ?? description,
  };
}

function listOf(file: File<{ show?: boolean; title?: string }>, title: string) {
  return file?.show === false ? undefined : { title: file?.title ?? title };
}

function callOf(file: File<{ show?: boolean; title?: string; text?: string }>, words: DefaultTexts) {
  // If the company wrote the title but no text, no text is shown: the default text would not fit the title.
  const shown = file?.text ?? (file?.title === undefined ? words('default.sendCv') : undefined);
  return file?.show === false
    ? undefined
    : { title: file?.title ?? words('default.roleless'), ...(shown !== undefined && { text: shown }) };
}

function invitationOf(file: NonNullable<PagesFile['careers']>['invitation'], words: DefaultTexts) {
  const call = callOf(file, words);
  const noneOpen = file?.title_none_open ?? words('default.noneOpen');
  return call && { ...call, title_none_open: noneOpen };
}

function pointsOf(
  file: File<{ show?: boolean; title?: string; items: Points['items'] }>,
  title: string,
): Points | undefined {
  return file && file.show !== false ? { title: file.title ?? title, items: file.items } : undefined;
}

function withoutShow({ title, text }: { title: string; text: string }) {
  return { title, text };
}
