import { adaptUpstream } from '../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../hosts/adapt/host-map.ts';
import type { HostFile } from '../../hosts/host-file/schema.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { CheckOptions } from './finding.ts';

/**
 * Adapts a host by its host.json for the checks of the doctor. The adapter would refuse calls beyond
 * `calls_per_minute`. Here it does not, since the checks wait as long as the limit of the host requires.
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
