import { Checkbox, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { VList } from 'virtua';
import type { Uuid } from '../../domain/ids.ts';
import { FormDialog } from './form-dialog.tsx';
import { shownName } from './guest-texts.ts';
import { centred } from './payment-fields.tsx';
import { MissingNames } from './missing-names.tsx';
import { useRollCall } from './roll-call-scope.ts';

const ROW = 48;

const useStyles = makeStyles({
  count: { fontSize: tokens.fontSizeHero800, lineHeight: tokens.lineHeightHero800, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  list: { boxSizing: 'border-box', border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: tokens.borderRadiusLarge },
  // Unticked names are what is read out: Fluent's grey for them is for choices not taken.
  row: { ...centred, color: tokens.colorNeutralForeground1, ':hover': { color: tokens.colorNeutralForeground1 }, boxSizing: 'border-box', height: `${ROW}px`, width: '100%', maxWidth: '100%', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  tall: { minHeight: '48px' },
});

/** At a stop: everybody who came is here, except those who are ticked as missing. */
export function RecountDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { parties, acts, formats } = useRollCall();
  const [missing, setMissing] = useState<ReadonlySet<Uuid>>(new Set());
  const [stop, setStop] = useState('');
  const compare = new Intl.Collator(formats.locale).compare;
  const here = parties
    .flatMap((party) => party.lines.map((line) => ({ line, name: shownName(line, { party, intl }) })))
    .filter(({ line }) => line.status === 'checked_in')
    .sort((a, b) => compare(a.name, b.name));
  const names = here.filter(({ line }) => missing.has(line.guest.id)).map(({ name }) => name);
  const present = here.length - names.length;

  function toggle(id: Uuid, isMissing: boolean): void {
    const next = new Set(missing);
    if (isMissing) next.add(id);
    else next.delete(id);
    setMissing(next);
  }

  return (
    <FormDialog
      title={<FormattedMessage id="checkIn.recount.title" />}
      confirm={<FormattedMessage id="checkIn.recount.confirm" values={{ present, total: here.length }} />}
      disabled={here.length === 0}
      onClose={onClose}
      onConfirm={() => acts.recount({ present, missing: [...missing], stop: stop.trim() || null })}
    >
      <div aria-live="polite">
        <span className={styles.count}>
          <FormattedMessage id="checkIn.recount.count" values={{ present, total: here.length }} />
        </span>
        {names.length > 0 && (
          <div>
            <MissingNames names={names} formats={formats} />
          </div>
        )}
      </div>
      <p className={styles.hint}>
        <FormattedMessage id={here.length === 0 ? 'checkIn.recount.nobody' : 'checkIn.recount.hint'} />
      </p>
      {here.length > 0 && (
        <>
          <VList
            className={styles.list}
            style={{ height: Math.min(here.length, 6) * ROW }}
            data={here}
            itemSize={ROW}
            role="group"
            aria-label={intl.formatMessage({ id: 'checkIn.guests.label' })}
            // The dialog gives it the focus, as its rows are not there yet; the field below would raise the keyboard.
            tabIndex={0}
          >
            {({ line, name }) => (
              <Checkbox
                key={line.guest.id}
                className={styles.row}
                checked={missing.has(line.guest.id)}
                label={name}
                onChange={(_, data) => toggle(line.guest.id, data.checked === true)}
              />
            )}
          </VList>
          <Field label={intl.formatMessage({ id: 'checkIn.recount.stop' })}>
            <Input className={styles.tall} size="large" value={stop} maxLength={200} autoComplete="off" onChange={(_, data) => setStop(data.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
