/**
 * Preview of a tour with the current values of the office's form. The app embeds this document and posts the data;
 * messages from other origins are ignored, and the preview places no holds.
 */
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import * as v from 'valibot';
import { readMonth } from '../../data/public-booking.ts';
import { catalogShape, type PublicTour, type Catalog } from '../../data/public-booking-shapes.ts';
import { LOCALES } from '../../lib/locales.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { DateGrid } from '../../ui/dates/date-grid.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { switchLocale } from '../page-url.ts';
import { TourIntro, useDayDetails } from '../steps/date-step.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { CategoryRow } from '../steps/category-row.tsx';
import { lastDateToChoose } from '../ui/last-date.ts';
import { useTourTexts } from '../ui/tour-texts.ts';
import { Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

const previewMessage = v.object({
  muster: v.literal(1),
  type: v.literal('preview'),
  catalog: catalogShape,
  /** Whether guests can already book it, so that there are days to load. */
  isLive: v.boolean(),
  locale: v.optional(v.picklist(LOCALES)),
});
type PreviewMessage = v.InferOutput<typeof previewMessage>;

function usePreviewMessage(): PreviewMessage | null {
  const [message, setMessage] = useState<PreviewMessage | null>(null);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== window.parent || event.origin !== window.location.origin) return;
      const read = v.safeParse(previewMessage, event.data);
      if (!read.success) return;
      if (read.output.locale) switchLocale(read.output.locale);
      setMessage(read.output);
    };
    window.addEventListener('message', onMessage);
    window.parent.postMessage({ muster: 1, type: 'preview-ready' }, window.location.origin);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  return message;
}

export function PreviewPage() {
  const preview = usePreviewMessage();
  const textsOf = useTourTexts();
  const tour = preview?.catalog.tours[0];
  if (!tour)
    return (
      <PageFrame operator={null} step="waiting">
        <Waiting isLong={false} />
      </PageFrame>
    );
  return (
    <PageFrame operator={preview.catalog.operator} step="preview">
      {textsOf(tour.texts).title === '' ? (
        <Notice tone="neutral">
          <FormattedMessage id="booking.preview.empty" />
        </Notice>
      ) : (
        <>
          <TourIntro tour={tour} operator={preview.catalog.operator} />
          <Days {...preview} tour={tour} />
          <Prices {...preview} tour={tour} />
        </>
      )}
    </PageFrame>
  );
}

function Days({ catalog: { operator }, tour, isLive }: PreviewMessage & { tour: PublicTour }) {
  const formats = useFormats(operator.timeZone);
  const today = localDateIn(operator.timeZone, useNow());
  const [month, setMonth] = useState(monthOf(today));
  const days = usePublicQuery(`month ${tour.id} ${month} ${isLive}`, (signal) =>
    isLive
      ? readMonth({ operator: operator.slug, tour: tour.id, month, token: null }, { signal })
      : Promise.resolve({ ok: true as const, data: { days: [] } }),
  );
  const detailsOf = useDayDetails(days.state === 'loaded' ? days.data.days : [], formats);
  return (
    <>
      <h2 className="bk-sub">
        <FormattedMessage id="booking.date.title" />
      </h2>
      <DateGrid
        month={month}
        selected={null}
        today={today}
        from={today}
        to={lastDateToChoose(today)}
        detailsOf={detailsOf}
        onMonthChange={setMonth}
        onSelect={() => undefined}
      />
    </>
  );
}

function Prices({ catalog: { operator }, tour }: { catalog: Catalog; tour: PublicTour }) {
  const formats = useFormats(operator.timeZone);
  const [counts, setCounts] = useState<Record<string, number>>({});
  if (tour.categories.length === 0) return null;
  return (
    <>
      <h2 className="bk-sub">
        <FormattedMessage id="booking.party.title" />
      </h2>
      <div className="bk-rows">
        {tour.categories.map((category) => (
          <CategoryRow
            key={category.id}
            category={category}
            count={counts[category.id] ?? 0}
            price={category.amount}
            formats={formats}
            currency={operator.currency}
            onCount={(count) => setCounts({ ...counts, [category.id]: count })}
          />
        ))}
      </div>
    </>
  );
}
