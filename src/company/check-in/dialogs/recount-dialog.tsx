import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, SubtractRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { touchTarget, type, weight } from '../../../ui/theme/sizes.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { guestDisplayName } from '../roll-call/guest-texts.ts';
import { recountValues } from '../roll-call/recount-values.ts';
import { Message } from '../../../ui/states/message.tsx';
import { RecountMissing } from './recount-missing.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({
  stepper: { display: 'flex', alignItems: 'center', gap: '8px' },
  number: {
    width: '104px',
    '& input': {
      ...type.hero,
      height: touchTarget,
      fontWeight: weight.bold,
      fontVariantNumeric: 'tabular-nums',
      textAlign: 'center',
      minWidth: 0,
    },
  },
  of: {
    ...type.title,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  step: { minWidth: touchTarget, minHeight: touchTarget },
});

const MAX_COUNT = 9_999;

/** Parses a head count; null if invalid. */
function parseCount(text: string): number | null {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
  return count !== null && count <= MAX_COUNT ? count : null;
}

/** Recount at a stop: the head count first, and optionally who is missing. The count is saved as typed. */
export function RecountDialog({ onClose, onFind }: { onClose(): void; onFind(): void }) {
  const intl = useIntl();
  const { actions } = useRollCall();
  const checkedIn = useCheckedInGuests();
  const total = checkedIn.length;
  // Null until edited; the default is everyone checked in and not ticked as missing.
  const [countText, setCountText] = useState<string | null>(null);
  const [missing, setMissing] = useState<ReadonlySet<Uuid>>(new Set());
  const [stop, setStop] = useState('');
  const expected = total - missing.size;
  const present = countText === null ? expected : parseCount(countText);
  const more = present === null ? 0 : Math.max(0, present - expected);

  function tick(id: Uuid, isMissing: boolean): void {
    const next = new Set(missing);
    if (isMissing) next.add(id);
    else next.delete(id);
    setMissing(next);
  }

  return (
    <FormDialog
      title={<FormattedMessage id="checkIn.recount.title" />}
      confirm={<FormattedMessage id="checkIn.recount.confirm" values={recountValues(present ?? expected, total)} />}
      disabled={present === null}
      onClose={onClose}
      onConfirm={() =>
        actions.recount({ present: present ?? expected, missing: [...missing], stop: stop.trim() || null }, total)
      }
    >
      <CountField text={countText} present={present} expected={expected} total={total} onChange={setCountText} />
      {more > 0 && <TooManyNotice count={more} onFind={onFind} />}
      {total > 0 && (
        <RecountMissing
          checkedIn={checkedIn}
          missing={missing}
          unnamed={present === null ? 0 : Math.max(0, expected - present)}
          onTick={tick}
        />
      )}
      <Field label={intl.formatMessage({ id: 'checkIn.recount.stop' })}>
        <Input
          size="large"
          value={stop}
          maxLength={200}
          autoComplete="off"
          onChange={(_, data) => setStop(data.value)}
        />
      </Field>
    </FormDialog>
  );
}

/** Returns the guests who are checked in, by name. */
function useCheckedInGuests() {
  const intl = useIntl();
  const { parties, formats } = useRollCall();
  const compare = new Intl.Collator(formats.locale).compare;
  return parties
    .flatMap((party) => party.lines.map((line) => ({ line, name: guestDisplayName(line, { party, intl }) })))
    .filter(({ line }) => line.status === 'checked_in')
    .sort((a, b) => compare(a.name, b.name));
}

interface CountFieldProps {
  /** Null until edited. */
  text: string | null;
  /** Null if the text is not a count. */
  present: number | null;
  expected: number;
  total: number;
  onChange(text: string): void;
}

function CountField({ text, present, expected, total, onChange }: CountFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  const count = present ?? expected;
  return (
    <Field
      label={intl.formatMessage({ id: 'checkIn.recount.number' })}
      {...(present === null ? { validationMessage: intl.formatMessage({ id: 'checkIn.recount.notANumber' }) } : {})}
    >
      <div className={styles.stepper} data-first>
        <Button
          className={styles.step}
          icon={<SubtractRegular />}
          disabled={present === null || present === 0}
          aria-label={intl.formatMessage({ id: 'checkIn.recount.fewer' })}
          onClick={() => onChange(String(count - 1))}
        />
        <Input
          className={styles.number}
          size="large"
          inputMode="numeric"
          autoComplete="off"
          aria-label={intl.formatMessage({ id: 'checkIn.recount.number' })}
          value={text ?? String(expected)}
          onFocus={(event) => event.target.select()}
          onChange={(_, data) => onChange(data.value)}
        />
        <Button
          className={styles.step}
          icon={<AddRegular />}
          disabled={present === null || present >= MAX_COUNT}
          aria-label={intl.formatMessage({ id: 'checkIn.recount.more' })}
          onClick={() => onChange(String(count + 1))}
        />
        <span className={styles.of}>
          <FormattedMessage id="checkIn.recount.of" values={{ total }} />
        </span>
      </div>
    </Field>
  );
}

function TooManyNotice({ count, onFind }: { count: number; onFind(): void }) {
  const { openDialog } = useRollCall();
  return (
    <Message
      state="attention"
      actions={
        <>
          <Button onClick={onFind}>
            <FormattedMessage id="checkIn.recount.find" />
          </Button>
          <Button onClick={() => openDialog({ kind: 'walk_in' })}>
            <FormattedMessage id="checkIn.walkIn.open" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="checkIn.recount.tooMany" values={{ count }} />
    </Message>
  );
}
