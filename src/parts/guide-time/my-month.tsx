/** What a guide is on and asked for, by day, on the phone and without a network; a proposal is answered here. */
import { Button, Link, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { answerAssignment, type MyMonth } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { mapLinkOf } from '../../domain/map-place.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { addMonths, monthOf, monthsBetween } from '../../lib/month-grid.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';
import { AnswerView } from '../../ui/answer-view.tsx';
import { useNow } from '../../ui/clock.ts';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { Message } from '../../ui/message.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/use-formats.ts';
import { monthOfMine } from './mine.ts';
import { monthInWords } from '../../ui/month-in-words.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '16px' },
  months: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  month: { ...type.body, fontWeight: weight.bold, margin: 0, '::first-letter': { textTransform: 'uppercase' } },
  day: { ...type.body, fontWeight: weight.bold, margin: '0 0 4px', '::first-letter': { textTransform: 'uppercase' } },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  card: {
    display: 'grid',
    gap: '4px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  top: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 12px' },
  name: { fontWeight: weight.bold },
  quiet: { color: tokens.colorNeutralForeground2 },
  off: { textDecorationLine: 'line-through' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
  question: { display: 'grid', gap: '4px' },
  sure: { margin: '4px 0 0' },
  earlier: { justifySelf: 'start' },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
  coming: { display: 'grid', gap: '8px' },
});

/** Once it is there. */
const focused = (element: HTMLElement | null) => {
  element?.focus();
};

type OnIt = MyMonth['departures'][number];

export function MyMonthView({ company, zone, from }: { company: Uuid; zone: string; from?: LocalDate }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(zone);
  const today = localDateIn(zone, useNow());
  const [by, setBy] = useState(() => (from ? monthsBetween(monthOf(today), monthOf(from)) : 0));
  const [showsAll, setShowsAll] = useState(false);
  const month = addMonths(monthOf(today), by);
  const answer = useAnswer(monthOfMine(company, month));
  const saving = useSave({
    send: (args: Parameters<typeof answerAssignment>[1]) => answerAssignment(company, args),
    touches: [[company]],
  });
  const { result } = saving;
  return (
    <section className={styles.part}>
      <div className={styles.months}>
        <Button
          className={styles.step}
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={intl.formatMessage({ id: 'guideTime.month.before' })}
          onClick={() => setBy(by - 1)}
        />
        <Button
          className={styles.step}
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label={intl.formatMessage({ id: 'guideTime.month.after' })}
          onClick={() => setBy(by + 1)}
        />
        <h3 className={styles.month} aria-live="polite">
          {monthInWords(intl, month)}
        </h3>
      </div>
      {result && !result.ok && (
        <Message state="no" alert onClose={saving.forget}>
          <FormattedMessage id={result.code === 'refused' ? 'guideTime.month.ended' : FAILURE_TEXTS[result.code]} />
        </Message>
      )}
      <AnswerView
        answer={answer}
        failed={<FormattedMessage id="guideTime.month.failed" />}
        skeleton={
          <Skeleton className={styles.coming}>
            {[96, 104, 112].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {({ departures, tours }) =>
          departures.length === 0 ? (
            <p className={styles.none}>
              <FormattedMessage id="guideTime.month.none" />
            </p>
          ) : (
            <>
              {by === 0 && !showsAll && departures.some(({ localDate }) => localDate < today) && (
                <Button className={styles.earlier} appearance="subtle" onClick={() => setShowsAll(true)}>
                  <FormattedMessage id="guideTime.month.earlier" />
                </Button>
              )}
              {[...new Set(departures.map((one) => one.localDate))]
                .filter((day) => by !== 0 || showsAll || day >= today)
                .map((day) => (
                  <div key={day}>
                    <h4 className={styles.day}>{formats.date(day)}</h4>
                    <ul className={styles.list}>
                      {departures
                        .filter((one) => one.localDate === day)
                        .map((one) => (
                          <Duty
                            key={one.id}
                            duty={one}
                            tour={tours.find(({ id }) => id === one.tourId)}
                            zone={zone}
                            busy={saving.busy}
                            onAnswer={(said) => void saving.save({ departureId: one.id, answer: said })}
                          />
                        ))}
                    </ul>
                  </div>
                ))}
            </>
          )
        }
      </AnswerView>
    </section>
  );
}

interface DutyProps {
  duty: OnIt;
  tour: MyMonth['tours'][number] | undefined;
  zone: string;
  busy: boolean;
  onAnswer(said: 'accepted' | 'declined'): void;
}

function Duty({ duty, tour, zone, busy, onAnswer }: DutyProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(zone);
  const now = useNow();
  // A no is final, and a thumb slips: it is asked once where it was said.
  const [asked, setAsked] = useState(false);
  const isOver = duty.status === 'cancelled' || Date.parse(duty.endsAt) < now;
  const title = formats.text(tour?.title ?? {});
  const place = formats.text(tour?.meetingPoint ?? {});
  const span = `${formats.time(duty.startsAt)}–${formats.time(duty.endsAt)} ${title}`;
  const called = `${formats.time(duty.startsAt)} ${title}`;
  const { latitude = null, longitude = null } = tour ?? {};
  const map = latitude !== null && longitude !== null && mapLinkOf({ latitude, longitude });
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <span className={duty.status === 'cancelled' ? styles.off : styles.name}>{span}</span>
        {duty.status === 'cancelled' ? (
          <StateBadge state="no">
            <FormattedMessage id="guideTime.month.cancelled" />
          </StateBadge>
        ) : duty.state === 'accepted' ? (
          <StateBadge state="ok">
            <FormattedMessage id="guideTime.month.accepted" />
          </StateBadge>
        ) : (
          <StateBadge state="waiting">
            <FormattedMessage id="guideTime.month.proposed" />
          </StateBadge>
        )}
      </div>
      <span className={styles.quiet}>
        {joinFacts(
          formats.language(duty.language),
          intl.formatMessage({ id: 'guideTime.month.guests' }, { booked: duty.booked, capacity: duty.capacity }),
          duty.colleagues.length > 0 &&
            intl.formatMessage({ id: 'guideTime.month.with' }, { names: formats.list(duty.colleagues) }),
        )}
      </span>
      {place !== '' && (
        <span className={styles.quiet}>
          {map ? (
            <Link href={map} target="_blank" rel="noreferrer">
              {place}
            </Link>
          ) : (
            place
          )}
        </span>
      )}
      {duty.meetingNote && <span>{duty.meetingNote}</span>}
      {!isOver && asked && (
        <div className={styles.question} role="group" aria-label={intl.formatMessage({ id: 'guideTime.month.sure' })}>
          <p className={styles.sure} role="alert">
            <FormattedMessage id="guideTime.month.sure" />
          </p>
          <div className={styles.actions}>
            <Button
              appearance="primary"
              disabledFocusable={busy}
              aria-label={intl.formatMessage({ id: 'guideTime.month.declineIt' }, { departure: called })}
              onClick={() => onAnswer('declined')}
            >
              <FormattedMessage id="guideTime.month.decline" />
            </Button>
            <Button ref={focused} onClick={() => setAsked(false)}>
              <FormattedMessage id="guideTime.month.keep" />
            </Button>
          </div>
        </div>
      )}
      {!isOver && !asked && (
        <div className={styles.actions}>
          {duty.state === 'proposed' && (
            <Button
              appearance="primary"
              disabledFocusable={busy}
              aria-label={intl.formatMessage({ id: 'guideTime.month.acceptIt' }, { departure: called })}
              onClick={() => onAnswer('accepted')}
            >
              <FormattedMessage id="guideTime.month.accept" />
            </Button>
          )}
          <Button
            disabledFocusable={busy}
            appearance={duty.state === 'proposed' ? 'secondary' : 'subtle'}
            aria-label={intl.formatMessage({ id: 'guideTime.month.declineIt' }, { departure: called })}
            onClick={() => setAsked(true)}
          >
            <FormattedMessage id="guideTime.month.decline" />
          </Button>
        </div>
      )}
    </li>
  );
}
