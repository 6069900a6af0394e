/** Whom to call for a member. Asked of the server when it is opened, and not kept on the device. */
import { Link, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { readEmergencyContact } from '../../data/emergency-contact.ts';
import type { TeamMember } from '../../data/team.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { ok } from '../../domain/result.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';

export interface EmergencyDialogProps {
  team: TeamOf;
  member: TeamMember;
  onClose(): void;
}

export function EmergencyDialog({ team, member, onClose }: EmergencyDialogProps) {
  const answer = useAnswer({
    key: ['company' in team ? team.company : team.organisation, 'emergency-contact', member.id],
    ask: async (signal) => {
      const said = await readEmergencyContact({ ...team, person: member.id }, signal);
      return said.ok ? ok({ contact: said.data }) : said;
    },
  });
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="team.emergency.of" values={{ name: member.name }} />}
      onClose={onClose}
    >
      <AnswerView
        answer={answer}
        failed={<FormattedMessage id="team.emergency.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem size={48} />
          </Skeleton>
        }
      >
        {({ contact }) =>
          contact ? (
            <Facts>
              <Fact term="team.emergency.name">{contact.name}</Fact>
              <Fact term="team.emergency.phone">
                <Link href={`tel:${contact.phone}`}>{contact.phone}</Link>
              </Fact>
              {contact.relation && <Fact term="team.emergency.relation">{contact.relation}</Fact>}
            </Facts>
          ) : (
            <FormattedMessage id="team.emergency.none" values={{ name: member.name }} />
          )
        }
      </AnswerView>
    </Overlay>
  );
}
