import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, SubtractRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { touchTarget, type, weight } from '../../../ui/theme/sizes.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { shownName } from '../roll-call/guest-texts.ts';
import { RecountMissing } from './recount-missing.tsx';
import { useRollCall } from '../roll-call/roll-call-scope.ts';

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
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** At a stop: heads are counted first; who is missing is said only by whoever wants to. */
export function RecountDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { parties, actions, formats } = useRollCall();
  const compare = new Intl.Collator(formats.locale).compare;
  const here = parties
    .flatMap((party) => party.lines.map((line) => ({ line, name: shownName(line, { party, intl }) })))
    .filter(({ line }) => line.status === 'checked_in')
    .sort((a, b) => compare(a.name, b.name));
  const total = here.length;
  const [typed, setTyped] = useState(String(total));
  const [missing, setMissing] = useState<ReadonlySet<Uuid>>(new Set());
  const [stop, setStop] = useState('');
  // Whoever is ticked as missing is not counted, whatever the number says.
  const most = total - missing.size;
  const present = /^\d+$/.test(typed.trim()) ? Math.min(Number(typed), most) : null;
  const unnamed = total - (present ?? total) - missing.size;

  function tick(id: Uuid, isMissing: boolean): void {
    const next = new Set(missing);
    if (isMissing) next.add(id);
    else next.delete(id);
    setMissing(next);
    // The number follows as long as it said that all others are here.
    if (unnamed === 0 || !isMissing) setTyped(String(total - next.size - unnamed));
  }

  return (
    <FormDialog
      title={<FormattedMessage id="checkIn.recount.title" />}
      confirm={<FormattedMessage id="checkIn.recount.confirm" values={{ present: present ?? most, total }} />}
      disabled={total === 0 || present === null}
      onClose={onClose}
      onConfirm={() => actions.recount({ present: present ?? most, missing: [...missing], stop: stop.trim() || null })}
    >
      {total === 0 ? (
        <p className={styles.hint}>
          <FormattedMessage id="checkIn.recount.nobody" />
        </p>
      ) : (
        <>
          <Field
            label={intl.formatMessage({ id: 'checkIn.recount.number' })}
            {...(present === null
              ? { validationMessage: intl.formatMessage({ id: 'checkIn.recount.notANumber' }) }
              : {})}
          >
            <div className={styles.stepper} data-first>
              <Button
                className={styles.step}
                icon={<SubtractRegular />}
                disabled={present === null || present === 0}
                aria-label={intl.formatMessage({ id: 'checkIn.recount.fewer' })}
                onClick={() => setTyped(String((present ?? most) - 1))}
              />
              <Input
                className={styles.number}
                size="large"
                inputMode="numeric"
                autoComplete="off"
                aria-label={intl.formatMessage({ id: 'checkIn.recount.number' })}
                value={typed}
                onFocus={(event) => event.target.select()}
                onChange={(_, data) => setTyped(data.value)}
              />
              <Button
                className={styles.step}
                icon={<AddRegular />}
                disabled={present === null || present >= most}
                aria-label={intl.formatMessage({ id: 'checkIn.recount.more' })}
                onClick={() => setTyped(String((present ?? most) + 1))}
              />
              <span className={styles.of}>
                <FormattedMessage id="checkIn.recount.of" values={{ total }} />
              </span>
            </div>
          </Field>
          <RecountMissing here={here} missing={missing} unnamed={Math.max(0, unnamed)} onTick={tick} />
          <Field label={intl.formatMessage({ id: 'checkIn.recount.stop' })}>
            <Input
              size="large"
              value={stop}
              maxLength={200}
              autoComplete="off"
              onChange={(_, data) => setStop(data.value)}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
