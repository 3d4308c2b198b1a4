/**
 * The first number of all advisory locks of this product (PostgreSQL, §13.3.5); the second number names the purpose.
 */
const ours = 0x5374_7564;

/**
 * Returns the two numbers of an advisory lock, as SQL. They depend on the schema, so sites in separate schemas of one
 * database do not wait for each other. `name` is a constant of the code, never input.
 */
export function lockKey(name: string): string {
  if (!/^[a-z-]+$/.test(name)) throw new Error(`lockKey: ${name} is not the name of a lock`);
  return `${ours}, hashtext(current_schema() || ' ${name}')`;
}

/** The channel of this schema on which processes notify each other of new signals, as SQL. */
export const channelName = "'studio_' || substr(md5(current_schema()), 1, 16)";

/**
 * Every process on the database holds this lock in shared mode. A command that moves or restores the database holds
 * it in exclusive mode.
 */
export const presenceLock = lockKey('presence');
/** The lock of the process that writes content (docs/decisions/0039). */
export const writersLock = lockKey('writers');
