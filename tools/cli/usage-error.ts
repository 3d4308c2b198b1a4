/** A command was called with invalid arguments. The message describes the error; the runner adds the usage line. */
export class UsageError extends Error {
  override name = 'UsageError';
}
