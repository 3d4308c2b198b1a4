import { withEngines } from '../../support/engines.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';

withEngines((engine) => {
  for (const row of Object.values(resources['candidate-mails'])) describeCall(row, engine);
});
