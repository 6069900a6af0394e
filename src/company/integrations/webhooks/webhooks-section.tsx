/** Webhooks of a company with status and latest deliveries (ADR 064). */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readWebhooks, type WebhookEndpoint } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { SectionRows } from '../../../ui/display/section-rows.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { EndpointRow, type WebhookDialogState } from './endpoint-row.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookActionDialog } from './webhook-action-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { WebhookPreview } from './webhook-preview.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
});

export function WebhooksSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [dialog, setDialog] = useState<WebhookDialogState | null>(null);
  const close = () => setDialog(null);
  const showSecret = (secret: string | undefined) => setDialog(secret ? { kind: 'secret', secret } : null);
  const query = useServerQuery({ key: [company, 'webhooks'], fetch: (signal) => readWebhooks(company, signal) });
  return (
    <FormSection
      title="integrations.webhooks.title"
      actions={
        <>
          <Button appearance="subtle" onClick={() => setDialog({ kind: 'preview' })}>
            <FormattedMessage id="webhooks.preview" />
          </Button>
          <Button onClick={() => setDialog({ kind: 'new' })} disabledFocusable={!query.data}>
            <FormattedMessage id="webhooks.add" />
          </Button>
        </>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="webhooks.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="webhooks.failed" />}>
        {({ endpoints, timeZone }) => (
          <>
            <Endpoints company={company} endpoints={endpoints} timeZone={timeZone} onOpen={setDialog} />
            {(dialog?.kind === 'form' || dialog?.kind === 'new') && (
              <WebhookDialog
                company={company}
                endpoint={dialog.kind === 'form' ? dialog.endpoint : null}
                onClose={close}
                onSecret={showSecret}
              />
            )}
            {dialog?.kind === 'act' && (
              <WebhookActionDialog company={company} {...dialog} onClose={close} onSecret={showSecret} />
            )}
            {dialog?.kind === 'log' && (
              <WebhookLog
                company={company}
                endpoint={endpoints.find(({ id }) => id === dialog.endpoint.id) ?? dialog.endpoint}
                timeZone={timeZone}
                onClose={close}
              />
            )}
          </>
        )}
      </QueryView>
      {dialog?.kind === 'secret' && <SecretDialog secret={dialog.secret} onClose={close} />}
      {dialog?.kind === 'preview' && <WebhookPreview company={company} onClose={close} />}
    </FormSection>
  );
}

interface EndpointsProps {
  company: Uuid;
  endpoints: readonly WebhookEndpoint[];
  timeZone: string;
  onOpen(dialog: WebhookDialogState): void;
}

function Endpoints({ company, endpoints, timeZone, onOpen }: EndpointsProps) {
  const styles = useStyles();
  if (endpoints.length === 0)
    return (
      <p className={styles.about}>
        <FormattedMessage id="webhooks.none" />
      </p>
    );
  return (
    <SectionRows>
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} company={company} endpoint={endpoint} timeZone={timeZone} onOpen={onOpen} />
      ))}
    </SectionRows>
  );
}
