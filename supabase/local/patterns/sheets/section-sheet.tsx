/** A long screen in sections, lists in a section, and the facts of one item. */
import { Button } from '@fluentui/react-components';
import { useSearchParams } from 'react-router';
import { FormSection } from '../../../../src/ui/form/form-section.tsx';
import { DescriptionItem, DescriptionList } from '../../../../src/ui/display/description-list.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';
import { SectionRow, SectionRows } from '../../../../src/ui/display/section-rows.tsx';
import { Sections, useShownSection, type SectionEntry } from '../../../../src/ui/layout/sections.tsx';

const SECTIONS = [
  { id: 'booking', title: 'settings.section.booking' },
  { id: 'payment', title: 'settings.section.payment' },
  { id: 'documents', title: 'settings.section.documents' },
  { id: 'guests', title: 'settings.section.guests' },
] as const satisfies readonly SectionEntry<string>[];

const RULES = [
  { name: 'DKK 450 a tour', state: 'since 1 January 2026' },
  { name: 'DKK 35 a guest from the eleventh on', state: 'since 1 May 2026' },
  { name: 'DKK 900 on Christmas Eve, New Year’s Eve and New Year’s Day', state: 'from 24 December 2026' },
];
const CODES = [
  { name: 'SUMMER26', state: '14 of 100 used' },
  { name: 'K7M2QPXR', state: 'gift, DKK 320 left' },
];
const change = <Button appearance="subtle">Change</Button>;

export function SectionSheet() {
  const [params] = useSearchParams();
  const chosen = SECTIONS.find(({ id }) => id === params.get('section'))?.id ?? null;
  const { wide, openSection: shown } = useShownSection(chosen, SECTIONS);
  return (
    <Screen header={<PageHeader title="Settings" meta="Copenhagen Walks" />}>
      <Sections label="Settings" sections={SECTIONS} openSection={shown} wide={wide}>
        <FormSection title="settings.section.booking" actions={<Button>Add a rule</Button>}>
          <SectionRows>
            {RULES.map((rule) => (
              <SectionRow key={rule.name} {...rule} action={change} />
            ))}
          </SectionRows>
          <SectionRows>
            {CODES.map((code) => (
              <SectionRow key={code.name} isCode {...code} action={change} />
            ))}
          </SectionRows>
        </FormSection>
      </Sections>
      <DescriptionList>
        <DescriptionItem term="settings.section.place">Europe/Copenhagen, Danish kroner</DescriptionItem>
        <DescriptionItem term="settings.section.payment">On arrival, or by card</DescriptionItem>
        <DescriptionItem term="settings.section.documents">
          A line that is much too long for one line of a phone, as addresses of companies are: Sankt Annæ Plads 38
        </DescriptionItem>
      </DescriptionList>
    </Screen>
  );
}
