/** Invites people: pasted addresses, their roles, and afterwards the outcome for each address. */
import { Field, Textarea, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { MAX_INVITATIONS, type InviteOutcome } from '../../data/team.ts';
import { parsePastedAddresses } from '../../domain/pasted-addresses.ts';
import type { TeamOf, TeamRole } from '../../domain/team-roles.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { splitResult } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { RoleChoice } from './role-choice.tsx';
import type { TeamMutations } from './use-team.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const LEFT_OUT: Record<Exclude<InviteOutcome, 'invited'>, MessageId> = {
  already_invited: 'team.invite.already',
  member: 'team.invite.member',
  bad_address: 'team.invite.bad',
  too_many: 'team.invite.tooMany',
};

export interface InviteDialogProps {
  team: TeamOf;
  saving: TeamMutations['inviting'];
  onClose(): void;
}

export function InviteDialog({ team, saving, onClose }: InviteDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [text, setText] = useState('');
  const [roles, setRoles] = useState<TeamRole[]>([]);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { addresses, bad } = parsePastedAddresses(text);
  const tooLong = addresses.length > MAX_INVITATIONS;
  const { data, failure } = splitResult(saving.result);
  const notInvited = data?.outcomes.filter(({ outcome }) => outcome !== 'invited') ?? [];

  const problem =
    bad.length > 0
      ? intl.formatMessage({ id: 'team.invite.bad' }, { count: bad.length, list: intl.formatList(bad) })
      : tooLong
        ? intl.formatMessage({ id: 'team.invite.most' }, { max: MAX_INVITATIONS })
        : hasSubmitted && addresses.length === 0
          ? intl.formatMessage({ id: 'team.invite.none' })
          : null;

  async function send(): Promise<boolean> {
    setHasSubmitted(true);
    if (addresses.length === 0 || bad.length > 0 || tooLong || roles.length === 0) return false;
    const saved = await saving.save({ ...team, emails: addresses, roles });
    if (!saved.ok) return false;
    const invitedCount = saved.data.outcomes.filter(({ outcome }) => outcome === 'invited').length;
    if (invitedCount > 0)
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: 'team.invite.done' }, { count: invitedCount }),
      });
    // Addresses that were not invited stay in the field, with the reason.
    const rest = saved.data.outcomes.filter(({ outcome }) => outcome !== 'invited');
    setText(rest.map(({ email }) => email).join('\n'));
    return rest.length === 0;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="team.invite.title" />}
      confirm={<FormattedMessage id="team.invite.confirm" values={{ count: addresses.length }} />}
      onClose={() => {
        saving.reset();
        onClose();
      }}
      onConfirm={send}
    >
      <div className={styles.fields}>
        <SaveFailed result={failure} />
        <NotInvited outcomes={notInvited} />
        <AddressesField text={text} problem={problem} onChange={setText} />
        <RoleChoice team={team} selected={roles} onChange={setRoles} />
        {hasSubmitted && roles.length === 0 && (
          <Message state="no" alert>
            <FormattedMessage id="team.roles.none" />
          </Message>
        )}
      </div>
    </FormDialog>
  );
}

function NotInvited({ outcomes }: { outcomes: readonly { email: string; outcome: InviteOutcome }[] }) {
  return (Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[]).map((outcome) => {
    const emails = outcomes.filter((row) => row.outcome === outcome).map(({ email }) => email);
    return (
      emails.length > 0 && (
        <Message key={outcome} state="attention" alert>
          <FormattedMessage
            id={LEFT_OUT[outcome]}
            values={{ count: emails.length, list: <FormattedList value={emails} /> }}
          />
        </Message>
      )
    );
  });
}

interface AddressesFieldProps {
  text: string;
  problem: string | null;
  onChange(text: string): void;
}

function AddressesField({ text, problem, onChange }: AddressesFieldProps) {
  const intl = useIntl();
  return (
    <Field
      label={intl.formatMessage({ id: 'team.invite.addresses' })}
      hint={intl.formatMessage({ id: 'team.invite.addresses.hint' })}
      validationMessage={problem}
    >
      <Textarea
        rows={4}
        resize="vertical"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(_, { value }) => onChange(value)}
      />
    </Field>
  );
}
