import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Changelog, numberedSlug, slugFor } from '../../../src/changelog/domain/changelog.js';
import { faultsOf } from '../../support/faults.js';

const now = new Date('2026-01-31T12:00:00.123Z');
const entry = { id: '1', projectId: '2', authorId: '3', slug: 'fixes' };
const fixes = () =>
  Changelog.write(
    entry,
    { title: 'Fixes', summary: 'Few', content: '# All', image: '/i', published: true },
    now,
  );

describe('Changelog', () => {
  it('is a draft of today that says no more than its title unless told', () => {
    expect({ ...Changelog.write(entry, { title: 'Fixes' }, now) }).toEqual({
      ...entry,
      title: 'Fixes',
      summary: '',
      content: '',
      image: '',
      publishDate: now,
      published: false,
    });
  });

  it('has the date that it is given', () => {
    const publishDate = new Date('2030-01-01T00:00:00.000Z');
    expect(Changelog.write(entry, { title: 'Fixes', publishDate }, now).publishDate).toEqual(publishDate);
  });

  it('tells all faults at once, and stays as it was', () => {
    const wrong = {
      title: '',
      summary: 'a'.repeat(2_001),
      content: 'a'.repeat(100_001),
      image: 'data:text/html,a',
      publishDate: new Date('+010000-01-01T00:00:00.000Z'),
      published: 'yes' as unknown as boolean,
    };
    const faults = [
      '/title blank',
      '/summary too_long',
      '/content too_long',
      '/image invalid_url_scheme',
      '/publish_date invalid_timestamp',
      '/published invalid_type',
    ];
    const sorted = (call: () => unknown) => faultsOf(call).sort();
    expect(sorted(() => Changelog.write(entry, wrong, now))).toEqual(faults.toSorted());
    const changelog = fixes();
    expect(sorted(() => changelog.revise(wrong))).toEqual(faults.toSorted());
    expect(changelog).toEqual(fixes());
  });

  it('keeps what a revision leaves out, and empties what it empties', () => {
    const changelog = fixes();
    changelog.revise({});
    expect(changelog).toEqual(fixes());
    changelog.revise({ summary: '', image: '', published: false });
    expect(changelog).toMatchObject({
      title: 'Fixes',
      summary: '',
      content: '# All',
      image: '',
      publishDate: now,
      published: false,
    });
  });

  it('keeps its slug when its title changes', () => {
    const changelog = fixes();
    changelog.revise({ title: 'Other' });
    expect(changelog.slug).toBe('fixes');
  });
});

describe('the slug of an entry', () => {
  it('is the slug of its title', () => {
    expect(slugFor('small-fixes')).toBe('small-fixes');
  });

  it('is never empty', () => {
    expect(slugFor('')).toBe('entry');
  });

  it('has at most 100 characters and ends in none that it may not end in', () => {
    expect(slugFor('a'.repeat(101))).toBe('a'.repeat(100));
    expect(slugFor(`${'a'.repeat(99)}-b`)).toBe('a'.repeat(99));
    expect(slugFor(`${'a'.repeat(98)}-b-c`)).toBe(`${'a'.repeat(98)}-b`);
  });

  it('is a slug for whatever is one, or empty', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z0-9]{1,30}(-[a-z0-9]{1,30}){0,5})?$/), (slugified) => {
        expect(slugFor(slugified)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugFor(slugified).length).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('is numbered from the second on', () => {
    expect([1, 2, 3].map((number) => numberedSlug('fixes', number))).toEqual(['fixes', 'fixes-2', 'fixes-3']);
  });
});
