/** The result for each of several departures: changed or refused. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import type { DepartureToChange, ChangeContext } from './departure-change.ts';
import { DepartureLines } from './departure-lines.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gap: '24px' },
  heading: { ...type.lead, margin: '0 0 4px', fontWeight: weight.bold },
});

export interface ResultDialogProps {
  context: ChangeContext;
  changed: readonly DepartureToChange[];
  refused: readonly { departure: DepartureToChange; note: ReactNode }[];
  /** Retries the refused departures, if possible. */
  action?: { label: ReactNode; busy: boolean; onSelect(): void };
  onClose(): void;
}

export function ResultDialog({ context, changed, refused, action, onClose }: ResultDialogProps) {
  const styles = useStyles();
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="calendar.result" values={{ done: changed.length, refused: refused.length }} />}
      footer={
        <>
          {action && (
            <Button disabled={action.busy} onClick={action.onSelect}>
              {action.label}
            </Button>
          )}
          <Button appearance="primary" onClick={onClose} data-first>
            <FormattedMessage id="app.close" />
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className={styles.parts}>
        {refused.length > 0 && (
          <Message
            state="no"
            alert
            title={<FormattedMessage id="calendar.result.refused" values={{ count: refused.length }} />}
          >
            <DepartureLines context={context} lines={refused} />
          </Message>
        )}
        {changed.length > 0 && (
          <section>
            <h3 className={styles.heading}>
              <FormattedMessage id="calendar.result.done" values={{ count: changed.length }} />
            </h3>
            <DepartureLines context={context} lines={changed.map((departure) => ({ departure }))} />
          </section>
        )}
      </div>
    </Overlay>
  );
}
