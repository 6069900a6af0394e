/** A webhook delivery: payload, response to each attempt, and a button to send it again. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readWebhookDelivery, replayWebhook, type OneDelivery, type WebhookDelivery } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { CodeBlock } from '../../../ui/display/code-block.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  title: { ...type.body, margin: 0, fontWeight: weight.bold },
  about: { ...type.note, margin: 0, color: tokens.colorNeutralForeground2 },
});

interface DeliveryViewProps {
  company: Uuid;
  delivery: WebhookDelivery;
  moment(at: string): string;
  /** False if the webhook is switched off. */
  mayReplay: boolean;
  onBack(): void;
}

export function DeliveryView({ company, delivery, moment, mayReplay, onBack }: DeliveryViewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useServerQuery({
    key: [company, 'webhook-delivery', delivery.id],
    fetch: (signal) => readWebhookDelivery(delivery.id, signal),
  });
  const replaying = useMutation<Uuid, object, { status: 'switched_off' }>({
    send: replayWebhook,
    invalidates: [
      [company, 'webhook-log'],
      [company, 'webhook-delivery'],
      [company, 'webhooks'],
    ],
    // A colleague has switched it off, which `mayReplay` then shows.
    invalidateOnRefusal: true,
  });

  async function replay(): Promise<void> {
    const replayed = await replaying.save(delivery.id);
    if (!replayed.ok) return;
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'webhooks.replayed' }) });
    onBack();
  }
  return (
    <div className={styles.parts}>
      <div className={styles.actions}>
        <Button onClick={onBack}>
          <FormattedMessage id="webhooks.back" />
        </Button>
        <Button appearance="primary" disabled={!mayReplay || replaying.busy} onClick={() => void replay()}>
          <FormattedMessage id="webhooks.replay" />
        </Button>
        {!mayReplay && (
          <StateBadge state="neutral">
            <FormattedMessage id="webhooks.state.off" />
          </StateBadge>
        )}
      </div>
      <SaveFailed result={replaying.result} />
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="webhooks.failed" />}>
        {(content) => <DeliveryContent content={content} moment={moment} />}
      </QueryView>
    </div>
  );
}

function DeliveryContent({ content, moment }: { content: OneDelivery; moment(at: string): string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { body, attempts } = content;
  const factsOf = ({ at, durationMs, status, failure }: OneDelivery['attempts'][number]) =>
    joinWithDots(
      moment(at),
      status !== null && `HTTP ${status}`,
      failure && intl.formatMessage({ id: `webhooks.failure.${failure}` }),
      intl.formatMessage({ id: 'webhooks.took' }, { ms: durationMs }),
    );
  return (
    <>
      <h3 className={styles.title}>
        <FormattedMessage id="webhooks.request" />
      </h3>
      {body === null ? (
        <p className={styles.about}>
          <FormattedMessage id="webhooks.request.none" />
        </p>
      ) : (
        <CodeBlock label={intl.formatMessage({ id: 'webhooks.request' })}>{body}</CodeBlock>
      )}
      <h3 className={styles.title}>
        <FormattedMessage id="webhooks.attempts" />
      </h3>
      {attempts.length === 0 && (
        <p className={styles.about}>
          <FormattedMessage id="webhooks.attempts.none" />
        </p>
      )}
      {attempts.map((attempt) => (
        <div key={attempt.number} className={styles.parts}>
          <p className={styles.about}>{factsOf(attempt)}</p>
          {attempt.response && (
            <CodeBlock label={intl.formatMessage({ id: 'webhooks.response' })}>{attempt.response}</CodeBlock>
          )}
        </div>
      ))}
    </>
  );
}
