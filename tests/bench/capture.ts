import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { StoredAnswers } from './anchors/answers.ts';
import type { Stage, Started } from './stage.ts';

/**
 * Requests each path from the product and writes the answers to a file, for anchors that return the same bytes from
 * memory. Returns the path of the file. Throws if an answer is not 200.
 */
export async function captureAnswers(
  stage: Stage,
  { url }: Started,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<string> {
  const answers: StoredAnswers = {};
  for (const path of paths) {
    const answer = await request(url + path, { headers });
    const body = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`);
    const { date, connection, 'keep-alive': _kept, 'transfer-encoding': _framing, ...kept } = answer.headers;
    answers[path] = {
      headers: { ...(kept as Record<string, string>), 'content-length': String(body.byteLength) },
      body: body.toString('base64'),
    };
  }
  const file = join(stage.folder(), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return file;
}
