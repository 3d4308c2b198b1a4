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
  policy: UploadPolicy;
  /** The rules of the call. */
  kind: FormKind;
}

const pages: Record<string, Pick<PageForm, 'name' | 'row'>> = {
  [routes.contact]: { name: 'contact', row: contract.contactUs },
  [routes.deleteAccount]: { name: 'deletion', row: contract.requestAccountDeletion },
  [routes.careersApply]: { name: 'application', row: contract.applyJob },
};

const jobPath = new RegExp(`^/careers/apply/(${idInAddress})$`);

/** Returns the path of the page with the form of this call; undefined for a call without a form. */
export function pagePathOf({ name }: ContractRow, { id = '' }: { id?: string }): string | undefined {
  if (name === contract.applyJobFor.name) return `${routes.careersApply}/${id}`;
  return Object.keys(pages).find((path) => pages[path]?.row.name === name);
}

/** Returns the form of the page at this path; undefined if that page has no form. */
export function pageFormAt(given: string): PageForm | undefined {
  const path = /[^/]\/$/.test(given) ? given.slice(0, -1) : given;
  const [, id] = jobPath.exec(path) ?? [];
  const ofPage = Object.hasOwn(pages, path) ? pages[path] : undefined;
  const form = id ? { name: 'application' as const, row: contract.applyJobFor } : ofPage;
  const kind = formKinds[form?.row.name ?? ''];
  if (!form || !kind) return undefined;
  const params = id ? { id } : undefined;
  const policy = form.row.upload ?? textsOnly(Object.keys(kind.schema.shape));
  return { ...form, kind, path, params, callPath: callPath(form.row, params), policy };
}

/** Returns the rules of a form whose call has a JSON body; a page posts it as a multipart form all the same. */
function textsOnly(names: readonly string[]): UploadPolicy {
  return {
    files: [],
    texts: names.map((name) => ({ name, size: name === 'message' ? 'long' : 'short' })),
  };
}

/**
 * Converts the typed texts to the fields of the call. A visitor without scripts types both URLs into `portfolio_url`;
 * if `linkedin_url` is present, the page's scripts have already separated them.
 */
export function wireTexts({ policy }: PageForm, typed: Record<string, string>): Record<string, string> {
  const texts = Object.fromEntries(
    policy.texts.map(({ name }) => [name, (typed[name] ?? '').replace(/\r\n?/g, '\n')]),
  );
  return typed.linkedin_url || !('linkedin_url' in texts)
    ? texts
    : { ...texts, ...portfolioAddresses(typed.portfolio_url ?? '') };
}

/** Returns the field of the page at which an error in a field of the call is shown. */
export const shownAt = (field: string) => (field === 'linkedin_url' ? 'portfolio_url' : field);
