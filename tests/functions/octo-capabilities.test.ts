/** OCTO capabilities: questions, which map to fields of a booking, and pictures (ADR 066). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { picture } from '../../supabase/functions/picture/handler.ts';
import { createApiKey } from '../support/api-keys.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { webp } from '../support/webp.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';
import { publishedFaultsOf } from './octo-published.ts';
import { faultsOf } from './octo-shapes.ts';

type Json = Record<string, unknown>;
let db: Database;
let stage: Stage;
let key: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  ({ key } = await createApiKey(db, stage.company));
});
afterAll(() => db?.close());
beforeEach(() => db.exec('delete from private.rate_limit_buckets'));

interface CallOptions {
  body?: Json;
  capabilities?: string;
  language?: string;
  by?: string;
}
async function request(method: string, path: string, options: CallOptions = {}): Promise<Json> {
  const { body, capabilities = 'octo/questions', language = 'en', by = key } = options;
  const response = await api(
    new Request(`http://127.0.0.1/api/octo${path}`, {
      method,
      headers: { Authorization: `Bearer ${by}`, 'Octo-Capabilities': capabilities, 'Accept-Language': language },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
  return (await response.json()) as Json;
}

describe('questions', () => {
  const asksNames = (asks: boolean) =>
    db.query('update public.tours set asks_names = $2 where id = $1', [stage.company.tourId, asks]);
  const reserve = async (more: Json, options: Omit<CallOptions, 'body'> = {}, guest: Json = {}) =>
    request('POST', '/bookings', {
      ...options,
      body: {
        productId: stage.company.tourId,
        optionId: 'DEFAULT',
        availabilityId: await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 20 }),
        unitItems: [{ unitId: stage.categories.ADULT, ...guest }],
        ...more,
      },
    });
  const answersById = (results: unknown) =>
    Object.fromEntries(
      (results as { questionId: string; value: unknown }[]).map((result) => [result.questionId, result.value]),
    );
  const PHONE = { questionId: 'phone', value: '+45 20 30 40 50' };

  test('are the fields that guests fill in, with names where the tour asks for them, translated', async () => {
    const questions = async (language: string) => {
      const { options } = (await request('GET', `/products/${stage.company.tourId}`, { language })) as {
        options: [{ questions: Json[]; units: { questions: Json[] }[] }];
      };
      const [{ questions: ofBooking, units }] = options;
      return { ofBooking, ofUnits: units.map((unit) => unit.questions) };
    };
    const english = await questions('en');
    expect(english.ofBooking).toMatchObject([
      { id: 'phone', inputType: 'tel', required: false, label: 'Phone' },
      { id: 'note', inputType: 'textarea', required: false },
    ]);
    expect(english.ofUnits.flat()).toEqual([]);
    await asksNames(true);
    try {
      for (const ofUnit of (await questions('en')).ofUnits)
        expect(ofUnit).toMatchObject([{ id: 'name', inputType: 'text', required: true, label: 'Name' }]);
    } finally {
      await asksNames(false);
    }
    const booked = await reserve({}, { language: 'da' });
    expect(booked['questionAnswers']).toMatchObject([{ question: { label: 'Telefon' } }, { value: null }]);
  });

  test('store their answers in the booking’s fields, and keep those that are not sent again', async () => {
    const name = { questionId: 'name', value: 'Bo Lund' };
    await asksNames(true);
    try {
      const note = { questionId: 'note', value: 'A pram' };
      const made = await reserve({ questionAnswers: [PHONE, note] }, {}, { questionAnswers: [name] });
      expect(faultsOf('booking', made, ['octo/questions'])).toEqual([]);
      expect(made).toMatchObject({ notes: 'A pram', contact: { phoneNumber: PHONE.value } });
      expect(made['unitItems']).toMatchObject([{ contact: { fullName: 'Bo Lund' }, questionAnswers: [name] }]);
      expect(answersById(made['questionAnswers'])).toEqual({ phone: PHONE.value, note: 'A pram' });
      const path = `/bookings/${String(made['uuid'])}`;
      const changed = await request('PATCH', path, {
        body: { questionAnswers: [{ questionId: 'note', value: null }] },
      });
      expect(changed).toMatchObject({ notes: null, contact: { phoneNumber: PHONE.value } });
      // The core's note is the same field.
      const noted = await request('PATCH', path, { body: { notes: 'By bus' } });
      expect(answersById(noted['questionAnswers'])).toEqual({ phone: PHONE.value, note: 'By bus' });
      const done = await request('POST', `${path}/confirm`, { body: { contact: { fullName: 'Anna Holm' } } });
      expect(done).toMatchObject({ status: 'CONFIRMED', contact: { phoneNumber: PHONE.value } });
    } finally {
      await asksNames(false);
    }
  });

  test('that are required block confirmation; an unknown one has its own error', async () => {
    await asksNames(true);
    try {
      const { uuid, unitItems } = (await reserve({})) as { uuid: string; unitItems: [{ uuid: string }] };
      const confirm = (more: Json) =>
        request('POST', `/bookings/${uuid}/confirm`, { body: { contact: { fullName: 'Anna Holm' }, ...more } });
      expect(await confirm({})).toMatchObject({ error: 'UNPROCESSABLE_ENTITY' });
      const item = { uuid: unitItems[0].uuid, unitId: stage.categories.ADULT };
      const itemWithName = { ...item, questionAnswers: [{ questionId: 'name', value: 'Bo' }] };
      expect(await confirm({ unitItems: [itemWithName] })).toMatchObject({ status: 'CONFIRMED' });
    } finally {
      await asksNames(false);
    }
    for (const questionAnswers of [[{ questionId: 'shoe size', value: '43' }], [{ questionId: 'name', value: 'Bo' }]])
      expect(await reserve({ questionAnswers })).toMatchObject({
        error: 'INVALID_QUESTION_ID',
        questionId: questionAnswers[0]!.questionId,
      });
  });

  test('are neither returned nor read without the capability', async () => {
    const made = await reserve({ questionAnswers: [PHONE] }, { capabilities: '' });
    expect(made).toMatchObject({ status: 'ON_HOLD', contact: { phoneNumber: null } });
    expect(made).not.toHaveProperty('questionAnswers');
  });
});

describe('pictures', () => {
  const [bytes, logo] = [webp({ size: 4000 }), webp({ size: 2000 })];
  const keep = (name: string, args: Json) => db.rpc<{ tag: string }>(stage.company.people.owner, name, args);
  const content = (by = key) =>
    request('GET', `/products/${stage.company.tourId}`, { capabilities: 'octo/content', by }) as Promise<{
      media: { src: string; type: string }[];
    }>;

  test('a tour’s picture is returned as a public address', async () => {
    expect((await content()).media).toEqual([]);
    await keep('set_tour_picture', { tour: stage.company.tourId, picture: bytes.toString('base64') });
    const product = await content();
    expect(product.media).toMatchObject([{ rel: 'COVER', type: 'image/webp', title: expect.stringMatching(/./) }]);
    const shown = await picture(new Request(product.media[0]!.src), fakePorts({ database: serviceDatabase(db) }));
    expect(shown.headers.get('content-type')).toBe(product.media[0]!.type);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    // Only the published list of media types lacks WebP.
    expect(faultsOf('product', product, ['octo/content'])).toEqual([]);
    expect(publishedFaultsOf('product', product)).toEqual([expect.stringMatching(/^media\.0\.type: /)]);
  });

  test('a draft’s picture is not public, so a test key gets none', async () => {
    await keep('set_tour_picture', { tour: stage.company.tourId, picture: bytes.toString('base64') });
    await db.query(`update public.tours set status = 'draft' where id = $1`, [stage.company.tourId]);
    try {
      const { key: by } = await createApiKey(db, stage.company, { testTour: stage.company.tourId });
      expect((await content(by)).media).toEqual([]);
    } finally {
      await db.query(`update public.tours set status = 'live' where id = $1`, [stage.company.tourId]);
    }
  });

  test('the supplier includes the company’s logo', async () => {
    const { tag } = await keep('set_company_logo', { company: stage.company.id, picture: logo.toString('base64') });
    const { media } = (await request('GET', '/supplier', { capabilities: 'octo/content' })) as { media: Json[] };
    expect(media).toMatchObject([{ rel: 'LOGO', src: expect.stringContaining(`picture?tag=${tag}`) }]);
  });
});
