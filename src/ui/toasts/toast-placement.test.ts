import { expect, it } from 'vitest';
import { placeToasts, type Box } from './toast-placement.ts';

const desk = { width: 1440, height: 900, phone: false, bar: 0, obstacles: [] as Box[] };
const phone = { width: 360, height: 740, phone: true, bar: 64, obstacles: [] as Box[] };

it('places toasts at the bottom right, 356 px wide and 32 px from the edges', () =>
  expect(placeToasts(48, desk)).toEqual({ left: 1052, right: 1408, top: 820, bottom: 868 }));

it('places toasts above the bar of a phone, at full width', () =>
  expect(placeToasts(48, phone)).toEqual({ left: 8, right: 352, top: 624, bottom: 672 }));

it('keeps off the row just touched', () => {
  const row = { left: 0, right: 360, top: 620, bottom: 676 };
  expect(placeToasts(48, { ...phone, obstacles: [row] })).toMatchObject({ top: 64, bottom: 112 });
});

it('moves beside a panel on the right, and above a sheet', () => {
  expect(placeToasts(48, { ...desk, obstacles: [{ left: 960, right: 1440, top: 0, bottom: 900 }] })).toMatchObject({
    right: 946,
    bottom: 868,
  });
  expect(placeToasts(48, { ...phone, obstacles: [{ left: 0, right: 360, top: 72, bottom: 740 }] })).toMatchObject({
    top: 8,
    bottom: 56,
  });
});

it('stays at the default place when there is no free one', () => {
  const all = { left: 0, right: 360, top: 0, bottom: 740 };
  expect(placeToasts(48, { ...phone, obstacles: [all] })).toMatchObject({ bottom: 672 });
});
