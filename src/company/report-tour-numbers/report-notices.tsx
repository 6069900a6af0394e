/** Notices above a tour report: refused and waiting actions, locks, questions, and reports of others. */
import { Button } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActionOf } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ACTION_KIND_TEXTS } from '../../features/sync/action-kind-texts.ts';
import { refusalText } from '../../features/sync/sync-texts.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useParkedActions } from '../../offline/read/use-parked-actions.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { Message } from '../../ui/states/message.tsx';
import type { TourReport } from './reports.ts';

export interface ReportNoticesProps {
  report: TourReport;
  people: ReadonlyMap<Uuid, string>;
  /** Report that someone else submitted while the form was being filled in. */
  concurrentReport: ActionOf<'report_submit'> | null;
  mayUnlock: boolean;
  formats: Formats;
  onSync(): void;
}

export function ReportNotices(props: ReportNoticesProps) {
  const { report, people, concurrentReport, mayUnlock, formats, onSync } = props;
  const { state, conflicting, locks } = report;
  const nameOf = (id: string) => people.get(id) ?? '';
  return (
    <>
      <RefusedActions departureId={report.departureId} formats={formats} onSync={onSync} />
      {report.isWaiting && (
        <Message state="waiting">
          <FormattedMessage id="numbers.waiting" />
        </Message>
      )}
      {state === 'locked' && (
        <Message
          state="neutral"
          title={<FormattedMessage id="numbers.locked.title" values={{ name: nameOf(locks[0]?.userId ?? '') }} />}
        >
          <FormattedMessage id={mayUnlock ? 'numbers.locked.owner' : 'numbers.locked.text'} />
        </Message>
      )}
      {state === 'returned' &&
        report.questions.map(({ id, userId, payload }) => (
          <Message
            key={id}
            state="attention"
            title={<FormattedMessage id="numbers.question" values={{ name: nameOf(userId) }} />}
          >
            {payload.question}
          </Message>
        ))}
      {state !== 'locked' && conflicting.length > 0 && (
        <Message
          state="attention"
          title={
            <FormattedMessage
              id="numbers.beside"
              values={{
                name: formats.list(conflicting.map(({ userId }) => nameOf(userId))),
                count: conflicting.length,
              }}
            />
          }
        >
          <FormattedMessage id="numbers.beside.text" />
        </Message>
      )}
      {concurrentReport && (
        <Message
          state="attention"
          title={<FormattedMessage id="numbers.concurrent" values={{ name: nameOf(concurrentReport.userId) }} />}
        >
          <FormattedMessage id="numbers.concurrent.text" />
        </Message>
      )}
    </>
  );
}

/** Actions of this device at the departure that the server refused. They are kept but have no effect. */
function RefusedActions({ departureId, formats, onSync }: { departureId: string; formats: Formats; onSync(): void }) {
  const intl = useIntl();
  const parked = (useParkedActions() ?? []).filter(({ action }) => action.departureId === departureId);
  if (parked.length === 0) return null;
  return (
    <Message
      state="no"
      title={<FormattedMessage id="numbers.refused" values={{ count: parked.length }} />}
      actions={
        <Button onClick={onSync}>
          <FormattedMessage id="numbers.refused.open" />
        </Button>
      }
    >
      {parked.map(({ action, code }) => (
        <div key={action.id}>
          {joinWithDots(
            intl.formatMessage({ id: ACTION_KIND_TEXTS[action.kind] }),
            formats.time(action.occurredAt),
            intl.formatMessage({ id: refusalText(code) }),
          )}
        </div>
      ))}
    </Message>
  );
}
