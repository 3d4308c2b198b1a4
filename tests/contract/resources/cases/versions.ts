import type { Id } from '#shared/id.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import type { Engine } from '../../../support/engines.ts';

/** Returns the versions of a record, newest first. */
export async function versionsOf({ admin }: Engine, resource: string, id: Id): Promise<ListedVersion[]> {
  return (await admin.read('getVersions', { resource, id })).data;
}
