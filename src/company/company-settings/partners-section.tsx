/** Agreements with partners: data sharing, commission and their end. */
import { AgreementsSection } from '../../features/lazy-agreements.ts';
import { CommissionSection } from '../../features/lazy-commission.ts';
import type { SettingsSectionProps } from './section-props.ts';

export function PartnersSection({ company }: SettingsSectionProps) {
  return (
    <>
      <AgreementsSection of={{ company }} />
      <CommissionSection company={company} />
    </>
  );
}
