import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type SavedAnswer, savedAnswerInputSchema } from '#shared/schemas/desk.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { useMay } from '../shared/access.tsx';
import { CallForm, useCall, useQuestion } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { firstPage } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { savedAnswersQuery } from './queries.ts';

/** Button that opens the saved answers; shown to roles that may edit them. */
export function SavedAnswersButton() {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [editing, setEditing] = useState<{ answer?: SavedAnswer }>();
  if (!may('addSavedAnswer')) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Saved answers
      </Button>
      {open && !editing && (
        <SavedAnswersDialog onEdit={(answer) => setEditing({ answer })} onClose={() => setOpen(false)} />
      )}
      {editing && <SavedAnswerForm {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function SavedAnswersDialog({
  onEdit,
  onClose,
}: {
  onEdit: (answer?: SavedAnswer) => void;
  onClose: () => void;
}) {
  const list = useQuery({ ...savedAnswersQuery, select: (data) => ({ data }) });
  const remove = useCall('deleteSavedAnswer', {
    done: deskMessages['desk.answerDeleted'],
    refresh: 'getSavedAnswers',
  });
  const [ask, question] = useQuestion(({ id, title }: SavedAnswer) => ({
    text: `Delete “${title}” for all colleagues? This cannot be undone.`,
    onConfirm: () => remove.make({ params: { id } }),
  }));
  return (
    <Dialog
      open
      title="Saved answers"
      size="large"
      onClose={onClose}
      footer={<Button onClick={() => onEdit()}>Add an answer</Button>}
    >
      <DataList
        list={list}
        params={firstPage}
        name="Saved answers"
        what="saved answers"
        one="saved answer"
        empty={{
          title: 'None yet',
          text: 'Save texts that you write often, and insert them into answers.',
        }}
        line={({ title }) => <bdi className={rows.what}>{title}</bdi>}
        titleOf={({ title }) => title}
        buttons={() => undefined}
        actions={(answer) => [
          { label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(answer) },
          { label: 'Delete', Icon: TrashIcon, onSelect: () => ask(answer) },
        ]}
      />
      {question}
    </Dialog>
  );
}

function SavedAnswerForm({ answer, onClose }: { answer?: SavedAnswer; onClose: () => void }) {
  return (
    <CallForm
      title={answer ? 'Edit the saved answer' : 'Add a saved answer'}
      draftKey={`saved-answer:${answer ? formNameOf(answer.id) : 'new'}`}
      stored={{ title: answer?.title ?? '', text: answer?.text ?? '' }}
      version={answer?.updated_at}
      rules={savedAnswerInputSchema.shape}
      call={answer ? 'updateSavedAnswer' : 'addSavedAnswer'}
      params={answer && { id: answer.id }}
      busyLabel={answer ? undefined : messages['busy.creating']}
      done={deskMessages[answer ? 'desk.answerUpdated' : 'desk.answerAdded']}
      kind="getSavedAnswers"
      onClose={onClose}
    >
      {(bind) => (
        <>
          <TextField label="Title" dir="auto" maxLength={limits.line} {...bind('title')} />
          <TextField
            label="Text"
            multiline
            rows={8}
            dir="auto"
            maxLength={limits.message}
            counter
            {...bind('text')}
          />
        </>
      )}
    </CallForm>
  );
}
