import { FormattedMessage, useIntl } from 'react-intl';
import {
  sendExportNow,
  switchScheduledExport,
  type ExportActionRefusal,
  type ScheduledExport,
  type ScheduledExports,
} from '../../data/scheduled-exports.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { type MutationState, splitResult, useMutation } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow } from '../../ui/display/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormatExport } from './use-format-export.ts';

interface ExportRowProps {
  company: Uuid;
  export: ScheduledExport;
  response: ScheduledExports;
  onChange(): void;
  onDelete(): void;
}

type Refusal = { status: ExportActionRefusal };

export function ExportRow({ company, export: scheduledExport, response, onChange, onDelete }: ExportRowProps) {
  const intl = useIntl();
  const format = useFormatExport(response);
  const invalidates = [[company, 'scheduled-exports']] as const;
  const sending = useMutation<{ id: Uuid }, ScheduledExports, Refusal>({
    send: ({ id }, request) => sendExportNow({ id, request }),
    invalidates,
  });
  const switching = useMutation<{ id: Uuid; isOn: boolean }, ScheduledExports, Refusal>({
    send: switchScheduledExport,
    invalidates,
  });
  const { id, pauseReason, mayChange } = scheduledExport;
  const name = format.name(scheduledExport);
  const isOn = pauseReason === null;

  async function send(): Promise<void> {
    switching.reset();
    const result = await sending.save({ id });
    if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'exports.now.done' }) });
  }
  async function turn(): Promise<void> {
    sending.reset();
    await switching.save({ id, isOn: !isOn });
  }

  return (
    <SectionRow
      name={name}
      state={
        <>
          <ExportState export={scheduledExport} response={response} />
          <Refused saving={sending} />
          <Refused saving={switching} />
        </>
      }
      action={
        mayChange && (
          <MoreMenu
            label={intl.formatMessage({ id: 'exports.more' }, { name })}
            entries={[
              {
                label: intl.formatMessage({ id: 'exports.now' }),
                disabled: sending.busy,
                onSelect: () => void send(),
              },
              { label: intl.formatMessage({ id: 'exports.change' }), onSelect: onChange },
              {
                label: intl.formatMessage({ id: isOn ? 'exports.pause' : 'exports.resume' }),
                disabled: switching.busy,
                onSelect: () => void turn(),
              },
              { label: intl.formatMessage({ id: 'exports.delete' }), dangerous: true, onSelect: onDelete },
            ]}
          />
        )
      }
    />
  );
}

/** The schedule, the recipients, the last result, and why it is paused. */
function ExportState({ export: scheduledExport, response }: Pick<ExportRowProps, 'export' | 'response'>) {
  const intl = useIntl();
  const format = useFormatExport(response);
  const { pauseReason, nextAt, last } = scheduledExport;
  const isOn = pauseReason === null;
  return (
    <>
      <StateBadge state={isOn ? 'ok' : pauseReason === 'by_hand' ? 'neutral' : 'attention'}>
        <FormattedMessage id={isOn ? 'exports.on' : 'exports.paused'} />
      </StateBadge>{' '}
      {joinWithDots(
        format.when(scheduledExport),
        format.to(scheduledExport) && intl.formatMessage({ id: 'exports.to' }, { names: format.to(scheduledExport) }),
        scheduledExport.madeBy && intl.formatMessage({ id: 'exports.by' }, { name: scheduledExport.madeBy }),
        nextAt && intl.formatMessage({ id: 'exports.next' }, { when: format.moment(nextAt) }),
        format.last(scheduledExport),
      )}
      {pauseReason !== null && pauseReason !== 'by_hand' && (
        <Message state="attention">
          <FormattedMessage id={`exports.problem.${pauseReason}`} />
        </Message>
      )}
      {last?.isTooLarge && (
        <Message state="attention">
          <FormattedMessage id="exports.tooLarge" />
        </Message>
      )}
    </>
  );
}

function Refused<Args>({ saving: { result } }: { saving: MutationState<Args, ScheduledExports, Refusal> }) {
  const { refusal, failure } = splitResult(result);
  if (!refusal) return <SaveFailed result={failure} />;
  return (
    <Message state="no" alert>
      <FormattedMessage id={`exports.problem.${refusal.status}`} />
    </Message>
  );
}
