import { FormattedMessage } from 'react-intl';
import { readOwnershipOffers } from '../../../data/ownership.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { paths } from '../../../lib/paths.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { LinkButton } from '../../../ui/address/link-button.tsx';
import { Message } from '../../../ui/states/message.tsx';

/** Notices for pending offers of company ownership, with links to the page where they are accepted or declined. */
export function OwnershipOfferNotices({ userId, onLeave }: { userId: Uuid; onLeave(): void }) {
  const offers = useServerQuery({ key: [userId, 'ownership-offers'], fetch: readOwnershipOffers });
  return offers.data?.map(({ companyId, company, offeredBy }) => (
    <Message
      key={companyId}
      state="waiting"
      title={<FormattedMessage id="myAccount.ownershipOffer" values={{ company, who: offeredBy }} />}
      actions={
        // Closes the dialog, as the page opens behind it.
        <span onClickCapture={onLeave}>
          <LinkButton to={paths.thanksForJoining}>
            <FormattedMessage id="myAccount.ownershipOffer.answer" />
          </LinkButton>
        </span>
      }
    >
      {null}
    </Message>
  ));
}
