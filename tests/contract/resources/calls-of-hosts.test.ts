import { withEngine } from '../../support/engines.ts';
import { stubLacks } from '../../support/stub/lacking.ts';
import { goodCalls, resources } from './cases.ts';
import { describeCall } from './every-call.ts';

// What an API host receives and what the browser gets of its answer; the engine in this process is tried elsewhere.
withEngine('stub', (engine) => {
  for (const row of Object.values(resources).flatMap((rows) => Object.values(rows)))
    if (row.name in goodCalls && !stubLacks(row.name)) describeCall(row, engine);
});
