/** Preview of each event's payload, built by the same code from the latest real event. */
import { Field, makeStyles, Select, Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { previewWebhook } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { SUBSCRIBABLE_EVENTS, type WebhookEvent } from '../../../domain/webhooks.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { CodeBlock } from '../../../ui/display/code-block.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  about: { ...type.body, margin: 0 },
});

export function WebhookPreview({ company, onClose }: { company: Uuid; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const [event, setEvent] = useState<WebhookEvent>('booking.created');
  const [hasPersonalData, setPersonal] = useState(false);
  const query = useServerQuery({
    key: [company, 'webhook-preview', event, hasPersonalData],
    fetch: (signal) => previewWebhook({ company, event, hasPersonalData }, signal),
  });
  return (
    <Overlay kind="form" title={<FormattedMessage id="webhooks.preview" />} onClose={onClose}>
      <div className={styles.parts}>
        <p className={styles.about}>
          <FormattedMessage id="webhooks.preview.about" />
        </p>
        <Field label={intl.formatMessage({ id: 'webhooks.preview.event' })}>
          <Select value={event} onChange={(_, { value }) => setEvent(value as WebhookEvent)}>
            {SUBSCRIBABLE_EVENTS.map((eventType) => (
              <option key={eventType} value={eventType}>
                {intl.formatMessage({ id: `webhooks.event.${eventType}` })}
              </option>
            ))}
          </Select>
        </Field>
        <Switch
          checked={hasPersonalData}
          label={intl.formatMessage({ id: 'webhooks.personal' })}
          onChange={(_, { checked }) => setPersonal(checked)}
        />
        <QueryView query={query} skeleton={null} failed={<FormattedMessage id="webhooks.failed" />}>
          {({ body }) =>
            body === null ? (
              <p className={styles.about}>
                <FormattedMessage id="webhooks.preview.none" />
              </p>
            ) : (
              <CodeBlock label={intl.formatMessage({ id: 'webhooks.request' })}>{body}</CodeBlock>
            )
          }
        </QueryView>
      </div>
    </Overlay>
  );
}
