import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { useHostTakes } from '../../api/host-calls.ts';

/** What leads to a call: not shown where the API host is known to lack it. */
export function WhereTaken({ call, children }: { call: CallName; children: ReactNode }) {
  return useHostTakes(call) === false ? null : children;
}
