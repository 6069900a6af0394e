/** Days off of the tour and the company, with a choice of public holidays. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, CalendarStarRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { tabular, type, weight } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { BlackoutDialog } from './blackout-dialog.tsx';
import { HolidaysDialog } from './holidays-dialog.tsx';
import { useScheduleChange, type LoadedBlackout, type LoadedSchedules } from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';

const useStyles = makeStyles({
  list: { ...type.body, ...tabular, margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 12px',
    minHeight: '40px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  time: { fontWeight: weight.bold },
  note: { color: tokens.colorNeutralForeground3 },
  space: { flex: '1 1 0' },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface BlackoutsProps {
  company: Uuid;
  tour: Uuid;
  loadedSchedules: LoadedSchedules;
  formats: Formats;
}

export function Blackouts({ company, tour, loadedSchedules, formats }: BlackoutsProps) {
  const styles = useStyles();
  const textOf = useChangeErrorText();
  const changing = useScheduleChange(company);
  const [dialog, setDialog] = useState<{ blackout: LoadedBlackout | null } | null>(null);
  const [holidays, setHolidays] = useState(false);
  const { blackouts, timeZone } = loadedSchedules;

  async function remove({ id, version }: LoadedBlackout): Promise<void> {
    const result = await changing.run({ kind: 'delete_blackout', company, blackout: id, version });
    if (result && !result.ok) void showToast({ intent: 'error', text: textOf(result) });
  }

  return (
    <FormSection
      title="manage.blackout.title"
      actions={<Actions onHolidays={() => setHolidays(true)} onNew={() => setDialog({ blackout: null })} />}
    >
      {blackouts.length === 0 ? (
        <p className={styles.none}>
          <FormattedMessage id="manage.blackout.none" />
        </p>
      ) : (
        <ul className={styles.list}>
          {blackouts.map((entry) => (
            <BlackoutRow
              key={entry.id}
              blackout={entry.blackout}
              formats={formats}
              onEdit={() => setDialog({ blackout: entry })}
              onRemove={() => void remove(entry)}
            />
          ))}
        </ul>
      )}
      {dialog && (
        <BlackoutDialog
          company={company}
          tour={tour}
          blackout={dialog.blackout}
          timeZone={timeZone}
          onClose={() => setDialog(null)}
        />
      )}
      {holidays && (
        <HolidaysDialog
          company={company}
          tour={tour}
          loadedSchedules={loadedSchedules}
          onClose={() => setHolidays(false)}
        />
      )}
      <PendingChangePlan changing={changing} timeZone={timeZone} onDone={() => undefined} />
    </FormSection>
  );
}

function Actions({ onHolidays, onNew }: { onHolidays(): void; onNew(): void }) {
  const styles = useStyles();
  return (
    <div className={styles.actions}>
      <Button icon={<CalendarStarRegular />} onClick={onHolidays}>
        <FormattedMessage id="manage.holidays.open" />
      </Button>
      <Button icon={<AddRegular />} onClick={onNew}>
        <FormattedMessage id="manage.blackout.new" />
      </Button>
    </div>
  );
}

interface BlackoutRowProps {
  blackout: LoadedBlackout['blackout'];
  formats: Formats;
  onEdit(): void;
  onRemove(): void;
}

function BlackoutRow({ blackout, formats, onEdit, onRemove }: BlackoutRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { fromDate, toDate, name, tourId } = blackout;
  const days =
    fromDate === toDate
      ? `${formats.day(fromDate)}\u00a0${fromDate.slice(0, 4)}`
      : intl.formatMessage(
          { id: 'manage.blackout.range' },
          { from: formats.day(fromDate), to: `${formats.day(toDate)}\u00a0${toDate.slice(0, 4)}` },
        );
  return (
    <li className={styles.row}>
      <span className={styles.time}>{days}</span>
      <span>{name}</span>
      {tourId === null && (
        <span className={styles.note}>
          <FormattedMessage id="manage.blackout.company" />
        </span>
      )}
      <span className={styles.space} />
      <MoreMenu
        label={intl.formatMessage({ id: 'table.menu' }, { name: name || days })}
        entries={[
          { label: intl.formatMessage({ id: 'manage.edit' }), icon: <EditRegular />, onSelect: onEdit },
          {
            label: intl.formatMessage({ id: 'manage.price.remove' }),
            icon: <DeleteRegular />,
            dangerous: true,
            onSelect: onRemove,
          },
        ]}
      />
    </li>
  );
}
