/** Writes all tours as the file that the import reads. Loaded on demand, because its headings need many texts. */
import { tourHeading } from '../../domain/import/tour-headings.ts';
import { tourCells, tourFields, type FileTour } from '../../domain/import/file-tours.ts';
import type { Locale } from '../../domain/locales.ts';
import { csvFile } from '../../lib/csv.ts';
import { download } from '../../ui/output/download.ts';

export function writeToursFile(
  tours: readonly FileTour[],
  { name, locale, currency }: { name: string; locale: Locale; currency: string },
): void {
  const fields = tourFields(tours);
  const rows = [
    fields.map((field) => tourHeading(field, locale)),
    ...tours.map(({ tour }) => tourCells(tour, fields, currency)),
  ];
  download(csvFile(rows), { name: `${name}.csv`, type: 'text/csv;charset=utf-8' });
}
