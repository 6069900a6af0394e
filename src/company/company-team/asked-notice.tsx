import { Button } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { withdrawOwnership, type Team } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useSave } from '../../online/use-save.ts';
import { FAILURE_TEXTS } from '../../ui/words/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

export interface AskedNoticeProps {
  company: Uuid;
  name: string;
  handover: NonNullable<Team['handover']>;
  /** Whether it may be taken back here. */
  mayChange: boolean;
}

/** That somebody is asked to own the company, as long as they have not answered. */
export function AskedNotice({ company, name, handover, mayChange }: AskedNoticeProps) {
  const intl = useIntl();
  const saving = useSave({ send: withdrawOwnership, touches: [[company]] });
  async function withdraw(): Promise<void> {
    const done = await saving.save(company);
    void showToast({
      intent: done.ok ? 'success' : 'error',
      text: intl.formatMessage({ id: done.ok ? 'own.withdraw.done' : FAILURE_TEXTS[done.code] }, { name }),
    });
  }
  return (
    <Message
      state="waiting"
      actions={
        mayChange && (
          <Button disabledFocusable={saving.busy} onClick={() => void withdraw()}>
            <FormattedMessage id="own.withdraw" />
          </Button>
        )
      }
    >
      <FormattedMessage
        id="own.open"
        values={{ name, day: intl.formatDate(handover.expiresAt, { dateStyle: 'long' }) }}
      />
    </Message>
  );
}
