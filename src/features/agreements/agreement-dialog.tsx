/** Confirms a change of an agreement: names what the other side will see or do, and what cannot be undone. */
import { FormattedMessage, useIntl } from 'react-intl';
import { respondToAgreement, endAgreement, shareGuests, type Agreement } from '../../data/agreements.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormatTerms } from './terms-view.tsx';

/** Acts that respond to a proposal. */
const ANSWERS = ['accept', 'decline', 'withdraw'] as const;
export type AgreementAct = 'share' | 'hide' | 'end' | (typeof ANSWERS)[number];
/** `stale`: the answered terms are no longer the proposed ones. `ended`: guest data can no longer be shared. */
type Refused = { status: 'ended' | 'stale' };

export interface AgreementDialogProps {
  owner: Uuid;
  agreement: Agreement;
  act: AgreementAct;
  onClose(): void;
}

export function AgreementDialog({ owner, agreement, act, onClose }: AgreementDialogProps) {
  const intl = useIntl();
  const formatTerms = useFormatTerms();
  const { id, proposed, counterpart: name } = agreement;
  // The terms as of opening: the person accepts these and no later ones.
  const proposal = ANSWERS.some((option) => option === act) ? proposed : null;
  const saving = useMutation<null, unknown, Refused>({
    send: (): Promise<Result<unknown, Refused>> =>
      proposal
        ? respondToAgreement({ agreement: id, accepts: act === 'accept', terms: proposal.terms })
        : act === 'end'
          ? endAgreement(id)
          : shareGuests({ agreement: id, shares: act === 'share' }),
    invalidates: [[owner]],
    invalidateOnRefusal: true,
  });
  const { refusal, failure } = splitResult(saving.result);

  async function send(): Promise<boolean> {
    const saved = await saving.save(null);
    if (saved.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: `agreements.${act}.done` }, { name }) });
    return saved.ok;
  }

  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`agreements.${act}.title`} values={{ name }} />}
      confirm={<FormattedMessage id={`agreements.${act}.confirm`} />}
      onClose={onClose}
      onConfirm={send}
    >
      <SaveFailed result={failure} />
      {refusal && (
        <Message state="no" alert>
          <FormattedMessage id={`agreements.${refusal.status}`} />
        </Message>
      )}
      <FormattedMessage id={`agreements.${act}.text`} />
      {proposal && (
        <ul>
          {formatTerms(proposal.terms, agreement).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
