/** A member's emergency contact. Loaded when opened, and never stored on the device. */
import { Link, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { readEmergencyContact } from '../../data/emergency-contact.ts';
import type { TeamMember } from '../../data/team.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { ok } from '../../domain/result.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { PhoneNumber } from '../../ui/format/phone-number.tsx';

export interface EmergencyContactDialogProps {
  team: TeamOf;
  member: TeamMember;
  onClose(): void;
}

export function EmergencyContactDialog({ team, member, onClose }: EmergencyContactDialogProps) {
  const query = useServerQuery({
    key: ['company' in team ? team.company : team.organisation, 'emergency-contact', member.id],
    fetch: async (signal) => {
      const response = await readEmergencyContact({ ...team, person: member.id }, signal);
      return response.ok ? ok({ contact: response.data }) : response;
    },
  });
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="team.emergency.of" values={{ name: member.name }} />}
      onClose={onClose}
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="team.emergency.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem size={48} />
          </Skeleton>
        }
      >
        {({ contact }) =>
          contact ? (
            <DescriptionList>
              <DescriptionItem term="team.emergency.name">{contact.name}</DescriptionItem>
              <DescriptionItem term="team.emergency.phone">
                <Link href={`tel:${contact.phone}`}>
                  <PhoneNumber phone={contact.phone} />
                </Link>
              </DescriptionItem>
              {contact.relation && <DescriptionItem term="team.emergency.relation">{contact.relation}</DescriptionItem>}
            </DescriptionList>
          ) : (
            <FormattedMessage id="team.emergency.none" values={{ name: member.name }} />
          )
        }
      </QueryView>
    </Overlay>
  );
}
