/** Background jobs that failed permanently, with their consequences and a retry button. */
import { Button, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readDeadJobs, retryJob, type DeadJob } from '../../../data/outbox.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingContext } from '../booking-context.ts';
import { useRowStyles } from '../row-styles.ts';
import { Section } from '../detail/section.tsx';

const useStyles = makeStyles({ retryButton: { justifySelf: 'start', marginTop: '4px' } });

export function FailedJobsNotice({ context }: { context: BookingContext }) {
  const styles = useRowStyles();
  const query = useServerQuery({
    key: [context.company, 'outbox', 'given-up'],
    fetch: (signal) => readDeadJobs(context.company, signal),
  });
  // Renders nothing in the normal case, without a skeleton that would flash.
  if (query.data?.jobs.length === 0 || query.state === 'loading') return null;
  return (
    <Section title={<FormattedMessage id="bookings.failedJobs" />}>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="bookings.failedJobs.unread" />}>
        {({ jobs }) => (
          <ul className={styles.list}>
            {jobs.map((job) => (
              <Row key={job.id} job={job} context={context} onRemoved={query.refetch} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Row({ job, context, onRemoved }: { job: DeadJob; context: BookingContext; onRemoved(): void }) {
  const styles = useRowStyles();
  const { retryButton } = useStyles();
  const intl = useIntl();
  const { id, kind, attempts, error, diedAt } = job;
  const { busy, result, save } = useMutation({
    send: () => retryJob(id),
    invalidates: [[context.company, 'outbox', 'given-up']],
  });
  const retry = async () => {
    const saved = await save(undefined);
    const isRemoved = !saved.ok && saved.code === 'refused';
    if (!saved.ok && !isRemoved) return;
    if (isRemoved) onRemoved();
    void showToast({
      intent: isRemoved ? 'info' : 'success',
      text: intl.formatMessage({ id: isRemoved ? 'bookings.failedJobs.gone' : 'bookings.failedJobs.goes' }),
    });
  };
  const title = intl.formatMessage({ id: 'bookings.failedJobs.what' }, { kind });
  return (
    <li className={styles.row} aria-label={title}>
      <span className={styles.name}>{title}</span>
      <span>
        <FormattedMessage id="bookings.failedJobs.means" values={{ kind }} />
      </span>
      <span className={styles.quiet}>
        {joinWithDots(
          intl.formatMessage({ id: 'bookings.failedJobs.at' }, { tries: attempts, when: context.when(diedAt) }),
          error,
        )}
      </span>
      <SaveFailed result={result} />
      <Button className={retryButton} size="small" disabledFocusable={busy} onClick={() => void retry()}>
        <FormattedMessage id="bookings.failedJobs.again" />
      </Button>
    </li>
  );
}
