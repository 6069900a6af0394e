/** Webhooks of a company with status and latest deliveries (ADR 064). */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readWebhooks, testWebhook, type WebhookEndpoint } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../../ui/display/section-rows.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { WrappingAddress } from '../../../ui/display/wrapping-address.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useFormatTimestamp } from './use-format-timestamp.ts';
import { WebhookActionDialog, type WebhookAction } from './webhook-action-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { WebhookPreview } from './webhook-preview.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', alignItems: 'center', gap: '4px' },
});

type OpenDialog =
  | { kind: 'form' | 'log'; endpoint: WebhookEndpoint }
  | { kind: 'new' | 'preview' }
  | { kind: 'act'; act: WebhookAction; endpoint: WebhookEndpoint }
  | { kind: 'secret'; secret: string };

const BADGES = { active: 'ok', paused: 'attention', off: 'neutral' } as const;

export function WebhooksSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
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
            {endpoints.length === 0 ? (
              <p className={styles.about}>
                <FormattedMessage id="webhooks.none" />
              </p>
            ) : (
              <SectionRows>
                {endpoints.map((endpoint) => (
                  <EndpointRow
                    key={endpoint.id}
                    company={company}
                    endpoint={endpoint}
                    timeZone={timeZone}
                    onOpen={setDialog}
                  />
                ))}
              </SectionRows>
            )}
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
              <WebhookLog company={company} endpoint={dialog.endpoint} timeZone={timeZone} onClose={close} />
            )}
          </>
        )}
      </QueryView>
      {dialog?.kind === 'secret' && <SecretDialog secret={dialog.secret} onClose={close} />}
      {dialog?.kind === 'preview' && <WebhookPreview company={company} onClose={close} />}
    </FormSection>
  );
}

interface EndpointRowProps {
  company: string;
  endpoint: WebhookEndpoint;
  timeZone: string;
  onOpen(dialog: OpenDialog): void;
}

function EndpointRow({ company, endpoint, timeZone, onOpen }: EndpointRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const moment = useFormatTimestamp(timeZone);
  const testing = useMutation<string, object, { status: 'is_off' }>({
    send: testWebhook,
    invalidates: [[company, 'webhooks']],
  });
  const name = endpoint.description ?? endpoint.url;
  const format = (id: 'webhooks.waiting' | 'webhooks.last' | 'webhooks.failingSince' | 'webhooks.by', values: object) =>
    intl.formatMessage({ id }, values as Record<string, string>);
  const act = (action: WebhookAction) => ({
    label: intl.formatMessage({ id: `webhooks.act.${action}` }),
    dangerous: action === 'delete',
    onSelect: () => onOpen({ kind: 'act', act: action, endpoint }),
  });

  async function test(): Promise<void> {
    const result = await testing.save(endpoint.id);
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'webhooks.test.sent' }) });
  }
  const isOff = endpoint.state === 'off';
  return (
    <SectionRow
      name={name === endpoint.url ? <WrappingAddress address={name} /> : name}
      state={
        <>
          <StateBadge state={BADGES[endpoint.state]}>
            <FormattedMessage id={`webhooks.state.${endpoint.state}`} />
          </StateBadge>{' '}
          {name !== endpoint.url && (
            <>
              <WrappingAddress address={endpoint.url} />
              {' · '}
            </>
          )}
          {joinWithDots(
            endpoint.octo && intl.formatMessage({ id: `webhooks.octo.${endpoint.octo}` }),
            endpoint.key && format('webhooks.by', { key: endpoint.key.name }),
            endpoint.lastDeliveredAt
              ? format('webhooks.last', { when: moment(endpoint.lastDeliveredAt) })
              : intl.formatMessage({ id: 'webhooks.never' }),
            endpoint.waiting > 0 && format('webhooks.waiting', { count: endpoint.waiting }),
            endpoint.failingSince &&
              endpoint.state === 'active' &&
              format('webhooks.failingSince', { when: moment(endpoint.failingSince) }),
          )}
          {endpoint.pauseReason && (
            <Message state="attention">
              <FormattedMessage
                id={`webhooks.paused.${endpoint.pauseReason}`}
                values={{ when: moment(endpoint.pausedAt ?? '') }}
              />
            </Message>
          )}
          {endpoint.key && !endpoint.key.isLive && (
            <Message state="attention">
              <FormattedMessage id="webhooks.keyOver" />
            </Message>
          )}
          {testing.result && !testing.result.ok && testing.result.code !== 'refused' && (
            <SaveFailed failure={testing.result} />
          )}
        </>
      }
      action={
        <span className={styles.actions}>
          <Button
            appearance="subtle"
            aria-label={intl.formatMessage({ id: 'webhooks.log.of' }, { name })}
            onClick={() => onOpen({ kind: 'log', endpoint })}
          >
            <FormattedMessage id="webhooks.log" />
          </Button>
          <MoreMenu
            label={intl.formatMessage({ id: 'webhooks.more' }, { name })}
            entries={[
              // A reseller's webhook is configured by the reseller.
              ...(endpoint.key
                ? []
                : [
                    {
                      label: intl.formatMessage({ id: 'webhooks.change' }),
                      onSelect: () => onOpen({ kind: 'form', endpoint }),
                    },
                  ]),
              {
                label: intl.formatMessage({ id: 'webhooks.test' }),
                disabled: isOff || testing.busy,
                onSelect: () => void test(),
              },
              act('rotate'),
              ...(endpoint.state === 'paused' ? [act('resume')] : []),
              act(isOff ? 'on' : 'off'),
              act('delete'),
            ]}
          />
        </span>
      }
    />
  );
}
