/** Tours: the office's list and editor. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { LOCALES } from '../domain/locales.ts';
import { AVAILABILITIES } from '../domain/enums.ts';
import { ATTENTIONS, MISSING_FIELDS, TOUR_STATUSES, type TourForm, tourSchema } from '../domain/tours.ts';
import { FIELD_ERRORS } from '../domain/fields.ts';
import { planSchema, type Decisions } from './change-plan.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';

export const invalid = {
  invalid: v.object({ problems: v.array(v.object({ field: v.string(), code: v.picklist(FIELD_ERRORS) })) }),
};
const missing = v.array(v.object({ field: v.picklist(MISSING_FIELDS), language: v.nullable(v.picklist(LOCALES)) }));
const changed = v.object({ version: v.number() });
const stale = {
  stale: v.object({
    version: v.number(),
    current: tourSchema,
    /** Only after a change of the status. */
    tourStatus: v.optional(v.picklist(TOUR_STATUSES)),
  }),
};
/** Schemas of a change of the tour's status. */
const statusChange = { response: v.object({ version: v.number(), created: v.number() }), refusals: stale };

const listedTourSchema = v.object({
  id: v.string(),
  slug: v.string(),
  tourStatus: v.picklist(TOUR_STATUSES),
  colour: v.string(),
  durationMinutes: v.number(),
  capacity: v.number(),
  version: v.number(),
  title: v.record(v.picklist(LOCALES), v.string()),
  pictureTag: v.nullable(v.string()),
  /** The person guides one of its future departures. */
  own: v.boolean(),
  /** Numbers of this week; `seats`: capacity, of which `taken`. */
  week: v.object({ departures: v.number(), guests: v.number(), taken: v.number(), seats: v.number() }),
  departures: v.array(
    v.object({
      id: v.string(),
      startsAt: v.string(),
      localDate: v.string(),
      language: v.string(),
      capacity: v.number(),
      seatsLeft: v.number(),
      /** The person guides it. */
      own: v.boolean(),
      hasGuide: v.boolean(),
      belowMinimum: v.boolean(),
      availability: v.picklist(AVAILABILITIES),
    }),
  ),
  attention: v.array(v.picklist(ATTENTIONS)),
});
export type ListedTour = v.InferOutput<typeof listedTourSchema>;
export type ListedDeparture = ListedTour['departures'][number];

/** The list as the device stores it. */
export const TOURS_CACHE_SCHEMA = v.object({
  today: v.string(),
  timeZone: v.string(),
  tours: v.array(listedTourSchema),
});

export const readToursRpc = defineRpc('read_tours', { response: TOURS_CACHE_SCHEMA });

/** Lists the company's tours that the person may see, their own first. Fails with `not_permitted`. */
export const readTours = (company: Uuid, options: RpcOptions = {}) => rpc(readToursRpc, { company }, options);

export const readTourRpc = defineRpc('read_tour', {
  response: v.object({
    id: v.string(),
    companyId: v.string(),
    companySlug: v.string(),
    tourStatus: v.picklist(TOUR_STATUSES),
    version: v.number(),
    tour: tourSchema,
    missing,
    currency: v.string(),
    timeZone: v.string(),
    pictureTag: v.nullable(v.string()),
    /** Tag of the logo. */
    companyLogo: v.nullable(v.string()),
    formerSlugs: v.array(v.string()),
    bookedPrices: v.array(v.string()),
  }),
});

/** Reads everything that the tour form shows. Fails with `not_found`. */
export const readTour = (tour: Uuid, options: RpcOptions = {}) => rpc(readTourRpc, { tour }, options);

export interface TourToSave {
  company: Uuid;
  tour: Uuid;
  /** Version as read; 0 creates a new tour. */
  version: number;
  input: TourForm;
  /** Decisions about booked departures that the change affects. */
  decisions?: Decisions;
}

export const saveTourRpc = defineRpc('save_tour', {
  form: tourSchema,
  response: changed,
  refusals: { ...invalid, ...stale, undecided: planSchema },
});

/**
 * Creates or changes a tour. Refusals: `invalid` with problems by field, `undecided`, `stale` with the current form.
 */
export const saveTour = ({ company, tour, version, input, decisions = {} }: TourToSave, options: RpcOptions = {}) =>
  rpc(saveTourRpc, { company, tour, version, input, decisions: { ...decisions } }, options);

interface Edited {
  tour: Uuid;
  version: number;
}

export const publishTourRpc = defineRpc('publish_tour', {
  response: statusChange.response,
  refusals: { ...stale, incomplete: v.object({ missing }), archived: v.object({}) },
});

/** Publishes a tour. Refusals: `incomplete` with the missing fields, `archived`, `stale`. */
export const publishTour = (edited: Edited, options: RpcOptions = {}) => rpc(publishTourRpc, { ...edited }, options);

export const pauseTourRpc = defineRpc('pause_tour', {
  response: statusChange.response,
  refusals: { ...stale, not_live: v.object({}) },
});

/** Stops selling a tour; its bookings stay. Refusals: `not_live`, `stale`. */
export const pauseTour = (edited: Edited, options: RpcOptions = {}) => rpc(pauseTourRpc, { ...edited }, options);

export const archiveTourRpc = defineRpc('archive_tour', {
  response: statusChange.response,
  refusals: { ...stale, booked: v.object({ departures: v.number() }) },
});

/**
 * Archives a tour and deletes its future departures. Refusals: `booked` with the number of booked departures,
 * `stale`.
 */
export const archiveTour = (edited: Edited, options: RpcOptions = {}) => rpc(archiveTourRpc, { ...edited }, options);

export const restoreTourRpc = defineRpc('restore_tour', statusChange);

/** Restores an archived tour as a draft. Refusal: `stale`. */
export const restoreTour = (edited: Edited, options: RpcOptions = {}) => rpc(restoreTourRpc, { ...edited }, options);

export const duplicateTourRpc = defineRpc('duplicate_tour', { response: v.object({ slug: v.string() }) });

/** Copies a tour as a draft, without schedules, and returns the copy's slug. */
export const duplicateTour = (ids: { tour: Uuid; copy: Uuid }, options: RpcOptions = {}) =>
  rpc(duplicateTourRpc, { ...ids }, options);

export const setTourPictureRpc = defineRpc('set_tour_picture', {
  response: v.object({ tag: v.string() }),
  refusals: invalid,
});

/** Stores a tour's picture: WebP in base64, without metadata, at most 204,800 bytes. Refusal: `invalid`. */
export const setTourPicture = (input: { tour: Uuid; picture: string }, options: RpcOptions = {}) =>
  rpc(setTourPictureRpc, { ...input }, options);

export const deleteTourPictureRpc = defineRpc('delete_tour_picture', { response: v.object({}) });

export const deleteTourPicture = (tour: Uuid, options: RpcOptions = {}) => rpc(deleteTourPictureRpc, { tour }, options);

export const readTourPictureRpc = defineRpc('read_tour_picture', {
  response: v.object({ picture: v.nullable(v.object({ tag: v.string(), base64: v.string() })) }),
});

/** Reads a tour's picture (WebP in base64), or null. The tag identifies the content. */
export const readTourPicture = (tour: Uuid, options: RpcOptions = {}) => rpc(readTourPictureRpc, { tour }, options);
