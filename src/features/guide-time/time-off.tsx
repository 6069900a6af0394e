/** A guide's time off. Shows at once which assigned departures need another guide. */
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { addTimeOff, deleteTimeOff, type AvailabilityResponse, type TimeOff as NewTimeOff } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { parseDateInput, parseTimeInput } from '../../domain/parse-date-time.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { DateInput, TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { Message } from '../../ui/states/message.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { useFormatTimeOff } from './format-availability.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '12px' },
  heading: { ...type.body, fontWeight: weight.bold, margin: 0 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: density.row,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  hint: { ...type.note, margin: 0, color: tokens.colorNeutralForeground2 },
  twoColumns: { display: 'flex', flexWrap: 'wrap', gap: '12px' },
  foot: { display: 'flex', justifyContent: 'flex-end' },
});

const EMPTY_VALUES = { from: '', fromTime: '', to: '', toTime: '', note: '' };
/** The server's limit in characters. */
const MAX_NOTE_LENGTH = 200;

type FormValues = typeof EMPTY_VALUES;

/** Returns the period that was entered; null if it is incomplete or does not end after its start. */
function parsePeriod(values: FormValues) {
  const from = parseDateInput(values.from);
  const to = values.to.trim() === '' ? from : parseDateInput(values.to);
  const fromTime = values.fromTime.trim() === '' ? '00:00' : parseTimeInput(values.fromTime);
  const toTime = values.toTime.trim() === '' ? '24:00' : parseTimeInput(values.toTime);
  if (from === null || to === null || fromTime === null || toTime === null) return null;
  return `${from} ${fromTime}` < `${to} ${toTime}` ? { from, fromTime, to, toTime } : null;
}

interface TimeOffListProps {
  timeOff: AvailabilityResponse['timeOff'];
  formatTimeOff: ReturnType<typeof useFormatTimeOff>['formatTimeOff'];
  busy: boolean;
  onRemove(id: Uuid): void;
}

function TimeOffList({ timeOff, formatTimeOff, busy, onRemove }: TimeOffListProps) {
  const styles = useStyles();
  const intl = useIntl();
  if (timeOff.length === 0)
    return (
      <p className={styles.quiet}>
        <FormattedMessage id="guideTime.away.none" />
      </p>
    );
  return (
    <ul className={styles.list}>
      {timeOff.map((absence) => (
        <li key={absence.id} className={styles.line}>
          <span>{formatTimeOff(absence)}</span>
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            disabled={busy}
            aria-label={intl.formatMessage({ id: 'guideTime.away.remove' }, { when: formatTimeOff(absence) })}
            onClick={() => onRemove(absence.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TimeOffFormProps {
  busy: boolean;
  /** Resolves to whether it was saved. */
  onAdd(timeOff: Omit<NewTimeOff, 'id' | 'userId'>): Promise<boolean>;
}

function TimeOffForm({ busy, onAdd }: TimeOffFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [values, setValues] = useState(EMPTY_VALUES);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const dirty = JSON.stringify(values) !== JSON.stringify(EMPTY_VALUES);
  useDirtyForm(dirty);
  const period = parsePeriod(values);

  async function add(): Promise<void> {
    setHasSubmitted(true);
    if (period === null || !(await onAdd({ ...period, note: values.note.trim() }))) return;
    setValues(EMPTY_VALUES);
    setHasSubmitted(false);
  }

  const frame = (name: 'from' | 'fromTime' | 'to' | 'toTime') => ({
    label: intl.formatMessage({ id: `guideTime.away.${name}` }),
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  const problem = hasSubmitted && period === null ? intl.formatMessage({ id: 'guideTime.away.wrong' }) : null;
  const hasStart = parseDateInput(values.from) !== null;
  return (
    <>
      <div className={styles.twoColumns}>
        {/* Required, but leaving it empty is no problem before the first attempt to add. */}
        <DateInput {...frame('from')} optional={!hasSubmitted} problem={hasStart ? null : problem} />
        <TimeInput {...frame('fromTime')} optional />
      </div>
      <div className={styles.twoColumns}>
        <DateInput {...frame('to')} optional problem={hasStart ? problem : null} />
        <TimeInput {...frame('toTime')} optional />
      </div>
      <p className={styles.hint}>
        <FormattedMessage id="guideTime.away.hint" />
      </p>
      <Field label={intl.formatMessage({ id: 'guideTime.away.note' })}>
        <Input
          value={values.note}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(_, { value }) => setValues((before) => ({ ...before, note: value }))}
        />
      </Field>
      <div className={styles.foot}>
        <Button appearance="primary" disabledFocusable={!dirty || busy} onClick={() => void add()}>
          <FormattedMessage id="guideTime.away.add" />
        </Button>
      </div>
    </>
  );
}

export interface TimeOffProps {
  company: Uuid;
  person: Uuid;
  isOwn: boolean;
  zone: string;
  timeOff: AvailabilityResponse['timeOff'];
}

export function TimeOff({ company, person, isOwn, zone, timeOff }: TimeOffProps) {
  const styles = useStyles();
  const formats = useFormats(zone);
  const { moment, formatTimeOff } = useFormatTimeOff(zone);
  const [affectedDepartures, setAffectedDepartures] = useState<readonly { id: string; startsAt: string }[]>([]);
  const adding = useMutation({
    send: (args: Omit<NewTimeOff, 'id'>, id) => addTimeOff(company, { ...args, id }),
    invalidates: [[company]],
  });
  const removing = useMutation({ send: (id: Uuid) => deleteTimeOff(id), invalidates: [[company]] });

  async function add(added: Omit<NewTimeOff, 'id' | 'userId'>): Promise<boolean> {
    const result = await adding.save({ userId: person, ...added });
    if (result.ok) setAffectedDepartures(result.data.departures);
    return result.ok;
  }

  const failed = [adding.result, removing.result].find((result) => result !== null && !result.ok);
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>
        <FormattedMessage id="guideTime.away" />
      </h3>
      {failed && !failed.ok && (
        <Message state="no" alert>
          <FormattedMessage id={FAILURE_TEXTS[failed.code]} />
        </Message>
      )}
      {affectedDepartures.length > 0 && (
        <Message state="attention" alert onClose={() => setAffectedDepartures([])}>
          <FormattedMessage
            id={isOwn ? 'guideTime.away.concerned' : 'guideTime.away.concernedOf'}
            values={{
              count: affectedDepartures.length,
              times: formats.list(affectedDepartures.slice(0, 5).map(({ startsAt }) => `${moment(startsAt, false)}`)),
            }}
          />
        </Message>
      )}
      <TimeOffList
        timeOff={timeOff}
        formatTimeOff={formatTimeOff}
        busy={removing.busy}
        onRemove={(id) => void removing.save(id)}
      />
      <TimeOffForm busy={adding.busy} onAdd={add} />
    </section>
  );
}
