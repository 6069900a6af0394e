/** Agreements with partners: data sharing, commission and their end. */
import { AgreementsSection, CommissionSection } from '../../features/lazy-features.ts';
import type { SettingsSectionProps } from './section-props.ts';

export function PartnersSection({ company }: SettingsSectionProps) {
  return (
    <>
      <AgreementsSection of={{ company }} />
      <CommissionSection company={company} />
    </>
  );
}
