import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { answerLeaving, isWorkUnderWay } from '../../ui/dirty-forms.ts';
import { Overlay } from '../../ui/overlay.tsx';

const useStyles = makeStyles({
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { flex: '1 1 auto' } },
});

/** Asked before a way out that closes a form with unsaved input, or ends what runs. */
export function LeaveQuestion() {
  const styles = useStyles();
  // It may end while it is asked about.
  const [isWork] = useState(isWorkUnderWay);
  return (
    <Overlay
      kind="confirm"
      alert
      title={<FormattedMessage id={isWork ? 'leave.work.title' : 'leave.title'} />}
      onClose={() => answerLeaving(false)}
      foot={
        <div className={styles.actions}>
          <Button data-first appearance="primary" onClick={() => answerLeaving(false)}>
            <FormattedMessage id="leave.stay" />
          </Button>
          {/* What loses data comes last and draws no eye. */}
          <Button appearance="transparent" onClick={() => answerLeaving(true)}>
            <FormattedMessage id={isWork ? 'leave.work.leave' : 'leave.leave'} />
          </Button>
        </div>
      }
    >
      <p className={styles.text}>
        <FormattedMessage id={isWork ? 'leave.work.text' : 'leave.text'} />
      </p>
    </Overlay>
  );
}
