import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, contract, type UploadPolicy } from '#shared/contract/index.ts';
import { idInAddress } from '#shared/id.ts';
import { type PageFormName, portfolioAddresses } from '#shared/page-forms.ts';
import { routes } from '#shared/routes.ts';
import { type FormKind, formKinds } from '../../bff/intake/visitor-form.ts';

/** One public form: its page, its call, and its rules. */
export interface PageForm {
  name: PageFormName;
  /** The path of the form's page, without a slash at the end. */
  path: string;
  row: ContractRow;
  /** The path of the call; for the application to a job, with the id of that job. */
  callPath: string;
  params?: { id: string };
  /** Path of the read of the job that the page is about; absent for a form without a job. */
  subjectPath?: string;
  policy: UploadPolicy;
  /** The rules of the call. */
  kind: FormKind;
  /** Converts the typed texts to the fields of the call. */
  wireTexts(typed: Record<string, string>): Record<string, string>;
  /** Returns the field of the page at which an error in a field of the call is shown. */
  shownAt(field: string): string;
}

type Kind = Omit<PageForm, 'path' | 'callPath' | 'subjectPath' | 'kind'>;

/**
 * Returns an upload policy for a form without files. Its contract row has none, because the call has a JSON body, but
 * a page posts the form as a multipart form.
 */
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
  wireTexts(typed: Record<string, string>) {
    const texts = Object.fromEntries(this.policy.texts.map(({ name }) => [name, typed[name] ?? '']));
    // If `linkedin_url` is present, the page's scripts have already separated the two URLs that a visitor may type
    // into `portfolio_url`.
    return typed.linkedin_url ? texts : { ...texts, ...portfolioAddresses(typed.portfolio_url ?? '') };
  },
  shownAt: (field: string) => (field === 'linkedin_url' ? 'portfolio_url' : field),
} as const;

const kinds: Record<string, Kind> = {
  [routes.contact]: {
    name: 'contact',
    row: contract.contactUs,
    policy: textsOf(contactFields),
    wireTexts: asTyped(contactFields),
    shownAt: (field) => field,
  },
  [routes.deleteAccount]: {
    name: 'deletion',
    row: contract.requestAccountDeletion,
    policy: textsOf(deletionFields),
    wireTexts: asTyped(deletionFields),
    shownAt: (field) => field,
  },
  [routes.careersApply]: { ...application, row: contract.applyJob },
};

const jobPath = new RegExp(`^/careers/apply/(${idInAddress})$`);

/** Returns the path of the page with the form of this call; undefined for a call without a form. */
export function pagePathOf({ name }: ContractRow, { id = '' }: { id?: string }): string | undefined {
  if (name === contract.applyJobFor.name) return `${routes.careersApply}/${id}`;
  return Object.keys(kinds).find((path) => kinds[path]?.row.name === name);
}

/** Returns the form of the page at this path; undefined if that page has no form. */
export function pageFormAt(given: string): PageForm | undefined {
  const path = /[^/]\/$/.test(given) ? given.slice(0, -1) : given;
  const [, id] = jobPath.exec(path) ?? [];
  const ofPage = Object.hasOwn(kinds, path) ? kinds[path] : undefined;
  const form = id ? { ...application, row: contract.applyJobFor, params: { id } } : ofPage;
  const kind = formKinds[form?.row.name ?? ''];
  if (!form || !kind) return undefined;
  const subjectPath = id && callPath(contract.singleJob, { id });
  return {
    ...form,
    kind,
    path,
    callPath: callPath(form.row, form.params),
    ...(subjectPath && { subjectPath }),
  };
}
