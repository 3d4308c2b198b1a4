import type { Upstream } from './upstream.ts';
export function createUpstream(_url: URL, _timeoutMs: number): Upstream {
  throw new Error('not written yet');
}
