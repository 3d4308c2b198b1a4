import { adaptUpstream } from '../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../hosts/adapt/host-map.ts';
import type { HostFile } from '../../hosts/host-file/schema.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { CheckOptions } from './finding.ts';

/**
 * Adapts a host by its host.json for checks. The checks keep to the host's rate themselves, and wait where the
 * adapter would refuse.
 */
export function adaptedHost(
  inner: Upstream,
  file: HostFile,
  mediaPaths: readonly string[],
): NonNullable<CheckOptions['adapted']> {
  const map = createHostMap({ ...file, calls_per_minute: undefined });
  return {
    upstream: adaptUpstream(inner, map, { mediaPaths }),
    has: (row) => map.answererOf(row) !== undefined,
    origins: file.media.origins,
    asksOrigins: true,
    namesAdmins: file.admins !== undefined || typeof file.token.user.role === 'object',
  };
}
