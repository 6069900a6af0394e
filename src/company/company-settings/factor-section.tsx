/** Whether owners and office give a second step at sign-in (ADR 053), and who of them could. */
import { Button, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { readFactorRule, setFactorRule, type FactorRule } from '../../data/factors.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';
import { AddFactor } from '../../parts/late-second-step.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleName } from '../../ui/words/role-name.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density, type } from '../../ui/theme/sizes.ts';
import type { SettingsPartProps } from './section-parts.ts';
import { SectionRow, SectionRows } from '../../ui/facts/section-rows.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  switch: { minHeight: density.target },
});

export function FactorSection({ company }: SettingsPartProps) {
  const styles = useStyles();
  const answer = useAnswer({ key: [company, 'factor-rule'], ask: (signal) => readFactorRule(company, signal) });
  return (
    <FormSection title="factors.rule">
      <p className={styles.about}>
        <FormattedMessage id="factors.rule.about" />
      </p>
      <AnswerView answer={answer} skeleton={null} failed={<FormattedMessage id="factors.rule.failed" />}>
        {(rule) => <Rule company={company} rule={rule} again={answer.again} />}
      </AnswerView>
    </FormSection>
  );
}

function Rule({ company, rule, again }: { company: string; rule: FactorRule; again(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const [adds, setAdds] = useState(false);
  const saving = useSave({ send: setFactorRule, touches: [[company, 'factor-rule']] });
  const { result } = saving;
  const isOwnFirst = result !== null && !result.ok && result.code === 'refused';
  const without = rule.people.filter((person) => !person.hasFactor).length;
  return (
    <>
      <Switch
        className={styles.switch}
        label={intl.formatMessage({ id: 'factors.rule.switch' })}
        checked={rule.isOn}
        disabled={saving.busy}
        onChange={(_, { checked }) => void saving.save({ company, isOn: checked })}
      />
      {isOwnFirst && (
        <Message
          state="attention"
          alert
          actions={
            <Button appearance="primary" onClick={() => setAdds(true)}>
              <FormattedMessage id="factors.rule.own" />
            </Button>
          }
        >
          <FormattedMessage id="factors.rule.own.text" />
        </Message>
      )}
      {result && !result.ok && result.code !== 'refused' && <SaveFailed failure={result} />}
      {without > 0 && (
        <p className={styles.about}>
          <FormattedMessage id="factors.rule.without" values={{ count: without }} />
        </p>
      )}
      <SectionRows>
        {rule.people.map(({ id, name, roles, hasFactor }) => (
          <SectionRow
            key={id}
            name={name}
            state={
              <FormattedList
                type="unit"
                value={roles.map((role) => (
                  <RoleName key={role} role={role} />
                ))}
              />
            }
            action={
              hasFactor ? (
                <FormattedMessage id="factors.rule.has" />
              ) : (
                <StateBadge state="attention">
                  <FormattedMessage id="factors.rule.hasNone" />
                </StateBadge>
              )
            }
          />
        ))}
      </SectionRows>
      {adds && (
        <AddFactor
          known={[]}
          onAdded={saving.forget}
          onClose={() => {
            setAdds(false);
            again();
          }}
        />
      )}
    </>
  );
}
