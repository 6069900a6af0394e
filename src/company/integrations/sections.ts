/** The sections of the integrations in order. A new section is one folder and one line here. */
import type { ComponentType } from 'react';
import * as v from 'valibot';
import type { Uuid } from '../../domain/ids.ts';
import type { SectionEntry } from '../../ui/layout/sections.tsx';
import { useUrlState } from '../../ui/address/use-url-state.ts';
import { ImportExportSection } from './import-export-section.tsx';
import { ApiKeysSection, CalendarsSection, WebhooksSection } from './lazy-sections.ts';
import { WebsiteSection } from './website-section.tsx';

const SECTION_IDS = ['website', 'files', 'calendars', 'webhooks', 'api-keys'] as const;
type SectionId = (typeof SECTION_IDS)[number];

export interface IntegrationProps {
  company: Uuid;
}

export interface IntegrationSection extends SectionEntry<SectionId> {
  Content: ComponentType<IntegrationProps>;
}

export const SECTIONS: readonly IntegrationSection[] = [
  { id: 'website', title: 'integrations.website.title', Content: WebsiteSection },
  { id: 'files', title: 'integrations.files.title', Content: ImportExportSection },
  { id: 'calendars', title: 'integrations.calendars.title', Content: CalendarsSection },
  { id: 'webhooks', title: 'integrations.webhooks.title', Content: WebhooksSection },
  { id: 'api-keys', title: 'integrations.apiKeys.title', Content: ApiKeysSection },
];

const SHAPE = v.object({ section: v.fallback(v.nullish(v.picklist(SECTION_IDS), null), null) });

/** URL state: the open section, or null. */
export const useSectionUrl = () => useUrlState(SHAPE);
