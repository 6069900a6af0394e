import { Button } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { withdrawOwnershipOffer, type Team } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

export interface OwnershipOfferNoticeProps {
  company: Uuid;
  timeZone: string;
  name: string;
  ownershipOffer: NonNullable<Team['ownershipOffer']>;
  /** Whether the user may withdraw the offer. */
  mayChange: boolean;
}

export function OwnershipOfferNotice(props: OwnershipOfferNoticeProps) {
  const { company, timeZone, name, ownershipOffer, mayChange } = props;
  const intl = useIntl();
  const saving = useMutation({ send: withdrawOwnershipOffer, invalidates: [[company]] });
  async function withdraw(): Promise<void> {
    const withdrawn = await saving.save(company);
    void showToast({
      intent: withdrawn.ok ? 'success' : 'error',
      text: intl.formatMessage(
        { id: withdrawn.ok ? 'ownership.withdraw.done' : FAILURE_TEXTS[withdrawn.code] },
        { name },
      ),
    });
  }
  return (
    <Message
      state="waiting"
      actions={
        mayChange && (
          <Button disabledFocusable={saving.busy} onClick={() => void withdraw()}>
            <FormattedMessage id="ownership.withdraw" />
          </Button>
        )
      }
    >
      <FormattedMessage
        id="ownership.open"
        values={{ name, day: intl.formatDate(ownershipOffer.expiresAt, { timeZone, dateStyle: 'long' }) }}
      />
    </Message>
  );
}
