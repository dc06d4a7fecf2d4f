import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newMember, newProject, walk } from '../support/feedback.js';

let service: TestApp;
let project: string;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

const titlesOf = (records: { title: string }[]) => records.map(({ title }) => title).join('');
const errorsOf = ({ status, body }: Answer) => [
  status,
  ...body.errors.map(({ parameter, code }: Record<string, string>) => `${parameter} ${code}`),
];

async function define(key: string, values: object): Promise<void> {
  await expectSuccess(service.admin.put(`${project}/fields/${key}`, values));
}

async function submit(title: string, fields: object): Promise<string> {
  const { body } = await expectSuccess(service.admin.post(`${project}/feedback`, { title, fields }));
  return body.id as string;
}

const pathOf = (sort: string, query = '') => `${project}/feedback?sort=${sort}&limit=2${query}`;
const sorted = async (sort: string, query = '') => titlesOf(await walk(service.admin, pathOf(sort, query)));

describe('A list of feedback that is sorted by a field', () => {
  const long = 'x'.repeat(300);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    project = await newProject(service);
    await define('name', {});
    await define('site', { type: 'url' });
    await define('effort', { type: 'number' });
    await define('paying', { type: 'boolean' });
    await define('due', { type: 'date' });
    await define('tier', { type: 'choice', options: ['Gold', 'Silver', 'Free', 'Bronze'] });
    await define('teams', { type: 'choices', options: ['Core', 'Web'] });
    await define('cost', { type: 'number', visible_to: 'editors' });
    const all: Record<string, object> = {
      A: { name: 'beta', effort: 10, due: '2026-02-01', tier: 'Bronze', cost: 1 },
      B: { name: 'Alpha', effort: -2.5, paying: true, tier: 'Gold', site: 'https://b.example/' },
      C: { effort: 9, due: '2025-12-31', paying: false, tier: 'Silver', cost: 3 },
      D: { name: `${long}d`, tier: 'Gold', due: '2026-01-31' },
      E: {},
      F: { name: 'gamma', effort: 1e-7, site: 'https://a.example/', teams: ['Core'], cost: 2 },
      G: { effort: 0 },
      H: {},
    };
    for (const [title, fields] of Object.entries(all)) ids[title] = await submit(title, fields);
  });

  it.each([
    ['field.effort', 'BGFCAHED', 'ACFGBHED'],
    ['field.due', 'CDAHGFEB', 'ADCHGFEB'],
    ['field.paying', 'CBHGFEDA', 'BCHGFEDA'],
    ['field.tier', 'DBCAHGFE', 'ACDBHGFE'],
    ['field.name', 'BAFDHGEC', 'DFABHGEC'],
    ['field.site', 'FBHGEDCA', 'BFHGEDCA'],
    ['field.cost', 'AFCHGEDB', 'CFAHGEDB'],
  ])(
    'has its pages in the order of the values, the feedback without one last: %s',
    async (sort, ascending, descending) => {
      expect(await sorted(sort)).toBe(ascending);
      expect(await sorted(`${sort}.desc`)).toBe(descending);
      const { headers } = await service.admin.get(pathOf(sort, '&count=true'));
      expect(headers.get('x-total-count')).toBe('8');
    },
  );

  it('can be filtered and searched', async () => {
    expect(await sorted('field.effort', '&field.tier=Bronze&field.tier=Silver')).toBe('CA');
    expect(await sorted('field.name.desc', '&field.effort.min=0')).toBe('FAGC');
    expect(await sorted('field.tier', '&q=A')).toBe('A');
    expect(await sorted('field.tier', '&status=planned')).toBe('');
  });

  it('compares texts by their first 150 characters, ignoring case', async () => {
    const emoji = `${'m'.repeat(149)}😀${'b'.repeat(100)}`;
    const added = [
      await submit('Y', { name: emoji }),
      await submit('Z', { name: `${'M'.repeat(140)}a${'b'.repeat(100)}` }),
    ];
    expect(await sorted('field.name')).toBe('BAFZYDHGEC');
    expect(await sorted('field.name.desc')).toBe('DYZFABHGEC');
    expect(await sorted('newest', `&field.name=${encodeURIComponent(emoji)}`)).toBe('Y');
    for (const id of added) await expectSuccess(service.admin.delete(`${project}/feedback/${id}`));
  });

  it('can be streamed', async () => {
    const { text } = await service.admin.get(`${project}/feedback?sort=field.effort`, {
      accept: 'application/x-ndjson',
    });
    const records = text.trim().split('\n');
    expect(titlesOf(records.map((line) => JSON.parse(line) as { title: string }))).toBe('BGFCAHED');
  });

  it('shows the values of the time of each page', async () => {
    const set = (title: string, effort: number | null) =>
      expectSuccess(service.admin.patch(`${project}/feedback/${ids[title]}`, { fields: { effort } }));
    let pages = 0;
    // After the first page, `BG`: C moves behind A, and H gets a value. F, which is on the next page, gets an earlier one.
    const records = await walk(service.admin, pathOf('field.effort'), async () => {
      pages += 1;
      if (pages > 1) return;
      await set('C', 11);
      await set('H', 12);
      await set('F', -3);
    });
    expect(titlesOf(records)).toBe('BGACHED');
    await set('C', 9);
    await set('H', null);
    await set('F', 1e-7);
    expect(await sorted('field.effort')).toBe('BGFCAHED');
  });

  it('has feedback whose option a host has removed among the feedback without a value', async () => {
    const { dataSource } = service.database.database;
    const remove = `update custom_fields set options = array_remove(options, 'Silver') where key = 'tier'`;
    await dataSource.query(remove);
    expect(await sorted('field.tier')).toBe('DBAHGFEC');
    expect(await sorted('field.tier.desc')).toBe('ADBHGFEC');
    await define('tier', { type: 'choice', options: ['Gold', 'Silver', 'Free', 'Bronze'] });
  });

  it.each([' ', '', '0b1', '1e-400', '1e400', 'NaN', '0x1'])(
    'refuses a cursor with the number %j',
    async (number) => {
      const { headers } = await service.admin.get(pathOf('field.effort'));
      const [, cursor = ''] = /[?&]cursor=([\w-]+)/.exec(headers.get('link')!)!;
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
      const changed = parts.with(2, number);
      const other = Buffer.from(JSON.stringify(changed)).toString('base64url');
      expect(parts[2]).toBe('0');
      expect(errorsOf(await service.admin.get(pathOf('field.effort', `&cursor=${other}`)))).toEqual([
        400,
        'cursor invalid_cursor',
      ]);
    },
  );

  it.each([
    ['field.missing', 'sort unknown_field'],
    ['field.teams', 'sort not_sortable'],
    ['field.teams.desc', 'sort not_sortable'],
    ['field.effort.asc', 'sort invalid_choice'],
    ['field.effort.min', 'sort invalid_choice'],
    ['field.Effort', 'sort invalid_choice'],
    ['field.', 'sort invalid_choice'],
    ['-field.effort', 'sort invalid_choice'],
    ['effort', 'sort invalid_choice'],
  ])('is refused: %s', async (sort, error) => {
    expect(errorsOf(await service.admin.get(pathOf(sort)))).toEqual([400, error]);
  });

  it('has cursors of its own', async () => {
    const { headers } = await service.admin.get(pathOf('field.effort'));
    const cursor = /cursor=([^&>]+)/.exec(headers.get('link')!)![1]!;
    expect((await service.admin.get(pathOf('field.effort', `&cursor=${cursor}`))).status).toBe(200);
    for (const sort of ['field.effort.desc', 'field.due', 'newest']) {
      const refused = await service.admin.get(pathOf(sort, `&cursor=${cursor}`));
      expect(errorsOf(refused)).toEqual([400, 'cursor invalid_cursor']);
    }
    const [fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    for (const number of ['', 'NaN', '1e999', 'x']) {
      const forged = Buffer.from(JSON.stringify([fingerprint, '0', number, ids['A']])).toString('base64url');
      const refused = await service.admin.get(pathOf('field.effort', `&cursor=${forged}`));
      expect([number, ...errorsOf(refused)]).toEqual([number, 400, 'cursor invalid_cursor']);
    }
  });

  it('does not reveal fields that the reader does not see', async () => {
    const contributor = await newMember(service, project, 'contributor');
    expect(errorsOf(await contributor.get(pathOf('field.cost')))).toEqual([400, 'sort unknown_field']);
    const found = await walk(contributor, pathOf('field.effort'));
    expect(titlesOf(found)).toBe('BGFCAHED');
    await expectSuccess(service.admin.patch(`${project}/settings`, { public_feedback: true }));
    const everyone = (query: string) => service.send('GET', `/public/v1${project}/feedback?${query}`);
    expect(titlesOf((await everyone('sort=field.tier.desc')).body)).toBe('ACDBHGFE');
    const page = await everyone('sort=field.tier.desc&limit=3');
    const next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
    expect(titlesOf((await service.send('GET', next)).body)).toBe('BHG');
    expect(errorsOf(await everyone('sort=field.cost'))).toEqual([400, 'sort unknown_field']);
  });

  it('excludes merged feedback', async () => {
    await expectSuccess(service.admin.post(`${project}/feedback/${ids['C']}/merge`, { into: ids['A'] }));
    expect(await sorted('field.effort')).toBe('BGFAHED');
  });
});
