/** Above the outbox: what Muster does by itself and has given up, what that means, and the way to have it tried again. */
import { Button, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readGivenUp, retryJob, type GivenUpJob } from '../../../data/outbox.ts';
import { joinFacts } from '../../../lib/join-facts.ts';
import { useAnswer } from '../../../online/use-answer.ts';
import { useSave } from '../../../online/use-save.ts';
import { AnswerView } from '../../../ui/loading/answer-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingScope } from '../booking-scope.ts';
import { useRowStyles } from '../row-styles.ts';
import { Section } from '../detail/section.tsx';

const useStyles = makeStyles({ again: { justifySelf: 'start', marginTop: '4px' } });

export function GivenUp({ scope }: { scope: BookingScope }) {
  const styles = useRowStyles();
  const answer = useAnswer({
    key: [scope.company, 'outbox', 'given-up'],
    ask: (signal) => readGivenUp(scope.company, signal),
  });
  // Nothing is the rule, and says nothing.
  if (answer.data?.jobs.length === 0 || answer.state === 'loading') return null;
  return (
    <Section title={<FormattedMessage id="bookings.givenUp" />}>
      <AnswerView answer={answer} skeleton={null} failed={<FormattedMessage id="bookings.givenUp.unread" />}>
        {({ jobs }) => (
          <ul className={styles.list}>
            {jobs.map((job) => (
              <Row key={job.id} job={job} scope={scope} onGone={answer.again} />
            ))}
          </ul>
        )}
      </AnswerView>
    </Section>
  );
}

function Row({ job, scope, onGone }: { job: GivenUpJob; scope: BookingScope; onGone(): void }) {
  const styles = useRowStyles();
  const { again: atStart } = useStyles();
  const intl = useIntl();
  const { id, kind, attempts, error, diedAt } = job;
  const { busy, result, save } = useSave({
    send: () => retryJob(id),
    touches: [[scope.company, 'outbox', 'given-up']],
  });
  const again = async () => {
    const answer = await save(undefined);
    const gone = !answer.ok && answer.code === 'refused';
    if (!answer.ok && !gone) return;
    if (gone) onGone();
    void showToast({
      intent: gone ? 'info' : 'success',
      text: intl.formatMessage({ id: gone ? 'bookings.givenUp.gone' : 'bookings.givenUp.goes' }),
    });
  };
  const what = intl.formatMessage({ id: 'bookings.givenUp.what' }, { kind });
  return (
    <li className={styles.row} aria-label={what}>
      <span className={styles.name}>{what}</span>
      <span>
        <FormattedMessage id="bookings.givenUp.means" values={{ kind }} />
      </span>
      <span className={styles.quiet}>
        {joinFacts(
          intl.formatMessage({ id: 'bookings.givenUp.at' }, { tries: attempts, when: scope.when(diedAt) }),
          error,
        )}
      </span>
      {result && !result.ok && result.code !== 'refused' && <SaveFailed failure={result} />}
      <Button className={atStart} size="small" disabledFocusable={busy} onClick={() => void again()}>
        <FormattedMessage id="bookings.givenUp.again" />
      </Button>
    </li>
  );
}
