/**
 * Thrown when a command is called with invalid arguments. The message describes the error; the runner appends the
 * usage line.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}
