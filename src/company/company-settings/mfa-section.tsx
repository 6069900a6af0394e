/** Whether two-factor authentication is required for owners and office (ADR 053), and who has set it up. */
import { Button, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  readCompanyMfaRequirement,
  setCompanyMfaRequirement,
  type CompanyMfaRequirement,
} from '../../data/mfa-factors.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { AddFactor } from '../../features/lazy-features.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density, type } from '../../ui/theme/sizes.ts';
import type { SettingsSectionProps } from './section-props.ts';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  switch: { minHeight: density.target },
});

export function MfaSection({ company }: SettingsSectionProps) {
  const styles = useStyles();
  const query = useServerQuery({
    key: [company, 'factor-rule'],
    fetch: (signal) => readCompanyMfaRequirement(company, signal),
  });
  return (
    <FormSection title="mfa.rule">
      <p className={styles.about}>
        <FormattedMessage id="mfa.rule.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="mfa.rule.failed" />}>
        {(requirement) => <Requirement company={company} requirement={requirement} refetch={query.refetch} />}
      </QueryView>
    </FormSection>
  );
}

interface RequirementProps {
  company: string;
  requirement: CompanyMfaRequirement;
  refetch(): void;
}

function Requirement({ company, requirement, refetch }: RequirementProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [isAddingFactor, setAddingFactor] = useState(false);
  const saving = useMutation({ send: setCompanyMfaRequirement, invalidates: [[company, 'factor-rule']] });
  const { refusal, failure } = splitResult(saving.result);
  const withoutFactor = requirement.people.filter((person) => !person.hasMfa).length;
  return (
    <>
      <Switch
        className={styles.switch}
        label={intl.formatMessage({ id: 'mfa.rule.switch' })}
        checked={requirement.isOn}
        disabled={saving.busy}
        onChange={(_, { checked }) => void saving.save({ company, isOn: checked })}
      />
      {refusal && (
        <Message
          state="attention"
          alert
          actions={
            <Button appearance="primary" onClick={() => setAddingFactor(true)}>
              <FormattedMessage id="mfa.rule.own" />
            </Button>
          }
        >
          <FormattedMessage id="mfa.rule.own.text" />
        </Message>
      )}
      <SaveFailed result={failure} />
      {withoutFactor > 0 && (
        <p className={styles.about}>
          <FormattedMessage id="mfa.rule.without" values={{ count: withoutFactor }} />
        </p>
      )}
      <PeopleRows people={requirement.people} />
      {isAddingFactor && (
        <AddFactor
          // The refusal means that the user has none.
          factors={[]}
          onAdded={saving.reset}
          onClose={() => {
            setAddingFactor(false);
            refetch();
          }}
        />
      )}
    </>
  );
}

function PeopleRows({ people }: { people: CompanyMfaRequirement['people'] }) {
  return (
    <SectionRows>
      {people.map(({ id, name, roles, hasMfa }) => (
        <SectionRow
          key={id}
          name={name}
          state={<RoleNames roles={roles} />}
          action={
            hasMfa ? (
              <FormattedMessage id="mfa.rule.has" />
            ) : (
              <StateBadge state="attention">
                <FormattedMessage id="mfa.rule.hasNone" />
              </StateBadge>
            )
          }
        />
      ))}
    </SectionRows>
  );
}
