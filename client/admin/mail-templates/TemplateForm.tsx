import { deskMessages } from '#shared/desk-messages.ts';
import { type MailTemplate, placeholderList, templateChangeSchema } from '#shared/schemas/letter.ts';
import { readApi } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { CallForm, useCall, useQuestion } from '../shared/calls.tsx';
import { LetterFields, type LetterWords, templateLabels } from '../shared/mails/LetterFields.tsx';

export function TemplateDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const { name } = template;
  const { make: reset } = useCall('resetMailTemplate', {
    done: deskMessages['letter.templateReset'],
    refresh: 'getMailTemplates',
  });
  const [ask, question] = useQuestion((discard: () => Promise<unknown>) => ({
    title: 'Reset to the original text?',
    text: 'The changed text is lost, for all colleagues.',
    confirmLabel: 'Use the original text',
    busyLabel: deskMessages['busy.editing'],
    onConfirm: async () => {
      if (await reset({ body: { name } })) void discard().then(onClose);
    },
  }));
  return (
    <CallForm<LetterWords>
      title={`Template: ${templateLabels[name]}`}
      draftKey={`mail-template:${name}`}
      stored={wordsOf(template)}
      version={template.updated_at}
      rules={templateChangeSchema.shape}
      call="saveMailTemplate"
      also={{ name }}
      done={deskMessages['letter.templateSaved']}
      kind="getMailTemplates"
      reload={async () => {
        const { templates } = await readApi('getMailTemplates');
        const newest = templates.find((each) => each.name === name) ?? template;
        return { stored: wordsOf(newest), version: newest.updated_at };
      }}
      onClose={onClose}
      actions={({ busy, discardChanges }) =>
        template.is_own === 1 && (
          <Button variant="quiet" disabled={busy} onClick={() => ask(discardChanges)}>
            Original text
          </Button>
        )
      }
    >
      {(bind) => (
        <>
          <LetterFields
            bind={bind}
            hint={`Placeholders are filled in for each person: ${placeholderList}. Gaps such as (?salary) have to be filled in before a mail is sent.`}
          />
          {question}
        </>
      )}
    </CallForm>
  );
}

function wordsOf({ subject, body }: LetterWords) {
  return { subject, body };
}
