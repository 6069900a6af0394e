import * as v from 'valibot';
import type { OrganisationSettingsFormValues } from '../../domain/organisation-settings.ts';
import type { SectionEntry } from '../../ui/layout/sections.tsx';
import { useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';

const SECTION_IDS = ['profile', 'page', 'members', 'commission', 'agreements'] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export interface OrganisationSection extends SectionEntry<SectionId> {
  /** The form fields in this section. */
  names?: readonly (keyof OrganisationSettingsFormValues)[];
}

export const SECTIONS: readonly OrganisationSection[] = [
  {
    id: 'profile',
    title: 'settings.section.profile',
    names: ['name', 'contactEmail', 'contactPhone', 'defaultLocale'],
  },
  { id: 'page', title: 'settings.section.public', names: ['slug', 'brandColour', 'embedOrigins'] },
  { id: 'members', title: 'organisation.section.members' },
  { id: 'commission', title: 'organisation.section.commission', names: ['defaultCommission'] },
  { id: 'agreements', title: 'organisation.section.agreements' },
];

export const sectionOf = (name: keyof OrganisationSettingsFormValues) =>
  SECTIONS.find(({ names }) => names?.includes(name))!.id;

const SHAPE = v.object({
  section: v.fallback(v.nullish(v.picklist(SECTION_IDS), null), null),
  organisation: uuidOrNull(),
});

/** The open section, and the organisation, for people who manage several; null for the first. */
export const useSettingsUrl = () => useUrlState(SHAPE);
