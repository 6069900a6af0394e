/** Offers ownership of the company to a member and explains what changes for the current owner once they accept. */
import { Field, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { offerOwnership, type TeamMember } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { TEAM_ROLES, type TeamRole } from '../../domain/team-roles.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { RoleChoice } from '../../features/team/role-choice.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', '& p': { margin: 0 } },
});

const REMAINING_ROLES = ['owner', 'roles', 'leave'] as const;
type RemainingRole = (typeof REMAINING_ROLES)[number];
const OTHER_ROLES: readonly TeamRole[] = TEAM_ROLES.filter((role) => role !== 'owner');

const REFUSED = {
  already_owner: 'ownership.is',
  already_offered: 'ownership.already',
  too_many: 'ownership.tooMany',
} as const satisfies Record<string, MessageId>;

export interface OfferOwnershipDialogProps {
  company: Uuid;
  member: TeamMember;
  /** False for a platform admin, who has no roles to keep. */
  currentUserIsMember: boolean;
  onClose(): void;
}

export function OfferOwnershipDialog({
  company,
  member: { id, name },
  currentUserIsMember,
  onClose,
}: OfferOwnershipDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [remaining, setRemaining] = useState<RemainingRole>('owner');
  const [roles, setRoles] = useState<TeamRole[]>(['office']);
  const saving = useMutation({ send: offerOwnership, invalidates: [[company]] });

  async function send(): Promise<boolean> {
    if (remaining === 'roles' && roles.length === 0) return false;
    const remainingRoles: TeamRole[] = remaining === 'owner' ? ['owner'] : remaining === 'roles' ? roles : [];
    const saved = await saving.save({ company, person: id, remaining_roles: remainingRoles });
    if (saved.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'ownership.ask.done' }, { name }) });
    return saved.ok;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="ownership.ask.title" values={{ name }} />}
      confirm={<FormattedMessage id="ownership.ask.confirm" values={{ name }} />}
      onClose={onClose}
      onConfirm={send}
    >
      <div className={styles.body}>
        <OfferError result={saving.result} name={name} />
        <p>
          <FormattedMessage id="ownership.ask.text" values={{ name }} />
        </p>
        {currentUserIsMember && (
          <Field label={intl.formatMessage({ id: 'ownership.keep' }, { name })}>
            <RadioGroup value={remaining} onChange={(_, { value }) => setRemaining(value as RemainingRole)}>
              {REMAINING_ROLES.map((option) => (
                <Radio key={option} value={option} label={intl.formatMessage({ id: `ownership.keep.${option}` })} />
              ))}
            </RadioGroup>
          </Field>
        )}
        {remaining === 'roles' && (
          <>
            <RoleChoice team={{ company }} roles={OTHER_ROLES} selected={roles} onChange={setRoles} />
            {roles.length === 0 && (
              <Message state="no">
                <FormattedMessage id="team.roles.none" />
              </Message>
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}

interface OfferErrorProps {
  result: Awaited<ReturnType<typeof offerOwnership>> | null;
  name: string;
}

function OfferError({ result, name }: OfferErrorProps) {
  const { refusal, failure } = splitResult(result);
  if (!refusal && failure?.code !== 'not_found') return <SaveFailed result={failure} />;
  return (
    <Message state="no" alert>
      <FormattedMessage id={refusal ? REFUSED[refusal.status] : 'ownership.gone'} values={{ name }} />
    </Message>
  );
}
