/** Preview of a date change: what happens to how many departures, and a decision for each one with bookings. */
import { Button, Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ChangedDeparture, ChangePlan, Decisions } from '../../../data/change-plan.ts';
import { DECISIONS_OF, DEPARTURE_DECISIONS, type DepartureDecision } from '../../../domain/schedules.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { tabular, type, weight } from '../../../ui/theme/sizes.ts';
import { useFormats, type Formats } from '../../../ui/format/use-formats.ts';
import { formatDepartureImpact, formatNewTime } from './change-plan-texts.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({
  plan: { display: 'grid', gap: '16px' },
  counts: { ...type.body, margin: 0, paddingInlineStart: '20px' },
  booked: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  departure: {
    ...tabular,
    display: 'grid',
    gap: '4px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  time: { ...type.lead, fontWeight: weight.bold },
  all: { ...type.body, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  impact: { ...type.body, color: tokens.colorNeutralForeground2 },
});

export interface ChangePlanDialogProps {
  plan: ChangePlan;
  timeZone: string;
  /** Error of the last attempt. */
  failure: Failure | string | null;
  /** Resolves with whether the change was made. */
  onDecided(decisions: Decisions): Promise<boolean>;
  onClose(): void;
}

export function ChangePlanDialog({ plan, timeZone, failure, onDecided, onClose }: ChangePlanDialogProps) {
  const styles = useStyles();
  const [selectedDecisions, setSelectedDecisions] = useState<Record<string, DepartureDecision>>({});
  const decisionOf = ({ id, decision }: ChangedDeparture) => selectedDecisions[id] ?? decision;
  const decided = plan.departures.every((departure) => decisionOf(departure));

  function decide(departures: readonly ChangedDeparture[], decision: DepartureDecision): void {
    setSelectedDecisions((before) => ({
      ...before,
      ...Object.fromEntries(departures.map(({ id }) => [id, decision])),
    }));
  }

  async function confirm(): Promise<boolean> {
    const decisions = Object.fromEntries(
      plan.departures.flatMap((departure) => {
        const decision = decisionOf(departure);
        return decision ? [[departure.id, decision]] : [];
      }),
    );
    return onDecided(decisions);
  }

  return (
    <FormDialog
      title={<FormattedMessage id="manage.plan.title" />}
      confirm={<FormattedMessage id="manage.plan.confirm" />}
      disabled={!decided}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={styles.plan}>
        <ActionFailed failure={failure} />
        <ul className={styles.counts}>
          {(['created', 'moved', 'removed', 'changed', 'guided'] as const).map(
            (kind) =>
              plan[kind] > 0 && (
                <li key={kind}>
                  <FormattedMessage id={`manage.plan.${kind}`} values={{ count: plan[kind] }} />
                </li>
              ),
          )}
        </ul>
        {plan.departures.length > 0 && (
          <BookedDepartures
            departures={plan.departures}
            timeZone={timeZone}
            decisionOf={decisionOf}
            onDecide={decide}
          />
        )}
        {!decided && (
          <p>
            <FormattedMessage id="manage.plan.undecided" />
          </p>
        )}
      </div>
    </FormDialog>
  );
}

interface BookedDeparturesProps {
  departures: readonly ChangedDeparture[];
  timeZone: string;
  decisionOf(departure: ChangedDeparture): DepartureDecision | null;
  onDecide(departures: readonly ChangedDeparture[], decision: DepartureDecision): void;
}

function BookedDepartures({ departures, timeZone, decisionOf, onDecide }: BookedDeparturesProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const departuresAllowing = (decision: DepartureDecision) =>
    departures.filter(({ impact }) => DECISIONS_OF[impact].includes(decision));
  const offered = DEPARTURE_DECISIONS.filter((decision) => departuresAllowing(decision).length > 0);
  return (
    <>
      <p>
        <FormattedMessage id="manage.plan.booked" values={{ count: departures.length }} />
      </p>
      {departures.length > 1 && (
        <div className={styles.all} role="group" aria-label={intl.formatMessage({ id: 'manage.plan.all' })}>
          <FormattedMessage id="manage.plan.all" />
          {offered.map((decision) => (
            <Button key={decision} onClick={() => onDecide(departuresAllowing(decision), decision)}>
              <FormattedMessage id={`manage.plan.all.${decision}`} />
            </Button>
          ))}
        </div>
      )}
      <ul className={styles.booked}>
        {departures.map((departure) => (
          <Departure
            key={departure.id}
            departure={departure}
            formats={formats}
            decision={decisionOf(departure)}
            onDecide={(decision) => onDecide([departure], decision)}
          />
        ))}
      </ul>
    </>
  );
}

function Departure({
  departure,
  formats,
  decision,
  onDecide,
}: {
  departure: ChangedDeparture;
  formats: Formats;
  decision: DepartureDecision | null;
  onDecide(decision: DepartureDecision): void;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const { localDate, startsAt, guests, bookings, impact } = departure;
  const when = formats.dayAndTime(localDate, startsAt);
  const to = formatNewTime(formats, departure);
  return (
    <li className={styles.departure}>
      <span className={styles.time}>{when}</span>
      <span className={styles.impact}>
        {joinWithDots(
          intl.formatMessage({ id: 'manage.plan.bookings' }, { bookings, guests }),
          formatDepartureImpact(departure, { intl, formats }),
        )}
      </span>
      <RadioGroup
        aria-label={when}
        value={decision ?? ''}
        onChange={(_, { value }) => onDecide(value as DepartureDecision)}
      >
        {DECISIONS_OF[impact].map((option) => (
          <Radio key={option} value={option} label={intl.formatMessage({ id: `manage.plan.${option}` }, { to })} />
        ))}
      </RadioGroup>
    </li>
  );
}
