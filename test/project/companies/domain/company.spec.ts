import { describe, expect, it } from '@jest/globals';
import { Company } from '../../../../src/project/companies/domain/company.js';

const stored = {
  external_id: 'crm-77',
  name: 'Globex',
  revenue: 48_000,
  metadata: { plan: 'b' },
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

describe('A company', () => {
  it('has its id as its name, no revenue and no metadata by default', () => {
    expect(Company.create('p', 'crm-77', {})).toMatchObject({ name: 'crm-77', revenue: 0, metadata: {} });
  });

  it('keeps the values that are omitted, and replaces the metadata', () => {
    const company = Company.restore({ projectId: 'p', externalId: stored.external_id, ...stored });
    expect(company.differsFrom(stored)).toBe(false);
    company.update({ metadata: { seats: 5 } });
    expect(company).toMatchObject({ name: 'Globex', revenue: 48_000, metadata: { seats: 5 } });
    expect(company.differsFrom(stored)).toBe(true);
  });

  it('is sorted by its name without regard to case', () => {
    expect(Company.create('p', '1', { name: 'STRASSE' }).nameKey).toBe(
      Company.create('p', '2', { name: 'Straße' }).nameKey,
    );
  });

  it.each([
    [{ name: ' ' }, 'blank'],
    [{ revenue: -1 }, 'out_of_range'],
    [{ revenue: 0.5 }, 'invalid_type'],
    [{ revenue: 2 ** 53 }, 'out_of_range'],
    [{ metadata: { text: 'x'.repeat(4_096) } }, 'too_large'],
  ])('rejects %j', (changes, code) => {
    expect(() => Company.create('p', '1', changes)).toThrow(
      expect.objectContaining({ fieldErrors: [expect.objectContaining({ code })] }),
    );
  });
});
