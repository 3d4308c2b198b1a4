import { type CallName, contract, rows } from '#shared/contract/index.ts';
import { listOf } from './envelope.ts';
import type { Prober, Seen } from './prober.ts';

/** A host that answers the contract's own calls. */
export interface ContractHost {
  /** The path before `/getProjectCategory` and its like. */
  base: string;
  /** Good answers to reads, and refusals of visitors where nobody is signed in. */
  answers: Map<CallName, Seen>;
  because: string;
}

export const nameOfNothing = '/doctor-asks-for-what-is-not-there';

/** Calls that tell. Other hosts have lists called blogs, jobs or team too, so that one of the first three has to be there. */
const known = ['getProjectCategory', 'activeBlogs', 'getJobs', 'blogs', 'jobs', 'team'] as const;

/** Calls that the contract has beside one that was seen. */
const beside: Partial<Record<CallName, readonly CallName[]>> = {
  deleteProject: ['updateProject', 'deleteProjectImage', 'deleteProjectCategory'],
  addJob: ['updateJob', 'updateJobStatus', 'deleteJob'],
  addTeamMember: ['updateTeamMember', 'deleteTeamMember'],
  applyJob: ['applyJobFor'],
  contactUs: ['requestAccountDeletion'],
  getApplicants: ['getSingleApplicant', 'downloadCv', 'updateApplicantStatus', 'deleteApplicant'],
  getMessages: ['getSingleMessage', 'updateMessageStatus', 'deleteMessage'],
};

/**
 * Asks a few known calls below /api and at the address itself. Two that answer 200 with a list, or refuse a visitor, make it a host of the
 * contract. `closed` is a branch that refuses whatever it is asked, so that nothing is seen without a token.
 */
export async function findContract(prober: Prober, given: string, headers: Record<string, string> = {}) {
  let closed: string | undefined;
  for (const base of given.endsWith('/api') ? [given, `${given}/api`] : [`${given}/api`, given]) {
    const nowhere = await prober.ask(base + nameOfNothing, headers);
    if (nowhere.status === 401) closed ??= base;
    const there: string[] = [];
    for (const name of known) {
      if (name === 'blogs' && there.length === 0) break;
      const seen = await prober.ask(`${base}/${name}?page=1`, headers);
      const isKept = (seen.status === 401 || seen.status === 403) && nowhere.status !== seen.status;
      if (isKept || (listOf(seen) && nowhere.status !== 200)) there.push(name);
    }
    const because = `${there.join(', ')} answer there as in the contract`;
    if (there.length > 1) return { host: { base, answers: new Map(), because } satisfies ContractHost };
  }
  return { closed };
}

/** The path of a call at this host. */
export function contractPath({ base }: ContractHost, name: CallName, id: unknown = '{id}'): string {
  return base + contract[name].path.replace(/^\/api/, '').replace('{id}', String(id));
}

/** The methods that OPTIONS allows (RFC 9110 §9.3.7), or ANY. Undefined at a host that says the same of what is not there. */
export async function allowedAt(prober: Prober, base: string, path: string): Promise<string | undefined> {
  const ask = async (asked: string) => {
    const { status, headers } = await prober.ask(asked, {}, 'OPTIONS');
    return String(headers.allow || (status < 300 ? 'ANY' : '')).toUpperCase();
  };
  const nothing = await ask(base + nameOfNothing);
  const said = await ask(path);
  return said === nothing ? undefined : said;
}

/** `calls` of host.json: below another path than /api those of the owner's list, and the others as far as the host has them. */
export async function contractCalls(prober: Prober, host: ContractHost) {
  const isBare = !host.base.endsWith('/api');
  const found = new Map<CallName, { says: unknown; because: string; tried: boolean }>();
  const add = (name: CallName, because: string, tried: boolean) => {
    const says = isBare ? { path: contract[name].path.slice('/api'.length) } : 'as_contract';
    if (isBare || contract[name].origin === 'extension') found.set(name, { says, because, tried });
    for (const other of beside[name] ?? []) add(other, `the contract has it beside ${name}`, false);
  };
  for (const { name, origin } of rows)
    if (isBare && origin === 'spec') add(name as CallName, host.because, false);
  for (const [name, seen] of host.answers) add(name, `${seen.call} answered ${seen.status}`, true);
  const isDeaf = (await allowedAt(prober, host.base, contractPath(host, 'saveBlog'))) === undefined;
  for (const name of isDeaf
    ? []
    : (['deleteProject', 'addJob', 'addTeamMember', 'applyJob', 'contactUs'] as const)) {
    const path = contractPath(host, name, 1);
    if (/ANY|POST/.test((await allowedAt(prober, host.base, path)) ?? ''))
      add(name, `OPTIONS ${path} allows POST`, false);
  }
  return { found, isDeaf };
}
