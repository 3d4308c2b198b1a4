/** The first half of every advisory lock of ours (PostgreSQL, §13.3.5); the second says what it is for. */
const ours = 0x5374_7564;

/**
 * The two numbers of an advisory lock, as SQL. Sites in schemas of their own, in one database, do not wait for each other. `name` is a
 * word of ours, never a visitor's.
 */
export function lockKey(name: string): string {
  if (!/^[a-z-]+$/.test(name)) throw new Error(`lockKey: ${name} is no name of a lock`);
  return `${ours}, hashtext(current_schema() || ' ${name}')`;
}

/** The channel of this schema on which processes tell each other that there is a signal, as SQL. */
export const channelName = "'studio_' || substr(md5(current_schema()), 1, 16)";

/** Held by every process that runs on the database, and by one alone that moves or restores it. */
export const presenceLock = lockKey('presence');
/** What writers of content take turns by (docs/decisions/0039). */
export const writersLock = lockKey('writers');
