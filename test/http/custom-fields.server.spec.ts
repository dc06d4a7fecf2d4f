import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { unique } from '../support/operations.js';

let service: TestApp;
let project: string;

beforeAll(async () => {
  service = await startApp();
  const slug = unique('fields');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Fields', slug });
});

afterAll(() => service.close());

const times = <T>(number: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: number }, (_, n) => work(n)));

const submit = (fields: object) => service.admin.post(`${project}/feedback`, { title: 'Wish', fields });

const values = async (key: string): Promise<unknown[]> => {
  const { body } = await service.admin.get(`${project}/feedback?include=fields`);
  return body.flatMap(({ fields }: { fields: Record<string, unknown> }) => fields[key] ?? []);
};

it('values fit a definition that changes at the same time', async () => {
  for (let round = 1; round <= 5; round++) {
    const key = `field_${round}`;
    const put = (type: string) => service.admin.put(`${project}/fields/${key}`, { type });
    await put('text');
    const [retyped, ...answers] = await Promise.all([
      put('number'),
      ...Array.from({ length: 6 }, () => submit({ [key]: 'text' })),
    ]);
    expect([200, 409]).toContain(retyped.status);
    const { type } = (await service.admin.get(`${project}/fields/${key}`)).body;
    const stored = answers.filter(({ status }: Answer) => status === 201).length;
    expect([type, stored]).toEqual(retyped.status === 200 ? ['number', 0] : ['text', stored]);
    expect(answers.every(({ status }: Answer) => status === 201 || status === 400)).toBe(true);
    expect(await values(key)).toHaveLength(stored);
  }
});

it('a field that is deleted leaves no values behind', async () => {
  const key = 'deleted';
  await service.admin.put(`${project}/fields/${key}`, {});
  await times(3, () => submit({ [key]: 'before' }));
  const [deleted, ...answers] = await Promise.all([
    service.admin.delete(`${project}/fields/${key}`),
    ...Array.from({ length: 8 }, () => submit({ [key]: 'meanwhile' })),
  ]);
  expect(deleted.status).toBe(204);
  expect(answers.every(({ status }: Answer) => status === 201 || status === 400)).toBe(true);
  expect(await values(key)).toEqual([]);
  expect((await submit({ [key]: 'after' })).body.errors[0].code).toBe('unknown_field');
});
