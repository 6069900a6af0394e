/** /company-settings: what an owner decides for the whole company. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { useActing } from '../../session/use-session.ts';
import { AnswerView } from '../../ui/answer-view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CodesSection, LettersSection } from './late-sections.ts';
import { PaymentSection } from './payment-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useCompanySettings } from './use-company-settings.ts';

const useStyles = makeStyles({ coming: { display: 'grid', gap: '24px', maxWidth: '720px' } });

export function CompanySettingsPage() {
  const company = useActing()?.company;
  // Another company is another form: nothing that was typed for one is saved for the other.
  return company ? <Settings key={company.id} company={company.id} name={company.name} /> : null;
}

function Settings({ company, name }: { company: string; name: string }) {
  const { answer, saving } = useCompanySettings(company);
  return (
    <Screen header={<PageHeader title={<FormattedMessage id="route.companySettings" />} meta={name} />}>
      <AnswerView answer={answer} skeleton={<Coming />} failed={<FormattedMessage id="settings.failed" />}>
        {(read) => <SettingsForm company={company} read={read} saving={saving} />}
      </AnswerView>
      <PaymentSection company={company} />
      <CodesSection company={company} currency={answer.data?.settings.currency ?? 'DKK'} />
      <LettersSection company={company} />
    </Screen>
  );
}

function Coming() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.coming}>
      {[280, 240, 200].map((height) => (
        <SkeletonItem key={height} shape="rectangle" style={{ height }} />
      ))}
    </Skeleton>
  );
}
