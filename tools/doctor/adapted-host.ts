import type { ContractRow } from '#shared/contract/index.ts';
import { adaptUpstream } from '../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../hosts/adapt/host-map.ts';
import type { HostFile } from '../../hosts/host-file/schema.ts';
import { acceptedValues } from '../../hosts/open-host-file.ts';
import { unreceivedFields } from '../../server/bff/form-kinds.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';

export type AdaptedHost = ReturnType<typeof adaptedHost>;

/**
 * Adapts a host by its host.json for the checks of the doctor, which report what the adapter warns of. The adapter
 * would refuse calls beyond `calls_per_minute`. Here it does not, since the checks wait as long as the limit of the
 * host requires.
 */
export function adaptedHost(inner: Upstream, file: HostFile, mediaPaths: readonly string[]) {
  const map = createHostMap({ ...file, calls_per_minute: undefined });
  const lacks = new Map<string, string>();
  const log = {
    warn: ({ place }: { place?: string }, text: string) => void (place && lacks.set(place, text)),
  };
  return {
    map,
    /** Places of host.json at which the answers so far had nothing, each with the problem. */
    lacks,
    upstream: adaptUpstream(inner, map, { mediaPaths, log: log as never }),
    /** The same host, as if its lists had pages (`?page=2`) where the file names none. */
    paged: adaptUpstream(inner, createHostMap(withPages(file)), { mediaPaths }),
    /** False for a call that host.json does not name. */
    has: (row: Pick<ContractRow, 'name'>) => map.answererOf(row) !== undefined,
    unreceived: unreceivedFields({ byFile: { accepted: acceptedValues(map) } }),
    origins: file.media.origins,
    /** True if the checks may send requests to the media servers in `origins`: the operator has saved the file. */
    asksOrigins: true,
    /** True if the site can distinguish admins from customers who sign in. */
    namesAdmins: file.admins !== undefined || typeof file.token.user.role === 'object',
  };
}

/**
 * Returns the file with the usual pages for all lists, none of whose rows is dropped, to find out whether a host has
 * more than one page.
 */
function withPages(file: HostFile) {
  const paging = { page: 'page', first: 1 } as const;
  const calls = Object.entries(file.calls).map(([name, call]) => [
    name,
    typeof call === 'object' && 'path' in call
      ? { ...call, keep: undefined, envelope: { ...call.envelope, paging } }
      : call,
  ]);
  return { ...file, envelope: { ...file.envelope, paging }, calls: Object.fromEntries(calls) };
}
