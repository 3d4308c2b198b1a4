import { type ContractRow, contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';
import { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
import type { Capabilities } from './capabilities.ts';

/** The rules of one kind of public form. */
export interface FormKind {
  row: ContractRow;
  /**
   * The schema by which fields are checked before the form is stored, because a host that is down cannot report
   * invalid fields.
   */
  schema: typeof applicationSchema | typeof contactSchema | typeof accountDeletionSchema;
  /** Name of a file that is required in addition to the texts, if the host takes it; absent for a form without one. */
  file?: 'cv';
  /** Kinds in the same group are counted together against the limit of an IP address. */
  group: 'application' | 'message';
  received: ErrorCode;
  /** Days from receipt until the form has to be answered. */
  dueDays?: number;
}

const application = {
  schema: applicationSchema,
  file: 'cv',
  group: 'application',
  received: 'applicant.received',
} as const;

/** The kinds of visitors' forms, by the names of their rows. */
export const formKinds: Readonly<Record<string, FormKind | undefined>> = {
  applyJob: { row: contract.applyJob, ...application },
  applyJobFor: { row: contract.applyJobFor, ...application },
  contactUs: {
    row: contract.contactUs,
    schema: contactSchema,
    group: 'message',
    received: 'message.received',
  },
  requestAccountDeletion: {
    row: contract.requestAccountDeletion,
    schema: accountDeletionSchema,
    group: 'message',
    received: 'message.deletionReceived',
    dueDays: limits.accountDeletionDays,
  },
};

/**
 * Returns the fields of visitors' forms that host.json has no place for, by call, the consent first; undefined if there
 * are none.
 */
export function unreceivedFields({ byFile }: Pick<Capabilities, 'byFile'>) {
  const fields = Object.entries(formKinds).flatMap(([call, kind]) => {
    const accepted = byFile?.accepted?.[call];
    if (!kind || !accepted) return [];
    const names = new Set(['consent', ...Object.keys(kind.schema.shape), kind.file ?? '']);
    // These two are for this site, which detects robots by them.
    for (const own of ['website', 'form_token']) names.delete(own);
    const unreceived = [...names].filter((name) => accepted[name]?.length === 0);
    return unreceived.length > 0 ? [[call, unreceived] as const] : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
