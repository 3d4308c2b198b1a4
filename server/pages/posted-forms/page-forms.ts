import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, contract, type UploadPolicy } from '#shared/contract/index.ts';
import { idInAddress } from '#shared/id.ts';
import { type PageFormName, portfolioAddresses } from '#shared/page-forms.ts';
import { routes } from '#shared/routes.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';
import { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';

/** One public form: where its page stands, the call that it is, and what it may hold. */
export interface PageForm {
  name: PageFormName;
  /** The path of that page, without a slash at its end. */
  path: string;
  row: ContractRow;
  /** The call's path, with the id of the job that the page is about. */
  callPath: string;
  params?: { id: string };
  /** The read of the job that the page is about. */
  subjectPath?: string;
  policy: UploadPolicy;
  schema: typeof applicationSchema | typeof contactSchema | typeof accountDeletionSchema;
  /** Required with the texts. */
  file?: string;
  /** What was typed, as the fields of the call. */
  wireTexts(typed: Record<string, string>): Record<string, string>;
  /** The field of the page that shows what is wrong with a field of the call. */
  shownAt(field: string): string;
}

type Kind = Omit<PageForm, 'path' | 'callPath' | 'subjectPath'>;

/** A form without files has no policy in its row: this is what multipart makes of its JSON body. */
function textsOf(names: readonly string[]): UploadPolicy {
  return {
    files: [],
    texts: names.map((name) => ({ name, size: name === 'message' ? 'long' : 'short' })),
  };
}

const contactFields = ['name', 'email', 'phone', 'subject', 'message', 'website', 'form_token'];
const deletionFields = [
  'app_name',
  'account_identifier',
  'email',
  'name',
  'message',
  'website',
  'form_token',
];

const asTyped = (names: readonly string[]) => (typed: Record<string, string>) =>
  Object.fromEntries(names.map((name) => [name, (typed[name] ?? '').replace(/\r\n?/g, '\n')]));

const application = {
  name: 'application',
  policy: contract.applyJob.upload,
  schema: applicationSchema,
  file: 'cv',
  wireTexts(typed: Record<string, string>) {
    const texts = Object.fromEntries(this.policy.texts.map(({ name }) => [name, typed[name] ?? '']));
    // Whoever sends the second address of the call as well has told them apart already.
    return typed.linkedin_url ? texts : { ...texts, ...portfolioAddresses(typed.portfolio_url ?? '') };
  },
  shownAt: (field: string) => (field === 'linkedin_url' ? 'portfolio_url' : field),
} as const;

const kinds: Record<string, Kind> = {
  [routes.contact]: {
    name: 'contact',
    row: contract.contactUs,
    policy: textsOf(contactFields),
    schema: contactSchema,
    wireTexts: asTyped(contactFields),
    shownAt: (field) => field,
  },
  [routes.deleteAccount]: {
    name: 'deletion',
    row: contract.requestAccountDeletion,
    policy: textsOf(deletionFields),
    schema: accountDeletionSchema,
    wireTexts: asTyped(deletionFields),
    shownAt: (field) => field,
  },
  [routes.careersApply]: { ...application, row: contract.applyJob },
};

const jobPath = new RegExp(`^/careers/apply/(${idInAddress})$`);

/** The path of the page that has the form of this call; undefined for a call of no form. */
export function pagePathOf({ name }: ContractRow, { id = '' }: { id?: string }): string | undefined {
  if (name === contract.applyJobFor.name) return `${routes.careersApply}/${id}`;
  return Object.keys(kinds).find((path) => kinds[path]?.row.name === name);
}

/** The form of the page at this path; undefined where there is none. */
export function pageFormAt(given: string): PageForm | undefined {
  const path = /[^/]\/$/.test(given) ? given.slice(0, -1) : given;
  const [, id] = jobPath.exec(path) ?? [];
  if (id) {
    const row = contract.applyJobFor;
    const subjectPath = callPath(contract.singleJob, { id });
    return { ...application, path, row, callPath: callPath(row, { id }), params: { id }, subjectPath };
  }
  const kind = Object.hasOwn(kinds, path) ? kinds[path] : undefined;
  return kind && { ...kind, path, callPath: callPath(kind.row) };
}
