import { Button, Field, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useDirtyForm } from '../../../ui/form/dirty-forms.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const MAX_NOTE_LENGTH = 2000;

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '8px' },
  note: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  from: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  save: { alignSelf: 'flex-start' },
});

/** The guest's note from the booking and the team's notes, above the check-in buttons so that they are read first. */
export function PartyNotes({ party }: { party: Party }) {
  const styles = useStyles();
  const { formats, view } = useRollCall();
  const notes = party.state?.notes ?? [];
  if (!party.booking.note && notes.length === 0) return null;
  return (
    <section className={styles.section}>
      {party.booking.note && (
        <p className={styles.note}>
          {party.booking.note}
          <br />
          <span className={styles.from}>
            <FormattedMessage id="checkIn.note.fromBooking" />
          </span>
        </p>
      )}
      {notes.map((note) => (
        <p key={note.id} className={styles.note}>
          {note.payload.text}
          <br />
          <span className={styles.from}>
            {joinWithDots(view.personName(note.userId), formats.time(note.occurredAt))}
          </span>
        </p>
      ))}
    </section>
  );
}

export function PartyNoteForm({ party }: { party: Party }) {
  const styles = useStyles();
  const intl = useIntl();
  const { actions } = useRollCall();
  const [text, setText] = useState('');
  useDirtyForm(text.trim() !== '');

  async function save(): Promise<void> {
    // Keeps the text if it could not be stored.
    if (await actions.addNote(party, text)) setText('');
  }

  return (
    <section className={styles.section}>
      <Field label={intl.formatMessage({ id: 'checkIn.note.label' })}>
        <Textarea
          id="party-note"
          value={text}
          maxLength={MAX_NOTE_LENGTH}
          resize="vertical"
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
      {text.trim() !== '' && (
        <Button className={styles.save} onClick={() => void save()}>
          <FormattedMessage id="checkIn.note.save" />
        </Button>
      )}
    </section>
  );
}
