/** A member is asked to own their company: what it means, what becomes of who asks, and yes or no. */
import { Button } from '@fluentui/react-components';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import type { ReactNode } from 'react';
import { answerOwnership, readAskedOwnership, type AskedOwnership as Asked } from '../../data/ownership.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';
import { session } from '../../session/session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleName } from '../../ui/words/role-name.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

/** The question, as long as there is one; else what is asked of nobody. */
export function AskedOwnership({ userId, children }: { userId: Uuid; children: ReactNode }) {
  const answer = useAnswer({ key: [userId, 'asked-ownership'], ask: readAskedOwnership });
  const [first] = answer.data ?? [];
  return first ? <Question key={first.companyId} userId={userId} asked={first} onEnded={answer.again} /> : children;
}

interface QuestionProps {
  userId: Uuid;
  asked: Asked;
  onEnded(): void;
}

function Question({ userId, asked, onEnded }: QuestionProps) {
  const intl = useIntl();
  const { companyId, company, who, keeps, expiresAt } = asked;
  const saving = useSave({ send: answerOwnership, touches: [[userId], [companyId]] });
  const { result } = saving;

  async function answer(accepts: boolean): Promise<void> {
    const done = await saving.save({ company: companyId, accepts });
    if (!done.ok) return;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: accepts ? 'own.asked.yes.done' : 'own.asked.no.done' }, { company }),
    });
    // What one may do is more now.
    if (accepts) await session.refresh();
  }

  if (result && !result.ok && result.code === 'refused')
    return (
      <EmptyState
        page
        drawing={<QuietOffice />}
        title={<FormattedMessage id="own.asked.ended" />}
        actions={
          <Button appearance="primary" onClick={onEnded}>
            <FormattedMessage id="thanks.join.go" />
          </Button>
        }
      />
    );
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="own.asked.title" values={{ who, company }} />}
      actions={
        <>
          <Button appearance="primary" disabledFocusable={saving.busy} onClick={() => void answer(true)}>
            <FormattedMessage id="own.asked.yes" />
          </Button>
          <Button disabledFocusable={saving.busy} onClick={() => void answer(false)}>
            <FormattedMessage id="own.asked.no" />
          </Button>
        </>
      }
    >
      {result && !result.ok && <SaveFailed failure={result} />}
      <p>
        <FormattedMessage id="own.asked.what" />
      </p>
      <Message state="neutral">
        {keeps.includes('owner') ? (
          <FormattedMessage id="own.asked.together" values={{ who }} />
        ) : keeps.length === 0 ? (
          <FormattedMessage id="own.asked.leaves" values={{ who }} />
        ) : (
          <FormattedMessage
            id="own.asked.keeps"
            values={{
              who,
              roles: (
                <FormattedList
                  type="unit"
                  value={keeps.map((role) => (
                    <RoleName key={role} role={role} />
                  ))}
                />
              ),
            }}
          />
        )}
      </Message>
      <p>
        <FormattedMessage id="own.asked.until" values={{ day: intl.formatDate(expiresAt, { dateStyle: 'long' }) }} />
      </p>
    </EmptyState>
  );
}
