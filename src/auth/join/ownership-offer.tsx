/** Offers a member ownership of their company: what it means, what happens to the current owner, accept or decline. */
import { Button } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReactNode } from 'react';
import { answerOwnershipOffer, readOwnershipOffers, type OwnershipOffer } from '../../data/ownership.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { session } from '../../session/session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Renders the pending offer, or else the children. */
export function OwnershipOfferPrompt({ userId, children }: { userId: Uuid; children: ReactNode }) {
  const query = useServerQuery({ key: [userId, 'ownership-offers'], fetch: readOwnershipOffers });
  const [first] = query.data ?? [];
  return first ? (
    <OfferDecision key={first.companyId} userId={userId} offer={first} onRefetch={query.refetch} />
  ) : (
    children
  );
}

interface OfferDecisionProps {
  userId: Uuid;
  offer: OwnershipOffer;
  /** Called when the offer has ended in the meantime. */
  onRefetch(): void;
}

function OfferDecision({ userId, offer, onRefetch }: OfferDecisionProps) {
  const intl = useIntl();
  const { companyId, company, offeredBy, expiresAt } = offer;
  const saving = useMutation({ send: answerOwnershipOffer, invalidates: [[userId], [companyId]] });

  async function sendReply(accepts: boolean): Promise<void> {
    const saved = await saving.save({ company: companyId, accepts });
    if (!saved.ok) return;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: accepts ? 'ownership.offer.yes.done' : 'ownership.offer.no.done' }, { company }),
    });
    // Accepting changes the person's permissions.
    if (accepts) await session.refresh();
  }

  const { refusal, failure } = splitResult(saving.result);
  if (refusal)
    return (
      <EmptyState
        page
        drawing={<QuietOffice />}
        title={<FormattedMessage id="ownership.offer.ended" />}
        actions={
          <Button appearance="primary" onClick={onRefetch}>
            <FormattedMessage id="thanks.join.go" />
          </Button>
        }
      />
    );
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="ownership.offer.title" values={{ who: offeredBy, company }} />}
      actions={
        <>
          <Button appearance="primary" disabledFocusable={saving.busy} onClick={() => void sendReply(true)}>
            <FormattedMessage id="ownership.offer.yes" />
          </Button>
          <Button disabledFocusable={saving.busy} onClick={() => void sendReply(false)}>
            <FormattedMessage id="ownership.offer.no" />
          </Button>
        </>
      }
    >
      <SaveFailed result={failure} />
      <p>
        <FormattedMessage id="ownership.offer.what" />
      </p>
      <OwnerConsequence offer={offer} />
      <p>
        <FormattedMessage
          id="ownership.offer.until"
          values={{ day: intl.formatDate(expiresAt, { dateStyle: 'long' }) }}
        />
      </p>
    </EmptyState>
  );
}

/** Says which roles the current owner keeps. */
function OwnerConsequence({ offer: { offeredBy, remainingRoles } }: { offer: OwnershipOffer }) {
  return (
    <Message state="neutral">
      {remainingRoles.includes('owner') ? (
        <FormattedMessage id="ownership.offer.together" values={{ who: offeredBy }} />
      ) : remainingRoles.length === 0 ? (
        <FormattedMessage id="ownership.offer.leaves" values={{ who: offeredBy }} />
      ) : (
        <FormattedMessage
          id="ownership.offer.remainingRoles"
          values={{
            who: offeredBy,
            roles: <RoleNames isInSentence roles={remainingRoles} />,
          }}
        />
      )}
    </Message>
  );
}
