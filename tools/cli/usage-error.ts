/** A command was called in a way that it does not know. The message says what is wrong; the runner adds the usage line. */
export class UsageError extends Error {
  override name = 'UsageError';
}
