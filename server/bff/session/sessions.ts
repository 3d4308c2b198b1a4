import type { Config } from '../../config.ts';
import type { Sessions } from './session.ts';
export async function createSessions(_config: Config, _publicUrl: URL): Promise<Sessions> {
  throw new Error('not written yet');
}
