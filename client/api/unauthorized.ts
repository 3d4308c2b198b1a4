/** Asks a person to sign in in place; resolves true when there is a session again, false when they declined. */
type UnauthorizedHandler = () => Promise<boolean>;

let handler: UnauthorizedHandler | undefined;
let asking: Promise<boolean> | undefined;
/** Counts the prompts that were answered, so that a call can tell whether one was answered while it was under way. */
let round = 0;
let lastAnswer = false;

/** Injects what asks for sign-in; the request helper knows no dialog. `undefined` takes it away again. */
export function setUnauthorizedHandler(next: UnauthorizedHandler | undefined): void {
  handler = next;
}

/** The number to note before a call is sent and to give to `askToSignIn` when it was answered 401. */
export function signInRound(): number {
  return round;
}

/**
 * Resolves true when the call is worth sending again. Calls that fail together share one prompt; a call that was sent
 * before a prompt was answered takes that answer, for its 401 speaks of the session before.
 */
export function askToSignIn(sentInRound: number): Promise<boolean> {
  if (asking) return asking;
  if (sentInRound !== round) return Promise.resolve(lastAnswer);
  if (!handler) return Promise.resolve(false);
  asking = handler()
    .catch(() => false)
    .then((answer) => {
      asking = undefined;
      round += 1;
      lastAnswer = answer;
      return answer;
    });
  return asking;
}
