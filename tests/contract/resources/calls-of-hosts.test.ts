import { rows } from '#shared/contract/index.ts';
import { withEngine } from '../../support/engines.ts';
import { stubLacks } from '../../support/stub-upstream.ts';
import { describeCall } from './every-call.ts';
import { goodCalls } from './good-calls.ts';

// What an API host receives and what the browser gets of its answer; the engine in this process is tried elsewhere.
withEngine('stub', (engine) => {
  for (const row of rows) {
    const makeCall = goodCalls[row.name];
    if (makeCall && !stubLacks(row.name)) describeCall(row, makeCall, engine);
  }
});
