/**
 * Rejects when `work` takes too long, with an error that also means an unavailable database (database/errors.ts): a
 * machine that has stopped sends no error. The work itself continues, and may still succeed.
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
