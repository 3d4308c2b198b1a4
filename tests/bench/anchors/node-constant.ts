import { readAnswers } from './answers.ts';
import { serve } from './listen.ts';

/** Answers from memory with Node alone: the same bytes and headers as the product's. */
const answers = readAnswers(process.argv[2]);

serve((req, res) => {
  const answer = answers.get(req.url ?? '');
  if (!answer) {
    res.writeHead(404).end();
    return;
  }
  if (req.headers['if-none-match'] && req.headers['if-none-match'] === answer.headers.etag) {
    res.writeHead(304, answer.headers).end();
    return;
  }
  res.writeHead(200, answer.headers).end(req.method === 'HEAD' ? undefined : answer.body);
});
