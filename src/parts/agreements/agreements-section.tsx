/** What a company has agreed with its partners, or an organisation with companies: the company gives and takes its consent, either side ends it. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readAgreements, type Agreement } from '../../data/agreements.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { AnswerView } from '../../ui/answer-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { MenuEntry } from '../../ui/menu-entry.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/section-rows.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { AgreementDialog, type AgreementAct } from './agreement-dialog.tsx';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

export function AgreementsSection({ of }: { of: TeamOf }) {
  const styles = useStyles();
  const [asked, setAsked] = useState<{ act: AgreementAct; agreement: Agreement } | null>(null);
  const owner = 'company' in of ? of.company : of.organisation;
  const side = 'company' in of ? 'partners' : 'companies';
  const answer = useAnswer({ key: [owner, 'agreements'], ask: (signal) => readAgreements(of, signal) });
  return (
    <FormSection title={`agreements.${side}`}>
      <p className={styles.about}>
        <FormattedMessage id={`agreements.${side}.about`} />
      </p>
      <AnswerView
        answer={answer}
        skeleton={null}
        failed={<FormattedMessage id="agreements.failed" />}
        empty={(agreements) =>
          agreements.length > 0 ? null : (
            <p className={styles.about}>
              <FormattedMessage id={`agreements.${side}.none`} />
            </p>
          )
        }
      >
        {(agreements) => (
          <SectionRows>
            {agreements.map((agreement) => (
              <AgreementRow
                key={agreement.id}
                agreement={agreement}
                isCompany={'company' in of}
                onAct={(act) => setAsked({ act, agreement })}
              />
            ))}
          </SectionRows>
        )}
      </AnswerView>
      {asked && <AgreementDialog {...asked} owner={owner} onClose={() => setAsked(null)} />}
    </FormSection>
  );
}

interface AgreementRowProps {
  agreement: Agreement;
  isCompany: boolean;
  onAct(act: AgreementAct): void;
}

function AgreementRow({ agreement, isCompany, onAct }: AgreementRowProps) {
  const intl = useIntl();
  const { standing, sharesGuests, commission } = agreement;
  const ended = standing === 'ended';
  const say = (act: AgreementAct) => intl.formatMessage({ id: `agreements.${act}` });
  const consent: MenuEntry = sharesGuests
    ? { label: say('hide'), icon: <EyeOffRegular />, onSelect: () => onAct('hide') }
    : { label: say('share'), icon: <EyeRegular />, onSelect: () => onAct('share') };
  return (
    <SectionRow
      name={agreement.with}
      state={
        <>
          {standing !== 'active' && (
            <StateBadge state={ended ? 'neutral' : 'waiting'}>
              <FormattedMessage id={`agreements.standing.${standing}`} />
            </StateBadge>
          )}{' '}
          {!ended &&
            joinFacts(
              intl.formatMessage(
                { id: 'agreements.commission' },
                { percent: intl.formatNumber(commission / 100, { style: 'percent', maximumFractionDigits: 2 }) },
              ),
              intl.formatMessage({
                id: isCompany
                  ? sharesGuests
                    ? 'agreements.sees'
                    : 'agreements.seesNot'
                  : sharesGuests
                    ? 'agreements.shares'
                    : 'agreements.sharesNot',
              }),
            )}
        </>
      }
      action={
        ended ? null : (
          <MoreMenu
            label={intl.formatMessage({ id: 'agreements.more' }, { name: agreement.with })}
            entries={[
              ...(isCompany ? [consent] : []),
              { label: say('end'), icon: <DeleteRegular />, dangerous: true, onSelect: () => onAct('end') },
            ]}
          />
        )
      }
    />
  );
}
