/** Pickers: a month, a list behind a chip, chips in a form. */
import { useState } from 'react';
import * as v from 'valibot';
import { DateGrid } from '../../../../src/ui/dates/date-grid.tsx';
import { FilterMenu } from '../../../../src/ui/choices/filter-menu.tsx';
import { ChipsField } from '../../../../src/ui/form/chips-field.tsx';
import { FormFrame } from '../../../../src/ui/form/form.tsx';
import { useForm } from '../../../../src/ui/form/use-form.ts';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';

const SCHEMA = v.object({ languages: v.pipe(v.array(v.string()), v.minLength(1)) });
const LABELS = { languages: 'Languages of the tour' };
const TOURS = ['Harbour walk', 'Old town by bicycle', 'Canals at dusk', 'Castles of the north'].map((label) => ({
  value: label,
  label,
}));
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'da', label: 'Danish' },
  { value: 'it', label: 'Italian' },
];
const SOLD_OUT = '2026-05-09';
const facts = (date: string) =>
  date === SOLD_OUT
    ? { details: 'sold out', note: 'full', disabled: true }
    : { details: '12 places at 10:00 and 14:00', note: '12' };

export function ChoiceSheet() {
  const [month, setMonth] = useState('2026-05');
  const [day, setDay] = useState<string | null>('2026-05-16');
  const [tours, setTours] = useState<string[]>(['Harbour walk']);
  const [guides, setGuides] = useState<string[]>([]);
  const form = useForm({ schema: SCHEMA, values: { languages: ['en', 'da'] } });
  return (
    <Screen header={<PageHeader title="Choices" meta="A month, lists behind chips, chips in a form" />}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <FilterMenu label="Tour" choices={TOURS} selected={tours} onChange={setTours} />
        <FilterMenu label="Guide" choices={[{ value: 'gry', label: 'Gry' }]} selected={guides} onChange={setGuides} />
      </div>
      <section style={{ maxWidth: '420px' }}>
        <h2>When</h2>
        <DateGrid
          month={month}
          selected={day}
          today="2026-05-02"
          from="2026-05-02"
          detailsOf={facts}
          onMonthChange={setMonth}
          onSelect={setDay}
        />
      </section>
      <div style={{ maxWidth: '720px' }}>
        <FormFrame form={form} labels={LABELS} save="Save tour" busy={false} onSave={() => Promise.resolve(true)}>
          <ChipsField name="languages" label={LABELS.languages} chips={LANGUAGES} required />
        </FormFrame>
      </div>
    </Screen>
  );
}
