import pino from 'pino';
import { openDatabases } from '../../../../server/database/databases.ts';

/** Opens the session state of a product on this data folder. */
export async function sessionState(folder: string) {
  const { openSessions, signals, close } = await openDatabases(
    { DATA_DIR: folder },
    pino({ level: 'silent' }),
  );
  return { db: await openSessions(), signals, close };
}
