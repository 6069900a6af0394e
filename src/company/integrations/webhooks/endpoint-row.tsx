/** Row of a webhook: its state, the latest delivery, and actions. */
import { Button, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { testWebhook, type WebhookEndpoint } from '../../../data/webhooks.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { SectionRow } from '../../../ui/display/section-rows.tsx';
import { WrappingAddress } from '../../../ui/display/wrapping-address.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormatTimestamp } from './use-format-timestamp.ts';
import type { WebhookAction } from './webhook-action-dialog.tsx';

const useStyles = makeStyles({ actions: { display: 'flex', alignItems: 'center', gap: '4px' } });

export type WebhookDialogState =
  | { kind: 'form' | 'log'; endpoint: WebhookEndpoint }
  | { kind: 'new' | 'preview' }
  | { kind: 'act'; act: WebhookAction; endpoint: WebhookEndpoint }
  | { kind: 'secret'; secret: string };

const BADGES = { active: 'ok', paused: 'attention', off: 'neutral' } as const;

export interface EndpointRowProps {
  company: Uuid;
  endpoint: WebhookEndpoint;
  timeZone: string;
  onOpen(dialog: WebhookDialogState): void;
}

export function EndpointRow({ company, endpoint, timeZone, onOpen }: EndpointRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const testing = useMutation<string, object, { status: 'switched_off' }>({
    send: testWebhook,
    invalidates: [[company, 'webhooks']],
    // A colleague has switched it off: the row shows its state.
    invalidateOnRefusal: true,
  });
  const name = endpoint.description ?? endpoint.url;

  async function test(): Promise<void> {
    const result = await testing.save(endpoint.id);
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'webhooks.test.sent' }) });
  }
  const menu = useEndpointMenu(endpoint, { isTesting: testing.busy, onTest: () => void test(), onOpen });
  return (
    <SectionRow
      name={name === endpoint.url ? <WrappingAddress address={name} /> : name}
      state={
        <>
          <EndpointState endpoint={endpoint} timeZone={timeZone} hasOwnName={name !== endpoint.url} />
          <SaveFailed result={testing.result} />
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
          <MoreMenu label={intl.formatMessage({ id: 'webhooks.more' }, { name })} entries={menu} />
        </span>
      }
    />
  );
}

function useEndpointMenu(
  endpoint: WebhookEndpoint,
  { isTesting, onTest, onOpen }: { isTesting: boolean; onTest(): void; onOpen: EndpointRowProps['onOpen'] },
): MenuEntry[] {
  const intl = useIntl();
  const isOff = endpoint.state === 'off';
  const act = (action: WebhookAction): MenuEntry => ({
    label: intl.formatMessage({ id: `webhooks.act.${action}` }),
    dangerous: action === 'delete',
    onSelect: () => onOpen({ kind: 'act', act: action, endpoint }),
  });
  const change = {
    label: intl.formatMessage({ id: 'webhooks.change' }),
    onSelect: () => onOpen({ kind: 'form', endpoint }),
  };
  return [
    // A reseller's webhook is configured by the reseller.
    ...(endpoint.key ? [] : [change]),
    { label: intl.formatMessage({ id: 'webhooks.test' }), disabled: isOff || isTesting, onSelect: onTest },
    act('rotate'),
    ...(endpoint.state === 'paused' ? [act('resume')] : []),
    act(isOff ? 'on' : 'off'),
    act('delete'),
  ];
}

interface EndpointStateProps {
  endpoint: WebhookEndpoint;
  timeZone: string;
  /** Whether the row is named by a description, so that the address has to be shown. */
  hasOwnName: boolean;
}

function EndpointState({ endpoint, timeZone, hasOwnName }: EndpointStateProps) {
  const intl = useIntl();
  const moment = useFormatTimestamp(timeZone);
  const { state, key, octo, lastDeliveredAt, waiting, failingSince } = endpoint;
  const format = (id: 'webhooks.waiting' | 'webhooks.last' | 'webhooks.failingSince' | 'webhooks.by', values: object) =>
    intl.formatMessage({ id }, values as Record<string, string>);
  return (
    <>
      <StateBadge state={BADGES[state]}>
        <FormattedMessage id={`webhooks.state.${state}`} />
      </StateBadge>{' '}
      {hasOwnName && (
        <>
          <WrappingAddress address={endpoint.url} />
          {' · '}
        </>
      )}
      {joinWithDots(
        octo && intl.formatMessage({ id: `webhooks.octo.${octo}` }),
        key && format('webhooks.by', { key: key.name }),
        lastDeliveredAt
          ? format('webhooks.last', { when: moment(lastDeliveredAt) })
          : intl.formatMessage({ id: 'webhooks.never' }),
        waiting > 0 && format('webhooks.waiting', { count: waiting }),
        failingSince && state === 'active' && format('webhooks.failingSince', { when: moment(failingSince) }),
      )}
      {endpoint.pauseReason && (
        <Message state="attention">
          <FormattedMessage
            id={`webhooks.paused.${endpoint.pauseReason}`}
            values={{ when: moment(endpoint.pausedAt ?? '') }}
          />
        </Message>
      )}
      {key && !key.isLive && (
        <Message state="attention">
          <FormattedMessage id="webhooks.keyInvalid" />
        </Message>
      )}
    </>
  );
}
