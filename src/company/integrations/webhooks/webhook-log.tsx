/** Log of a webhook, kept for 30 days: its deliveries, newest first; each opens with its payload and responses. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readWebhookLog, type WebhookDelivery, type WebhookEndpoint } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { SectionRow, SectionRows } from '../../../ui/display/section-rows.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { useFormatTimestamp } from './use-format-timestamp.ts';
import { DeliveryView } from './delivery-view.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '12px' },
  list: { width: '100%' },
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  pages: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

const BADGES = { pending: 'waiting', retrying: 'attention', delivered: 'ok', dead: 'no' } as const;

interface WebhookLogProps {
  company: Uuid;
  endpoint: WebhookEndpoint;
  timeZone: string;
  onClose(): void;
}

export function WebhookLog({ company, endpoint, timeZone, onClose }: WebhookLogProps) {
  const moment = useFormatTimestamp(timeZone);
  const page = useDeliveries(company, endpoint.id);
  const [openDelivery, setOpenDelivery] = useState<WebhookDelivery | null>(null);
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="webhooks.log.of" values={{ name: endpoint.description ?? endpoint.url }} />}
      onClose={onClose}
    >
      {openDelivery ? (
        <DeliveryView
          company={company}
          delivery={openDelivery}
          moment={moment}
          mayReplay={endpoint.state !== 'off'}
          onBack={() => setOpenDelivery(null)}
        />
      ) : (
        <DeliveryList page={page} moment={moment} onOpen={setOpenDelivery} />
      )}
    </Overlay>
  );
}

/** Deliveries, a page at a time. */
function useDeliveries(company: Uuid, endpoint: Uuid) {
  /** Cursor of the page; null for the newest. */
  const [before, setBefore] = useState<number | null>(null);
  const query = useServerQuery({
    key: [company, 'webhook-log', endpoint, before],
    fetch: (signal) => readWebhookLog(endpoint, before, signal),
  });
  return { query, before, setBefore };
}

interface DeliveryListProps {
  page: ReturnType<typeof useDeliveries>;
  moment(at: string): string;
  onOpen(delivery: WebhookDelivery): void;
}

function DeliveryList({ page: { query, before, setBefore }, moment, onOpen }: DeliveryListProps) {
  const styles = useStyles();
  return (
    <div className={styles.parts}>
      <p className={styles.about}>
        <FormattedMessage id="webhooks.log.about" />
      </p>
      <div className={styles.pages}>
        <Button onClick={() => (before === null ? query.refetch() : setBefore(null))}>
          <FormattedMessage id={before === null ? 'webhooks.log.again' : 'webhooks.log.newest'} />
        </Button>
      </div>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="webhooks.failed" />}>
        {({ deliveries, isAll }) => (
          <>
            {deliveries.length === 0 && (
              <p className={styles.about}>
                <FormattedMessage id="webhooks.log.none" />
              </p>
            )}
            <div className={styles.list}>
              <SectionRows>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} moment={moment} onOpen={() => onOpen(delivery)} />
                ))}
              </SectionRows>
            </div>
            {!isAll && (
              <Button onClick={() => setBefore(deliveries.at(-1)?.place ?? null)}>
                <FormattedMessage id="webhooks.log.older" />
              </Button>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  moment(at: string): string;
  onOpen(): void;
}

function DeliveryRow({ delivery, moment, onOpen }: DeliveryRowProps) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: `webhooks.event.${delivery.type}` });
  const facts = joinWithDots(
    delivery.reference,
    moment(delivery.happenedAt),
    delivery.status !== null && `HTTP ${delivery.status}`,
    delivery.failure && intl.formatMessage({ id: `webhooks.failure.${delivery.failure}` }),
    delivery.state === 'retrying' &&
      delivery.nextAt &&
      intl.formatMessage({ id: 'webhooks.next' }, { when: moment(delivery.nextAt) }),
  );
  return (
    <SectionRow
      name={name}
      state={
        <>
          <StateBadge state={BADGES[delivery.state]}>
            <FormattedMessage id={`webhooks.delivery.${delivery.state}`} />
          </StateBadge>{' '}
          {facts}
        </>
      }
      action={
        <Button
          appearance="subtle"
          aria-label={joinWithDots(intl.formatMessage({ id: 'webhooks.open' }), name, moment(delivery.happenedAt))}
          onClick={onOpen}
        >
          <FormattedMessage id="webhooks.open" />
        </Button>
      }
    />
  );
}
