import { expect, test } from 'vitest';
import { createOrderSaver } from '../../../../../client/admin/jobs/job-order.ts';

/** A server that answers when the test allows it, and the saver's results. */
function server() {
  const sent: string[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const told: string[] = [];
  const saver = createOrderSaver('abc', {
    send: (order) => {
      sent.push(order);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    onSaved: (order) => told.push(`saved ${order}`),
    onFailed: (saved, error) => told.push(`back to ${saved}: ${error}`),
  });
  const settle = async (act: (answer: PromiseWithResolvers<void>) => void) => {
    const answer = answers.shift();
    if (!answer) throw new Error('Nothing was sent.');
    act(answer);
    await Promise.allSettled([answer.promise]);
    await new Promise(setImmediate);
  };
  return {
    saver,
    sent,
    told,
    accept: () => settle((answer) => answer.resolve()),
    refuse: () => settle((answer) => answer.reject('no')),
  };
}

test('one order at a time: while one is saved, only the newest of the others waits', async () => {
  const { saver, sent, told, accept } = server();
  saver.save('bac');
  saver.save('bca');
  saver.save('cba');
  expect(sent).toEqual(['bac']);
  await accept();
  expect(sent).toEqual(['bac', 'cba']);
  expect(told).toEqual([]);
  await accept();
  expect(told).toEqual(['saved cba']);
});

test('a failure takes everything back to what was saved last', async () => {
  const { saver, sent, told, accept, refuse } = server();
  saver.save('bac');
  await accept();
  saver.save('bca');
  saver.save('cba');
  await refuse();
  expect(told).toEqual(['saved bac', 'back to bac: no']);
  expect(sent).toEqual(['bac', 'bca']);
});

test('after a failure the next order is sent as ever', async () => {
  const { saver, sent, told, accept, refuse } = server();
  saver.save('bac');
  await refuse();
  saver.save('cab');
  await accept();
  expect(sent).toEqual(['bac', 'cab']);
  expect(told).toEqual(['back to abc: no', 'saved cab']);
});
